import InboxModel
import Testing

@Suite struct RejectionReasonTests {
  @Test func `the table has Apple's reasons and statuses`() {
    let words = Dictionary(grouping: RejectionReason.all, by: \.status).mapValues {
      $0.map(\.rawValue).sorted()
    }
    #expect(
      words == [
        400: [
          "BadChannelId", "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId",
          "BadPriority", "BadRequestParams", "BadRequestPayload", "BadTopic",
          "CannotCreateChannelConfig", "ChannelNotRegistered", "DeviceTokenNotForTopic",
          "DuplicateHeaders", "FeatureNotEnabled", "IdleTimeout", "InvalidPushType",
          "MissingChannelId", "MissingDeviceToken", "MissingPushType", "MissingTopic",
          "PayloadEmpty", "TopicDisallowed",
        ],
        403: [
          "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken",
          "BadEnvironmentKeyInToken", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
          "MissingProviderToken", "TopicMismatch", "UnrelatedKeyIdInToken",
        ],
        404: ["BadPath"], 405: ["MethodNotAllowed"], 410: ["ExpiredToken", "Unregistered"],
        413: ["PayloadTooLarge"], 429: ["TooManyProviderTokenUpdates", "TooManyRequests"],
        500: ["InternalServerError"], 503: ["ServiceUnavailable", "Shutdown"],
      ])
  }

  @Test(arguments: RejectionReason.all)
  func `every rejection reason has a meaning, a correction and a code`(reason: RejectionReason) {
    #expect(reason.meaning.hasSuffix("."))
    #expect(reason.fix.hasSuffix("."))
    #expect(reason.code.rawValue == "reject.\(reason.rawValue)")
  }
}
