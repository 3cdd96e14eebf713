import Foundation

/// A notification frame of the binary interface (`docs/reference/binary-interface.md`).
public struct LegacyFrame: Equatable, Sendable {
  /// The command, the first byte, which determines the layout.
  public enum Command: UInt8, Sendable, CaseIterable {
    /// Token and payload only; errors are not reported.
    case simple = 0
    /// Token and payload with an identifier and an expiration.
    case enhanced = 1
    /// Items in any order.
    case framed = 2

    /// The maximum payload size of the command in bytes, as of its time
    /// (`docs/reference/binary-interface.md`).
    public var payloadLimit: Int { self == .framed ? 2048 : 256 }
    /// Whether an error packet may be the response.
    public var hasErrors: Bool { self != .simple }
  }

  /// The command.
  public var command: Command
  /// The identifier for error packets; zero if the frame has none.
  public var identifier: UInt32
  /// The expiration in seconds since 1970, UTC; nil if the frame has none.
  public var expiration: UInt32?
  /// The priority, 5 or 10; nil if the frame has none.
  public var priority: UInt8?
  /// The device token, 32 bytes.
  public var token: [UInt8]
  /// The payload, 1 to ``Command/payloadLimit`` bytes.
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

  /// The command and the identifier, if it has one, for people.
  public var title: String { Self.title(command, identifier) }

  static func title(_ command: Command?, _ identifier: UInt32) -> String {
    guard let command else { return "no command" }
    let name = "command \(command.rawValue)"
    return command.hasErrors ? name + ", identifier \(identifier)" : name
  }

  /// Returns the frame as an HTTP request.
  ///
  /// An expiration of zero, or one that is negative as a signed number, means one attempt and no
  /// storage; without an expiration the header is omitted.
  /// - Parameter topic: The app, which the frame does not contain; nil if it is unknown.
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

/// The error of an invalid frame.
public struct LegacyFault: Error, Equatable, Sendable {
  /// The status of the error packet.
  public var status: LegacyStatus
  /// The command; nil for an unknown one.
  public var command: LegacyFrame.Command?
  /// The notification's identifier; zero if it was not read.
  public var identifier: UInt32
  /// The cause in one sentence.
  public var because: String

  /// The code of an invalid frame.
  public static let broken = "intake.legacy.broken"
  /// The code of bytes after a rejected notification.
  public static let unread = "intake.legacy.unread"

  /// The error packet that precedes the close of the connection; nil for command 0.
  public var packet: [UInt8]? { command?.hasErrors == false ? nil : status.packet(identifier) }

  /// The command and the identifier, for people.
  public var title: String { LegacyFrame.title(command, identifier) }

  /// Returns the row for the list of rejected requests.
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
        ? "Send frames of command 0, 1 or 2; send HTTP to the other port."
        : "Make the frame of items 1 to 5, each once: its number, two bytes of length, that many bytes; "
          + "their lengths together are that of the frame. Priority is 10 or 5."
    }
  }
}
