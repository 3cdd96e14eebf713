/// The status of an error packet of the binary interface (`docs/reference/binary-interface.md`),
/// and its mapping from the reasons of the HTTP interface.
public enum LegacyStatus: UInt8, Sendable, CaseIterable {
  /// No error; never sent.
  case noError = 0
  /// The payload is not a JSON object, or the service failed.
  case processingError = 1
  /// The token has length 0, or is missing.
  case missingDeviceToken = 2
  /// No certificate names an app; with strict validation only.
  case missingTopic = 3
  /// The payload has length 0, or is missing.
  case missingPayload = 4
  /// The token is not 32 bytes long.
  case invalidTokenSize = 5
  /// The name of the app is not valid.
  case invalidTopicSize = 6
  /// The payload exceeds the limit of its command.
  case invalidPayloadSize = 7
  /// The token is unknown, or belongs to another app.
  case invalidToken = 8
  /// The server shuts down; the identifier is that of the last accepted notification.
  case shutdown = 10
  /// The frame is invalid: an unknown command or item, a repeated item, a wrong length.
  case protocolError = 128
  /// Any other error.
  case unknown = 255

  /// Makes the status that is nearest to a reason.
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

  /// Returns the error packet: command 8, the status, the notification's identifier; six bytes.
  public func packet(_ identifier: UInt32) -> [UInt8] { [8, rawValue] + identifier.bigEndianBytes }
}
