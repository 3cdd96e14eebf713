import Foundation

/// The source text of settings, which provides the positions in errors.
struct SettingsSource {
  /// The whole text.
  var bytes: [UInt8]
  /// The file; nil if errors do not name one.
  var file: String?
  /// The number of the text's first line.
  var firstLine = 1
  /// The path of its root, if another file references it; empty otherwise.
  var path = ""
  /// The files that it may reference.
  var files = SettingsFiles.none
  /// The offsets of the keys that are skipped.
  var withheld: Set<Int> = []

  /// The place of a scenario step, as its requests name it: `chat.jsonl line 7`. The file is
  /// without its folders, so that the same scenario yields the same bytes everywhere.
  var stepName: String {
    let name = file?.split(separator: "/").last.map(String.init) ?? "scenario"
    return "\(name) line \(firstLine)"
  }

  /// Parses the text.
  func document(_ dialect: JSONReader.Dialect) throws(SettingsError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONReader.read(bytes, dialect: dialect)
    } catch {
      throw unreadable(error)
    }
  }

  /// Locates the values of the JSON text.
  func index() throws(SettingsError) -> JSONIndex {
    do throws(JSONError) {
      return try JSONIndex.read(bytes)
    } catch {
      throw unreadable(error)
    }
  }

  private func unreadable(_ error: JSONError) -> SettingsError {
    let named = path.isEmpty ? error.problem : "`\(path)`: \(error.problem)"
    return self.error(.unreadable(named), path: path, offset: error.offset)
  }

  /// Parses the text, whose root must be an object.
  func root(_ dialect: JSONReader.Dialect) throws(SettingsError) -> JSONObject {
    try object(try document(dialect).root).leavingOut(keysAt: withheld)
  }

  func object(_ root: JSONValue) throws(SettingsError) -> JSONObject {
    guard case .object(let object) = root else {
      throw error(.wrongValue(expected: "an object", found: root.kind), path: path, offset: 0)
    }
    return object
  }

  /// Returns the source of a file that this one references, at a path of this one. Errors name it
  /// with the same folder prefix as this file.
  func named(_ name: String, bytes: [UInt8], at path: String) -> SettingsSource {
    let folder = name.hasPrefix("/") ? "" : file?.prefix(through: "/") ?? ""
    return SettingsSource(bytes: bytes, file: folder + name, path: path, files: files)
  }

  func error(
    _ problem: SettingsError.Problem, path: String, suggestion: String? = nil, offset: Int
  ) -> SettingsError {
    var position = JSONPosition(offset: offset, in: bytes)
    position.line += firstLine - 1
    return SettingsError(
      problem, path: path, suggestion: suggestion, file: file, position: position)
  }
}

extension String {
  /// Returns the prefix up to and including the last occurrence of a character; empty without one.
  fileprivate func prefix(through character: Character) -> Substring {
    lastIndex(of: character).map { self[...$0] } ?? ""
  }
}

extension JSONObject {
  /// Returns the object without the members whose keys are at these offsets, including those in
  /// nested objects.
  func leavingOut(keysAt offsets: Set<Int>) -> JSONObject {
    guard !offsets.isEmpty else { return self }
    return JSONObject(
      members.compactMap { member in
        if offsets.contains(member.keyOffset) { return nil }
        guard case .object(let inner) = member.value else { return member }
        return Member(
          key: member.key, value: .object(inner.leavingOut(keysAt: offsets)),
          keyOffset: member.keyOffset, valueOffset: member.valueOffset, valueEnd: member.valueEnd)
      })
  }
}
