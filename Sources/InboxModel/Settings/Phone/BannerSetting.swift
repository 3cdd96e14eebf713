/// Whether the screen has a place for banners.
public enum BannerSetting: String, CaseIterable, Sendable {
  /// A banner is drawn in its place for as long as the phone shows it.
  case on
  /// No banner is drawn. The phone's rules, the trace and the events stay the same.
  case off
}
