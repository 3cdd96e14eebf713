/// The changes of the person: the last one of each key, in their order. They take precedence
/// over the files.
public struct SettingChanges: Equatable, Sendable {
  private var changes: [SettingChange] = []

  /// No changes.
  public init() {}

  /// Takes changes, oldest first.
  public init(_ changes: some Sequence<SettingChange>) {
    for change in changes { self[change.key] = change }
  }

  /// The changes, oldest first.
  public var inOrder: [SettingChange] { changes }

  /// The change of a key. Set, it takes its place at the end; nil takes it away.
  public subscript(key: String) -> SettingChange? {
    get { changes.first { $0.key == key } }
    set {
      changes.removeAll { $0.key == key }
      if let newValue { changes.append(newValue) }
    }
  }

  /// The settings of files with the changes over them. What the files or this version no longer
  /// allow is left out.
  public func applied(to files: PhoneSettings) -> PhoneSettings {
    var fold = SettingsAccumulator(files)
    for change in changes {
      switch change {
      case .setting(let path, let value):
        do throws(SettingsError) { try fold.apply(path, value) } catch { continue }
      case .language(let language): fold.prefer(language)
      // These run beside the settings.
      case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: continue
      }
    }
    return fold.phone
  }
}

extension SettingsAccumulator {
  /// Makes a language the first.
  mutating func prefer(_ language: String) {
    phone.device.languages.removeAll { $0 == language }
    phone.device.languages.insert(language, at: 0)
  }
}
