import Foundation

extension SettingChanges {
  /// The changes in the form of a file (`config diff`), except those in ``words``.
  public var file: JSONObject {
    var object = JSONObject()
    for change in inOrder {
      switch change {
      case .setting(let path, let value): object = object.merged(with: path, value)
      case .language(let language):
        let path = SettingPath.device("languages")
        let others = (path.value(in: object)?.array ?? []).filter { $0 != .string(language) }
        object = object.merged(with: path, .array([.string(language)] + others))
      case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: continue
      }
    }
    return object
  }

  /// The changes that a file cannot contain, as assignments of `set`.
  public var words: [String] {
    inOrder.compactMap { change in
      switch change {
      case .setting, .language, .showSummary, .byApp: nil
      case .online(let isOnline): "online=" + (isOnline ? "yes" : "no")
      case .focusOn(let name, let until):
        "focus=\(name)" + (until.map { " focus.until=" + Timestamp.text($0) } ?? "")
      case .focusOff: "focus=off"
      case .mute(let app, let until):
        "mute.\(app)=" + (until.map { "until:" + Timestamp.text($0) } ?? "off")
      }
    }
  }

  /// The lines of that file, with the other changes as final remarks.
  public var lines: [String] {
    ConfigurationText.lines(file)
      + words.map { PlainText.clean("// only with pushinbox set: \($0)") }
  }

  /// Returns the keys of the changes that a word refers to: the key itself or its path, or all
  /// below a path such as `apps.com.example.chat`.
  public func keys(under word: String) -> [String] {
    inOrder.filter { change in
      if change.key == word { return true }
      guard case .setting(let path, _) = change else { return false }
      return path.text == word || path.text.hasPrefix(word + ".")
    }.map(\.key)
  }
}

extension JSONObject {
  /// Returns the object with another setting, without the settings that it excludes.
  fileprivate func merged(with path: SettingPath, _ value: JSONValue) -> JSONObject {
    var result = merged(with: path.object(value))
    while let rival = result.rival(of: path) { result = result.removing(rival.components[...]) }
    return result
  }

  /// Returns the setting that excludes this one; nil for none.
  private func rival(of path: SettingPath) -> SettingPath? {
    var phone = PhoneSettings()
    do throws(SettingsError) {
      try phone.apply(self)
    } catch {
      guard case .excluded(let other) = error.problem, let key = path.components.last else {
        return nil
      }
      let named = error.path.split(separator: ".").last.map(String.init) ?? ""
      let rival = SettingPath(path.components.dropLast() + [named == key ? other : named])
      return rival.value(in: self) == nil ? nil : rival
    }
    return nil
  }

  private func removing(_ path: ArraySlice<String>) -> JSONObject {
    guard let key = path.first else { return self }
    var result = self
    result[key] =
      path.count == 1 ? nil : result[key]?.object.map { .object($0.removing(path.dropFirst())) }
    return result
  }
}
