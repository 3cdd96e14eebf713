/// The two environments of APNs, to which keys, certificates and device tokens belong (Apple,
/// "Sending notification requests to APNs").
public enum PushEnvironment: String, CaseIterable, Sendable {
  /// The sandbox, for development builds.
  case development
  /// Production, for TestFlight and the App Store.
  case production
}
