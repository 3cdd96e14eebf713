/// The user's changes: the last one of each key, in their order. They override the files.
public struct SettingChanges: Equatable, Sendable {
  private var changes: [Keyed] = []

  /// A change with its key, whose text takes long to make.
  private struct Keyed: Equatable {
    var key: String
    var change: SettingChange
  }

  /// Makes an empty set of changes.
  public init() {}

  /// Makes a set of changes, oldest first.
  public init(_ changes: some Sequence<SettingChange>) {
    for change in changes { self[change.key] = change }
  }

  /// The changes, oldest first.
  public var inOrder: [SettingChange] { changes.map(\.change) }

  /// The change of a key. Setting it moves it to the end; nil removes it.
  public subscript(key: String) -> SettingChange? {
    get { changes.first { $0.key == key }?.change }
    set {
      changes.removeAll { $0.key == key }
      if let newValue { changes.append(Keyed(key: key, change: newValue)) }
    }
  }

  /// Returns the settings of files with the changes applied. Changes that the files or this version
  /// no longer allow are skipped.
  public func applied(to files: PhoneSettings) -> PhoneSettings {
    var fold = SettingsAccumulator(files)
    for change in inOrder {
      switch change {
      case .setting(let path, let value):
        do throws(SettingsError) { try fold.apply(path, value) } catch { continue }
      case .language(let language): fold.prefer(language)
      // These do not change the settings.
      case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: continue
      }
    }
    return fold.phone
  }
}

extension SettingsAccumulator {
  /// Moves a language to the front.
  mutating func prefer(_ language: String) {
    phone.device.languages.removeAll { $0 == language }
    phone.device.languages.insert(language, at: 0)
  }
}
