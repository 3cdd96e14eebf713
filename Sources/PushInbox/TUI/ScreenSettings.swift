import InboxModel

/// The settings of the screen: names that only this room knows, and so are checked here.
struct ScreenSettings: Equatable, Sendable {
  var keymap: Keymap
  var theme: Theme
  /// The errors of names that were ignored, without their positions.
  var problems: [SettingsError]

  init(_ settings: PhoneSettings) {
    let (keymap, keys) = Keymap.changed(by: settings.keys)
    let (theme, colors) = Theme.changed(by: settings.colors)
    (self.keymap, self.theme, problems) = (keymap, theme, keys + colors)
  }

  /// Rejects changes after which something would be wrong that was not before.
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
  /// Everything that is wrong in the files, or in what the person changed, and was passed over.
  func problems(_ settings: PhoneSettings, _ changes: SettingChanges) -> [SettingsError] {
    let origins = SettingOrigins(files: files, changes: changes)
    return configuration.passedOver + ScreenSettings(settings).problems.map(origins.placed)
  }
}
