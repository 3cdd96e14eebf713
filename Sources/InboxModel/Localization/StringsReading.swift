/// The search for and the parsing of strings files below a path.
private struct StringsReading {
  let files: SettingsFiles
  private var fileCount = 0
  private var byteCount = 0

  /// The maximum number of files; a larger folder is not an app's resources.
  private static let maximumFiles = 10_000
  private static let maximumBytes = 256 << 20

  private static let catalogue = "Localizable.xcstrings"
  /// The tables in which keys are looked up; plural entries override plain ones.
  private static let tables = ["Localizable.strings", "Localizable.stringsdict"]

  init(files: SettingsFiles) { self.files = files }

  mutating func read(_ path: String, into strings: inout LocalizedStrings) throws(StringsError) {
    // A folder may be written with a final slash.
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let names: [String]
    switch try item(path) {
    case .file(let bytes):
      guard Self.kinds.contains(where: path.hasSuffix) else {
        throw StringsError(
          "expected a .strings, .stringsdict or .xcstrings file, or a folder", file: path)
      }
      return try add(bytes, of: path, into: &strings)
    case .folder(let entries): names = entries
    }
    if path.language != nil {
      guard try readFolder(path, names, into: &strings) else {
        throw StringsError("there is no Localizable.strings in it", file: path)
      }
      return
    }
    var found = try readFolder(path, names, into: &strings)
    for name in names.sorted() where name.language != nil {
      guard case .folder(let names) = try item(path + "/" + name) else { continue }
      if try readFolder(path + "/" + name, names, into: &strings) { found = true }
    }
    guard found else {
      throw StringsError(
        "there is no Localizable.xcstrings and no .lproj folder with strings in it", file: path)
    }
    if names.contains("Info.plist"), case .file(let bytes) = try item(path + "/Info.plist") {
      strings.developmentLanguage =
        PropertyListStrings.developmentLanguage(bytes) ?? strings.developmentLanguage
    }
  }

  /// Reads the strings files of one folder.
  ///
  /// - Returns: Whether the folder contained strings.
  private mutating func readFolder(
    _ path: String, _ names: [String], into strings: inout LocalizedStrings
  ) throws(StringsError) -> Bool {
    var found = false
    for name in [Self.catalogue] + Self.tables where names.contains(name) {
      guard case .file(let bytes) = try item(path + "/" + name) else {
        throw StringsError("this is a folder, expected a file of strings", file: path + "/" + name)
      }
      try add(bytes, of: path + "/" + name, into: &strings)
      found = true
    }
    return found
  }

  private mutating func item(_ path: String) throws(StringsError) -> SettingsFiles.Item {
    switch files.item(at: path) {
    case .success(let item):
      fileCount += 1
      if case .file(let bytes) = item { byteCount += bytes.count }
      guard fileCount <= Self.maximumFiles, byteCount <= Self.maximumBytes else {
        throw StringsError("there are too many strings for the resources of an app", file: path)
      }
      return item
    case .failure(let failure): throw StringsError(failure.reason, file: path)
    }
  }

  // MARK: One file

  private static let kinds = [".strings", ".stringsdict", ".xcstrings"]

  private func add(
    _ bytes: [UInt8], of path: String, into strings: inout LocalizedStrings
  ) throws(StringsError) {
    do throws(StringsError) {
      if path.hasSuffix(".xcstrings") { return try StringCatalogue.read(bytes, into: &strings) }
      let isText = path.hasSuffix(".strings") && !PropertyListStrings.isPropertyList(bytes)
      let contents = try isText ? StringsFile.read(bytes) : PropertyListStrings.read(bytes)
      strings.add(contents.table, language: path.folder.language)
      for (key, position) in contents.duplicates {
        strings.remark(
          StringsError(
            "“\(PlainText.clean(key))” is defined twice; the last one is used", file: path,
            position: position
          ).message)
      }
    } catch {
      var error = error
      error.file = path
      throw error
    }
  }
}

extension LocalizedStrings {
  /// Reads the strings of an app at a path: a strings file, one language's `.lproj` folder, or the
  /// folder of the app's resources with all languages.
  ///
  /// - Throws: ``StringsError`` with the first file that cannot be read.
  public init(path: String, files: SettingsFiles) throws(StringsError) {
    self.init()
    var reading = StringsReading(files: files)
    try reading.read(path, into: &self)
    self.path = files.path(to: path)
  }
}

extension String {
  /// The language of a folder `ru.lproj`; nil for other names.
  fileprivate var language: String? {
    let name = split(separator: "/").last ?? ""
    return name.hasSuffix(".lproj") && name.count > 6 ? String(name.dropLast(6)) : nil
  }

  /// The folder part of a path.
  fileprivate var folder: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
