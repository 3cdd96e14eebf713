extension Configuration {
  /// Everything wrong with a file and the files of categories it names, 1000 problems at most, and
  /// what it says without them; no problems for a file of which
  /// ``apply(_:fileName:allowsPrograms:without:files:)`` takes all.
  ///
  /// After each problem the member it stands at is left out and the rest is read again. Of an
  /// object in a list that lacks what identifies it no more is told.
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
  /// In the order of their places: those of a file, then those of each other file.
  public func inOrder(from file: String) -> [SettingsError] {
    var seen: Set<String> = []
    let files = ([file] + compactMap(\.file)).filter { seen.insert($0).inserted }
    return files.flatMap { file in
      filter { $0.file == file }.sorted { ($0.position?.offset ?? 0) < ($1.position?.offset ?? 0) }
    } + filter { $0.file == nil }
  }
}

extension SettingsSource {
  /// A configuration file.
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
