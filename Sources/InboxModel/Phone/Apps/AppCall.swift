/// The methods that report pushes to an app (`docs/rules.md` §9), by their Swift names; one is
/// Android's.
enum AppCall: String, CaseIterable {
  /// A launch. If a notification caused it, its options contain the payload under
  /// `UIApplicationLaunchOptionsRemoteNotificationKey`.
  case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
  /// A push for the running app, or the user opened it (2012).
  case didReceiveRemote = "application(_:didReceiveRemoteNotification:)"
  /// A background push: the app may fetch for a limited time.
  case fetch = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
  /// A push while the app is in the foreground: the app chooses the presentation options.
  case willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
  /// The user responded to a notification.
  case didReceive = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
  /// A data message for the app itself, on Android.
  case messageReceived = "onMessageReceived"
  /// A PushKit push: a call, data of a complication, or a file provider's changes.
  case pushKit = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
  /// A push to widgets: the widget extension creates new timelines (Apple, WidgetKit,
  /// `TimelineProvider`).
  case reloadWidgets = "getTimeline(in:completion:)"
  /// A push to controls: they are asked for their values (Apple, WidgetKit,
  /// `ControlValueProvider`).
  case reloadControls = "currentValue()"
  /// A Push to Talk push (Apple, PushToTalk, "PTChannelManagerDelegate").
  case pushToTalk = "incomingPushResult(channelManager:channelUUID:pushPayload:)"
}
