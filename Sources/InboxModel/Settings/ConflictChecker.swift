/// The words of one command: no two may say the same thing, or opposites.
struct ConflictChecker {
  /// One element that `+=` or `-=` puts into a list or takes out of it.
  private struct Element: Hashable {
    var key: String
    /// As JSON.
    var value: String
  }

  /// The word that says what a key is.
  private var words: [String: String] = [:]
  private var elements: [Element: String] = [:]
  /// The assignments to the keys of one object.
  private var siblings: [[String]: [(path: SettingPath, value: JSONValue, word: String)]] = [:]

  /// The word that said what is changed by a key.
  subscript(key: String) -> String? { words[key] }

  /// Takes the next word, as it was read and as it was written.
  ///
  /// - Throws: an error that names it and the one before it that it cannot stand beside.
  mutating func add(
    _ change: SettingChange, _ word: SettingAssignment, as text: String
  ) throws(SettingsError) {
    if word.change == .set || !change.isSetting {
      if let other = words.updateValue(text, forKey: Self.key(of: change, word, text)) {
        throw SettingsError(text, contradicts: other)
      }
    } else {
      for value in word.elements {
        let element = Element(key: change.key, value: JSONWriter.text(value))
        guard let other = elements.updateValue(text, forKey: element) else { continue }
        throw SettingsError(text, contradicts: other)
      }
    }
    try addSibling(change, text)
  }

  /// The subject of a word: each place of a list that is changed by number and each entry that an
  /// app removes is one of its own. Another push system names the subject of what an app does at
  /// it.
  private static func key(of change: SettingChange, _ word: SettingAssignment, _ text: String)
    -> String
  {
    switch change {
    case .byApp(_, .remove): return text
    case .byApp(let app, .guest(let operation)): return operation.subject(of: app)
    default: break
    }
    guard let path = SettingPath(key: word.key), !path.whole.rest.isEmpty else { return change.key }
    return path.text
  }

  /// Of `allowApps` and `silenceApps`, and other keys that exclude each other in a file, there can
  /// be one.
  private mutating func addSibling(_ change: SettingChange, _ text: String) throws(SettingsError) {
    guard case .setting(let path, let value) = change else { return }
    let parent = Array(path.components.dropLast())
    // Names exclude no others.
    if case .names? = SettingPath(parent).schema { return }
    for other in siblings[parent, default: []] where other.path != path {
      let both = other.path.object(other.value).merged(with: path.object(value))
      if both.hasRivals { throw SettingsError(text, contradicts: other.word) }
    }
    siblings[parent, default: []].append((path, value, text))
  }
}

extension SettingsError {
  /// One word of a command that cannot stand beside another of it.
  init(_ word: String, contradicts other: String) {
    self.init(word == other ? .repeated : .contradicts(other), path: word)
  }
}

extension SettingChange {
  fileprivate var isSetting: Bool {
    if case .setting = self { true } else { false }
  }
}

extension JSONObject {
  /// Whether there are keys in it that exclude each other.
  fileprivate var hasRivals: Bool {
    var phone = PhoneSettings()
    do throws(SettingsError) {
      try phone.apply(self)
      return false
    } catch {
      if case .excluded = error.problem { return true }
      return false
    }
  }
}
