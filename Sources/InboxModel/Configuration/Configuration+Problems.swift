extension Configuration {
  /// Everything wrong with a file and the files of categories it names, 1000 problems at most, and what it
  /// says without them; no problems for a file of which ``apply(_:fileName:allowsPrograms:without:files:)`` takes
  /// all.
  ///
  /// After each problem the member it stands at is left out and the rest is read again. Of an object in a
  /// list that lacks what identifies it no more is told.
  public static func checked(
    _ bytes: [UInt8], fileName: String, allowsPrograms: Bool,
    without withheld: [WithheldSetting] = [],
    files: SettingsFiles = .none
  ) -> (configuration: Configuration, problems: [SettingsError]) {
    let source = SettingsSource(
      bytes: bytes, file: fileName, allowsPrograms: allowsPrograms, without: withheld, files: files)
    let noted = SettingsReader.NotedProblems(isComplete: true)
    var configuration = Configuration()
    source.note(in: noted) { root throws(SettingsError) in
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
      filter { $0.file == file }
        .sorted { ($0.position?.offset ?? 0) < ($1.position?.offset ?? 0) }
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

  /// Notes everything wrong with the text: what `read` throws about its root, of which less and less is left.
  func note(
    in noted: SettingsReader.NotedProblems, _ read: (JSONObject) throws(SettingsError) -> Void
  ) {
    var rest: JSONObject?
    for _ in 0..<100 {
      do throws(SettingsError) {
        let root = if let rest { rest } else { try self.root(.json5) }
        rest = root
        try read(root)
        return
      } catch {
        noted.note(error)
        guard let less = rest?.leavingOut(error) else { return }
        rest = less
      }
    }
  }
}

extension JSONObject {
  /// Without the member at which an error stands; nil if there is none. What stands in a list is left out
  /// where the list is read.
  func leavingOut(_ error: SettingsError) -> JSONObject? {
    guard let offset = error.position?.offset else { return nil }
    for (index, member) in members.enumerated() {
      var result = self
      if case .object(let inner) = member.value, let less = inner.leavingOut(error) {
        result.members[index] = Member(
          key: member.key, value: .object(less), keyOffset: member.keyOffset,
          valueOffset: member.valueOffset, valueEnd: member.valueEnd)
        return result
      }
      if member.keyOffset == offset || member.valueOffset == offset {
        result.members.remove(at: index)
        return result
      }
    }
    return nil
  }
}
