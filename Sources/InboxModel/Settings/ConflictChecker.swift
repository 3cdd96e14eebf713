/// The conflict check of one command: no two of its assignments may set the same value, or opposite
/// ones.
struct ConflictChecker {
  /// One list element that `+=` adds or `-=` removes.
  private struct Element: Hashable {
    var key: String
    /// The element as JSON.
    var value: String
  }

  /// The assignment of each key.
  private var words: [String: String] = [:]
  private var elements: [Element: String] = [:]
  /// The assignments to the keys of one object, by the object's path.
  private var siblings: [[String]: [(path: SettingPath, value: JSONValue, word: String)]] = [:]

  /// Returns the assignment of a key; nil for none.
  subscript(key: String) -> String? { words[key] }

  /// Adds an assignment, as parsed and as written.
  ///
  /// - Throws: An error that names it and the earlier assignment that it conflicts with.
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

  /// Returns the subject of an assignment: each list element that is changed by its index, and each
  /// entry that an app removes, is a separate subject. Another push system names the subject of an
  /// app's operation on it.
  private static func key(of change: SettingChange, _ word: SettingAssignment, _ text: String)
    -> String
  {
    switch change {
    case .byApp(_, .remove), .byApp(_, .removeActivity): return text
    case .byApp(let app, .guest(let operation)): return operation.subject(of: app)
    default: break
    }
    guard let path = SettingPath(key: word.key), !path.whole.rest.isEmpty else { return change.key }
    return path.text
  }

  /// Rejects a second one of keys that exclude each other in a file, such as `allowApps` and
  /// `silenceApps`.
  private mutating func addSibling(_ change: SettingChange, _ text: String) throws(SettingsError) {
    guard case .setting(let path, let value) = change else { return }
    let parent = Array(path.components.dropLast())
    // Names do not exclude each other.
    if case .names? = SettingPath(parent).schema { return }
    for other in siblings[parent, default: []] where other.path != path {
      let both = other.path.object(other.value).merged(with: path.object(value))
      if both.hasRivals { throw SettingsError(text, contradicts: other.word) }
    }
    siblings[parent, default: []].append((path, value, text))
  }
}

extension SettingsError {
  /// Makes the error of an assignment that conflicts with another one of the command.
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
  /// Whether some of its keys exclude each other.
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
