/// Whether the screen draws banners.
public enum BannerSetting: String, CaseIterable, Sendable {
  /// A banner is drawn for as long as the phone shows it.
  case on
  /// No banner is drawn. The phone's rules, traces and events do not change.
  case off
}
