import InboxModel

/// The settings of the screen, whose names only this room knows and therefore checks.
struct ScreenSettings: Equatable, Sendable {
  var keymap: Keymap
  var theme: Theme
  /// The errors of ignored names, without their positions.
  var problems: [SettingsError]

  init(_ settings: PhoneSettings) {
    let (keymap, keys) = Keymap.changed(by: settings.keys)
    let (theme, colors) = Theme.changed(by: settings.colors)
    (self.keymap, self.theme, problems) = (keymap, theme, keys + colors)
  }

  /// Rejects changes that cause an error which was not there before.
  static func check(
    _ changes: [SettingChange], over settings: PhoneSettings
  ) throws(SettingsError) {
    let changed = SettingChanges(changes).applied(to: settings)
    guard changed.keys != settings.keys || changed.colors != settings.colors else { return }
    let known = ScreenSettings(settings).problems
    if let new = ScreenSettings(changed).problems.first(where: { !known.contains($0) }) {
      throw new
    }
  }
}

extension LoadedConfiguration {
  /// Returns all errors in the files and in the user's changes that were ignored.
  func problems(_ settings: PhoneSettings, _ changes: SettingChanges) -> [SettingsError] {
    let origins = SettingOrigins(files: files, changes: changes)
    return configuration.passedOver + ScreenSettings(settings).problems.map(origins.placed)
  }
}
