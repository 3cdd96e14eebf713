/// The two services that keys, certificates and device tokens belong to (Apple, "Sending notification requests to APNs").
public enum PushEnvironment: String, CaseIterable, Sendable {
  /// The sandbox, for builds out of Xcode.
  case development
  /// For TestFlight and the App Store.
  case production
}
