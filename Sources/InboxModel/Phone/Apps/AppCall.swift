/// The methods by which an app hears of its pushes (`docs/rules.md` §9), by their
/// names in Swift; one is of Android.
enum AppCall: String, CaseIterable {
  /// A launch; on behalf of a notification its options carry the payload under
  /// `UIApplicationLaunchOptionsRemoteNotificationKey`.
  case didFinishLaunching = "application(_:didFinishLaunchingWithOptions:)"
  /// A push reached the running app, or the person opened it (2012).
  case didReceiveRemote = "application(_:didReceiveRemoteNotification:)"
  /// A background push: the app may fetch for a while.
  case fetch = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
  /// A push while the app is in the foreground: what to present of it?
  case willPresent = "userNotificationCenter(_:willPresent:withCompletionHandler:)"
  /// The person answered a notification.
  case didReceive = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
  /// A data message for the app itself, on Android.
  case messageReceived = "onMessageReceived"
  /// A PushKit push: a call, data of a complication, a file provider's changes.
  case pushKit = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
  /// A Push to Talk push (Apple, PushToTalk, "PTChannelManagerDelegate").
  case pushToTalk = "incomingPushResult(channelManager:channelUUID:pushPayload:)"
}
