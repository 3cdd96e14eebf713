extension ReasonCode {
  /// An FCM message with `validate_only`: it was checked and not sent.
  public static let fcmOnlyChecked = ReasonCode(rawValue: "fcm.validate-only")
  /// No app is subscribed to the topics of the FCM message.
  public static let fcmNotSubscribed = ReasonCode(rawValue: "fcm.not-subscribed")
  /// The FCM message has nothing for an iPhone.
  public static let fcmNoAPNs = ReasonCode(rawValue: "fcm.no-apns")
  /// The FCM message is for browsers only.
  public static let fcmWebPush = ReasonCode(rawValue: "fcm.webpush")
  /// More FCM messages were waiting than FCM stores.
  public static let fcmDeleted = ReasonCode(rawValue: "fcm.deleted")

  /// The codes of FCM, in their order.
  static let ofFCM: [Row] = [
    (.fcmOnlyChecked, "An FCM message with `validate_only`: it was checked and not sent."),
    (.fcmNotSubscribed, "No app is subscribed to the topics of the FCM message."),
    (.fcmNoAPNs, "The FCM message has nothing for an iPhone."),
    (.fcmWebPush, "The FCM message is for browsers only."),
    (.fcmDeleted, "More FCM messages were waiting than FCM stores."),
  ]
}

extension TraceStep {
  /// Returns the step about a message that never went to a phone; nil for other codes.
  static func fcm(dropping push: Delivery, as code: ReasonCode) -> TraceStep? {
    switch code {
    case .fcmOnlyChecked:
      TraceStep(
        .device, .stop, code: code,
        because: "validate_only: the message is valid, and was not sent")
    case .fcmNotSubscribed:
      TraceStep(
        .device, .stop, code: code, because: "no app of the project is subscribed to it",
        setting: "fcm.topics")
    case .fcmNoAPNs:
      TraceStep(
        .device, .stop, code: code,
        because: "\(push.app.text) is on an iPhone, and the message has neither text nor "
          + "a block for APNs", setting: "apps.\(push.app.text).platform")
    case .fcmWebPush:
      TraceStep(
        .device, .stop, code: code,
        because:
          "the message has a webpush block only: it is for browsers, not for phones")
    default: nil
    }
  }
}

extension LintFinding {
  /// Returns the finding about a message whose token is unknown.
  static func appOfToken(_ push: Delivery) -> LintFinding {
    LintFinding(
      .missingTopic, path: "message.android.restricted_package_name",
      "The app of the token is unknown, so \(push.topic) was used; send its package once, or list "
        + "the project's apps in fcm.projects.")
  }
}
