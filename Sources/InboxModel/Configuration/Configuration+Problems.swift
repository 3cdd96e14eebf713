extension Configuration {
  /// Returns all problems of a file and of the category files it references, at most 1,000, and its
  /// configuration without the invalid parts. There are no problems if
  /// ``apply(_:fileName:allowsPrograms:without:files:)`` accepts the whole file.
  ///
  /// After each problem the invalid member is removed and the rest is read again. An object in a
  /// list without its identifying value yields one problem only.
  public static func checked(
    _ bytes: [UInt8], fileName: String, allowsPrograms: Bool,
    without withheld: [WithheldSetting] = [], files: SettingsFiles = .none
  ) -> (configuration: Configuration, problems: [SettingsError]) {
    let source = SettingsSource(
      bytes: bytes, file: fileName, allowsPrograms: allowsPrograms, without: withheld, files: files)
    let noted = SettingsReader.NotedProblems(isComplete: true)
    var configuration = Configuration()
    source.collectProblems(in: noted) { root throws(SettingsError) in
      try configuration.apply(root, source, noting: noted)
    }
    return (configuration, noted.errors.inOrder(from: fileName))
  }
}

extension [SettingsError] {
  /// Returns the errors by position: those of a file, then those of each other file.
  public func inOrder(from file: String) -> [SettingsError] {
    var seen: Set<String> = []
    let files = ([file] + compactMap(\.file)).filter { seen.insert($0).inserted }
    return files.flatMap { file in
      filter { $0.file == file }.sorted { ($0.position?.offset ?? 0) < ($1.position?.offset ?? 0) }
    } + filter { $0.file == nil }
  }
}

extension SettingsSource {
  /// Makes the source of a configuration file.
  init(
    bytes: [UInt8], file: String, allowsPrograms: Bool, without withheld: [WithheldSetting],
    files: SettingsFiles
  ) {
    var files = files
    files.allowsPrograms = allowsPrograms
    self.init(
      bytes: bytes, file: file, files: files, withheld: Set(withheld.map(\.position.offset)))
  }
}
