import Foundation

/// A notification as the binary interface carries it (`docs/legacy.md`).
public struct LegacyFrame: Equatable, Sendable {
  /// The layout, which is the first byte.
  public enum Command: UInt8, Sendable, CaseIterable {
    /// Token and payload, nothing else; errors are not told.
    case simple = 0
    /// With an identifier and an expiry.
    case enhanced = 1
    /// Items in any order.
    case framed = 2

    /// The most bytes of a payload, by the command's time (`docs/legacy.md`).
    public var payloadLimit: Int { self == .framed ? 2048 : 256 }
    /// Whether an error packet may answer it.
    public var hasErrors: Bool { self != .simple }
  }

  /// The layout.
  public var command: Command
  /// The identifier in an error packet; zero where the frame has none.
  public var identifier: UInt32
  /// Seconds since 1970, UTC; nil where the frame has none.
  public var expiration: UInt32?
  /// 5 or 10; nil where the frame has none.
  public var priority: UInt8?
  /// 32 bytes.
  public var token: [UInt8]
  /// 1 to ``Command/payloadLimit`` bytes.
  public var payload: [UInt8]

  /// Makes a frame.
  public init(
    _ command: Command, identifier: UInt32 = 0, expiration: UInt32? = nil, priority: UInt8? = nil,
    token: [UInt8], payload: [UInt8]
  ) {
    self.command = command
    self.identifier = identifier
    self.expiration = expiration
    self.priority = priority
    self.token = token
    self.payload = payload
  }

  /// The command and, where it has one, the identifier, for people.
  public var title: String { Self.title(command, identifier) }

  static func title(_ command: Command?, _ identifier: UInt32) -> String {
    guard let command else { return "no command" }
    let name = "command \(command.rawValue)"
    return command.hasErrors ? name + ", identifier \(identifier)" : name
  }

  /// The same as a request over HTTP.
  ///
  /// An expiry of zero, or of less read as a signed number, means one attempt and no storage; where
  /// there is none nothing is said of it.
  /// - Parameter topic: the app, which is not on the wire; nil where nothing names it.
  public func request(
    topic: String?, origin: Origin, receivedAt: Date, freshID: APNSID
  ) -> PushRequest {
    var fields: [HeaderField] = []
    if let topic { fields.append(HeaderField(PushHeaders.Name.topic, topic)) }
    if let expiration {
      let seconds = max(0, Int32(bitPattern: expiration))
      fields.append(HeaderField(PushHeaders.Name.expiration, String(seconds)))
    }
    if let priority { fields.append(HeaderField(PushHeaders.Name.priority, String(priority))) }
    var request = PushRequest(
      path: "/3/device/" + (DeviceToken(bytes: token)?.hex ?? ""), fields: fields, body: payload,
      origin: origin, receivedAt: receivedAt, freshID: freshID)
    request.isRejectedSilently = !command.hasErrors
    return request
  }
}

/// A fault of bytes that should be a frame.
public struct LegacyFault: Error, Equatable, Sendable {
  /// The status of the error packet.
  public var status: LegacyStatus
  /// The command; nil for one that is none.
  public var command: LegacyFrame.Command?
  /// The notification's identifier, as far as it was read.
  public var identifier: UInt32
  /// The cause in a sentence.
  public var because: String

  /// The code of bytes that are no notification.
  public static let broken = "intake.legacy.broken"
  /// The code of what came after a refused notification.
  public static let unread = "intake.legacy.unread"

  /// The error packet that is sent before the connection is closed; nil for command 0.
  public var packet: [UInt8]? { command?.hasErrors == false ? nil : status.packet(identifier) }

  /// The command and the identifier, for people.
  public var title: String { LegacyFrame.title(command, identifier) }

  /// The row for people.
  public func rejection(origin: Origin, at date: Date, body: [UInt8] = []) -> RejectedRequest {
    let reason: RejectionReason? =
      switch status {
      case .missingDeviceToken: .missingDeviceToken
      case .invalidTokenSize: .badDeviceToken
      case .missingPayload: .payloadEmpty
      case .invalidPayloadSize: .payloadTooLarge
      default: nil
      }
    return RejectedRequest(
      origin: origin, at: date, reason: reason?.rawValue ?? Self.broken,
      status: packet == nil ? nil : Int(status.rawValue), because: because, fix: fix, body: body)
  }

  private var fix: String {
    switch status {
    case .missingDeviceToken, .invalidTokenSize:
      "Send the 32 bytes of the token itself, not its 64 hex digits."
    case .missingPayload: #"Send a JSON object such as {"aps":{"alert":"Hi"}}."#
    case .invalidPayloadSize:
      command == .framed
        ? "Shorten the payload; only HTTP/2 takes 4,096 bytes."
        : "Shorten the payload, or use command 2, which takes 2,048 bytes."
    default:
      command == nil
        ? "Send frames of command 0, 1 or 2; HTTP goes to the other port."
        : "Make the frame of items 1 to 5, each once: its number, two bytes of length, that many bytes; "
          + "their lengths together are that of the frame. Priority is 10 or 5."
    }
  }
}
