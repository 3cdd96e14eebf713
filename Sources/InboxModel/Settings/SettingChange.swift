import Foundation

/// One `KEY=VALUE` of `set` (`design/contract.md` §2), read and checked; moments are absolute, so that a
/// change means the same when it is stored and applied again later.
public enum SettingChange: Equatable, Sendable {
  /// `lock=locked|unlocked`
  case lock(LockState)
  /// `previews=always|whenAuthenticated|never`
  case previews(ShowPreviewsSetting)
  /// `grouping=automatic|byApp|off`
  case grouping(GroupingSetting)
  /// `ringer=on|silent`
  case ringer(Ringer)
  /// `language=ru`
  case language(String)
  /// `online=yes|no`
  case online(Bool)
  /// `focus=NAME`, `dnd=on|30m|until:07:00`: on by hand, until a moment or until turned off.
  case focusOn(String, until: Date?)
  /// `focus=off`, `dnd=off`: off by hand, which holds until the next scheduled start after that moment.
  case focusOff(since: Date)
  /// `app.BUNDLE=foreground|background|terminated`
  case appState(BundleID, AppRunState)
  /// `mute.BUNDLE=1h`; nil unmutes.
  case mute(BundleID, until: Date?)
}
