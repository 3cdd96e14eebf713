import Foundation

/// An assignment of `set` with a path of the configuration: `device.stackThreshold=3`,
/// `focus.dinner.allowApps+=com.example.health`.
struct SettingAssignment {
  enum Operator: Equatable { case set, add, remove }

  /// The key as written.
  let key: String
  /// The operator: set, add or remove.
  let change: Operator
  private let value: String

  /// Makes an assignment from the texts before and after the `=`.
  init(key: String, value: String) {
    let before = String(key.dropLast())
    // The sign may be the whole name: `keys.-`.
    let isName = SettingPath(key: before) == nil && SettingPath(key: key) != nil
    switch key.last {
    case "+" where !isName: (self.key, change) = (before, .add)
    case "-" where !isName: (self.key, change) = (before, .remove)
    default: (self.key, change) = (key, .set)
    }
    self.value = value
  }

  /// Parses the assignment and applies it.
  ///
  /// - Throws: The error with which a file would be rejected.
  func change(_ fold: inout SettingsAccumulator) throws(SettingsError) -> SettingChange {
    guard let path = SettingPath(key: key), !isAmbiguous(path) else {
      if let (named, form) = Guests.settingOfTwoNames {
        let path = named.joined(separator: ".")
        if key.hasPrefix(path + ".") {
          throw SettingsError(.wrongValue(expected: form, found: "by this"), path: path)
        }
      }
      guard !SettingChange.isKey(key) else {
        throw SettingsError(.wrongValue(expected: "set key by key", found: "as a whole"), path: key)
      }
      throw SettingsError(.unknownKey, path: key, suggestion: SettingChange.suggestion(for: key))
    }
    if case .object? = JSONValue(json5: value), path.components.count < 3 {
      throw SettingsError(.wrongValue(expected: "set key by key", found: "as an object"), path: key)
    }
    if case .value(let form)? = path.schema, form.isList, value.hasPrefix("{") {
      throw SettingsError(
        .wrongValue(expected: SettingsReader.listForm, found: "an object"), path: key)
    }
    guard change == .set else {
      let list = try JSONValue.array(changedList(path, in: fold.phone))
      return try apply(list, to: path, &fold)
    }
    var errors: [(value: JSONValue, error: SettingsError)] = []
    for value in readings(as: path.schema) {
      do throws(SettingsError) {
        return try apply(value, to: path, &fold)
      } catch {
        errors.append((value, error))
      }
    }
    throw likeliest(of: errors)
  }

  /// Returns whether the path has two names with dots, so that the end of the first is ambiguous.
  private func isAmbiguous(_ path: SettingPath) -> Bool {
    guard let (named, _) = Guests.settingOfTwoNames, path.components.starts(with: named) else {
      return false
    }
    return !key.utf8.contains(UInt8(ascii: "\""))
      && key.utf8.count { $0 == UInt8(ascii: ".") } >= path.components.count
  }

  /// Returns the possible values of the text: for a switch, yes or no, or the words on and off;
  /// otherwise, and for a switch with a third value, JSON5, a string, a list of strings.
  private func readings(as schema: SettingsSchema?) -> [JSONValue] {
    if case .value(let form)? = schema, form.choices.contains("true"),
      let flag = Bool(settingWord: value)
    {
      return [.bool(flag)]
    }
    if case .value(let form)? = schema, form.isOnOrOff,
      let flag = Bool(settingWord: value)
    {
      return [.string(flag ? "on" : "off")]
    }
    return [JSONValue(json5: value), .string(value), .array(elements)].compactMap(\.self)
  }

  /// The elements of the text as a list.
  var elements: [JSONValue] {
    JSONValue(json5: value)?.array
      ?? value.split(separator: ",").map { .string($0.trimmingCharacters(in: .whitespaces)) }
  }

  private func apply(
    _ value: JSONValue, to path: SettingPath, _ fold: inout SettingsAccumulator
  ) throws(SettingsError) -> SettingChange {
    let (whole, rest) = path.whole
    let value = try rest.isEmpty ? value : list(at: whole, with: value, at: rest, in: fold.phone)
    do throws(SettingsError) {
      try fold.apply(whole, value)
    } catch {
      var error = error
      // The short name replaces the path in the error.
      if error.path == path.components.joined(separator: ".") { error.path = key }
      throw error
    }
    return .setting(whole, value)
  }

  /// Returns the effective list of objects with one value changed.
  private func list(
    at path: SettingPath, with value: JSONValue, at rest: ArraySlice<String>,
    in phone: PhoneSettings
  ) throws(SettingsError) -> JSONValue {
    let list = phone.value(at: path) ?? []
    guard let changed = list.replacing(rest, with: value) else {
      let first = SettingPath(path.components + [String(list.array?.count ?? 0)])
      throw SettingsError(.needs("`\(first.text)`"), path: key)
    }
    return changed
  }

  /// Returns the effective list with elements added or removed.
  private func changedList(
    _ path: SettingPath, in phone: PhoneSettings
  ) throws(SettingsError) -> [JSONValue] {
    guard case .value(let form)? = path.schema, form.isList else {
      throw SettingsError(
        .wrongValue(expected: "a list for `+=` and `-=`", found: "a single value"), path: key)
    }
    var list = phone.value(at: path)?.array ?? []
    for element in elements {
      if change == .remove {
        list.removeAll { $0 == element }
      } else if !list.contains(element) {
        list.append(element)
      }
    }
    return list
  }

  /// Returns the error of the most likely interpretation.
  private func likeliest(
    of errors: [(value: JSONValue, error: SettingsError)]
  ) -> SettingsError {
    let wantsList = errors.contains { _, error in
      if case .wrongValue(SettingsReader.listForm, _) = error.problem { true } else { false }
    }
    let meant = errors.first { value, _ in
      switch value {
      case .object: true
      case .array: wantsList
      default: !wantsList
      }
    }
    return meant?.error ?? SettingsError(.unknownKey, path: key)
  }
}
