/// The status of an error packet of the binary interface (`docs/legacy.md`): the only table between
/// the bytes on that wire and the reasons of the service.
public enum LegacyStatus: UInt8, Sendable, CaseIterable {
  /// Nothing is wrong: never sent.
  case noError = 0
  /// The payload is no JSON object, or the service failed.
  case processingError = 1
  /// The length of the token is 0, or there is no such item.
  case missingDeviceToken = 2
  /// No certificate names an app, and only strict checks mind.
  case missingTopic = 3
  /// The length of the payload is 0, or there is no such item.
  case missingPayload = 4
  /// The token has another length than 32 bytes.
  case invalidTokenSize = 5
  /// The app is named by something that cannot be one.
  case invalidTopicSize = 6
  /// The payload is longer than its command allows.
  case invalidPayloadSize = 7
  /// The token is unknown, or another app's.
  case invalidToken = 8
  /// The server ends in order; the identifier is that of the last notification it took.
  case shutdown = 10
  /// The frame is none: another command, items that do not fit, twice, unknown, of a wrong length.
  case protocolError = 128
  /// Anything else.
  case unknown = 255

  /// The nearest to a reason of the service.
  public init(_ reason: RejectionReason) { self = Self.nearest[reason.rawValue] ?? .unknown }

  private static let nearest: [String: LegacyStatus] = [
    "BadRequestPayload": .processingError, "InternalServerError": .processingError,
    "ServiceUnavailable": .processingError, "MissingDeviceToken": .missingDeviceToken,
    "MissingTopic": .missingTopic, "PayloadEmpty": .missingPayload, "BadTopic": .invalidTopicSize,
    "PayloadTooLarge": .invalidPayloadSize, "BadDeviceToken": .invalidToken,
    "DeviceTokenNotForTopic": .invalidToken, "TopicDisallowed": .invalidToken,
    "ExpiredToken": .invalidToken, "Unregistered": .invalidToken, "Shutdown": .shutdown,
    "BadPriority": .protocolError, "BadExpirationDate": .protocolError,
  ]

  /// The packet: command 8, the status, the notification's identifier; six bytes.
  public func packet(_ identifier: UInt32) -> [UInt8] { [8, rawValue] + identifier.bigEndianBytes }
}
