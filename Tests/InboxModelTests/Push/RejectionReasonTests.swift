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
          "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
          "BadRequestPayload", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders",
          "IdleTimeout", "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty",
          "TopicDisallowed",
        ],
        403: [
          "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken",
          "BadEnvironmentKeyInToken", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
          "MissingProviderToken",
          "UnrelatedKeyIdInToken",
        ],
        404: ["BadPath"], 405: ["MethodNotAllowed"], 410: ["ExpiredToken", "Unregistered"],
        413: ["PayloadTooLarge"], 429: ["TooManyProviderTokenUpdates", "TooManyRequests"],
        500: ["InternalServerError"], 503: ["ServiceUnavailable", "Shutdown"],
      ])
  }

  @Test(arguments: RejectionReason.all)
  func `every reason has its sentences`(reason: RejectionReason) {
    #expect(reason.meaning.hasSuffix("."))
    #expect(reason.fix.hasSuffix("."))
    #expect(reason.code.rawValue == "reject.\(reason.rawValue)")
  }
}
