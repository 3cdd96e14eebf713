import Foundation

/// The source of settings: for the places that errors name.
struct SettingsSource {
  /// The whole text.
  var bytes: [UInt8]
  /// The file; nil when errors need not name one.
  var file: String?
  /// The line on which the text begins.
  var firstLine = 1
  /// The path of its root, where another file names it; else empty.
  var path = ""
  /// The files it may name.
  var files = SettingsFiles.none
  /// The offsets of the keys that are left out.
  var withheld: Set<Int> = []

  /// Reads the text.
  func document(_ dialect: JSONReader.Dialect) throws(SettingsError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONReader.read(bytes, dialect: dialect)
    } catch {
      throw unreadable(error)
    }
  }

  /// Reads the places of the values of the text, which is JSON.
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

  /// Reads the text, whose root must be an object.
  func root(_ dialect: JSONReader.Dialect) throws(SettingsError) -> JSONObject {
    try object(try document(dialect).root).leavingOut(keysAt: withheld)
  }

  func object(_ root: JSONValue) throws(SettingsError) -> JSONObject {
    guard case .object(let object) = root else {
      throw error(.wrongValue(expected: "an object", found: root.kind), path: path, offset: 0)
    }
    return object
  }

  /// A file that this one names, at a path of this one; it is called as this one is, from the same
  /// folder.
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
  /// Up to the last occurrence of a character, with it; nothing without one.
  fileprivate func prefix(through character: Character) -> Substring {
    lastIndex(of: character).map { self[...$0] } ?? ""
  }
}

extension JSONObject {
  /// Without the members whose keys stand at these offsets, in it and in the objects in it.
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
