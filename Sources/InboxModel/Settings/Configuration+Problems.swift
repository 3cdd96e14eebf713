extension Configuration {
  /// Everything wrong with a file and the files of categories it names, 100 problems of each at most; empty
  /// for a file that ``apply(_:fileName:allowsPrograms:files:)`` takes.
  ///
  /// After each problem the member it stands at is left out and the rest is read again. A list whose object
  /// misses something, or is there twice, is left out whole.
  public static func problems(
    of bytes: [UInt8], fileName: String, allowsPrograms: Bool, files: SettingsFiles = .none
  ) -> [SettingsError] {
    var files = files
    files.allowsPrograms = allowsPrograms
    let source = SettingsSource(bytes: bytes, file: fileName, files: files)
    var inFiles = SettingsReader.ProblemsInFiles()
    let problems = source.problems { root throws(SettingsError) in
      // The file is read anew after each problem, and so are those it names.
      inFiles = SettingsReader.ProblemsInFiles()
      var configuration = Configuration()
      try configuration.apply(root, source, noting: inFiles)
    }
    return problems + inFiles.errors
  }
}

extension SettingsSource {
  /// Everything wrong with the text, in its order: what `read` throws about its root, of which less and less
  /// is left.
  func problems(
    _ read: (JSONObject) throws(SettingsError) -> Void
  ) -> [SettingsError] {
    var problems: [SettingsError] = []
    var rest: JSONObject?
    while problems.count < 100 {
      do throws(SettingsError) {
        let root = if let rest { rest } else { try self.root(.json5) }
        rest = root
        try read(root)
        break
      } catch {
        problems.append(error)
        guard let less = rest?.leavingOut(error) else { break }
        rest = less
      }
    }
    return problems.sorted { ($0.position?.offset ?? 0) < ($1.position?.offset ?? 0) }
  }
}

extension JSONObject {
  /// Without the member at which an error stands; nil if there is none.
  fileprivate func leavingOut(_ error: SettingsError) -> JSONObject? {
    guard let offset = error.position?.offset else { return nil }
    for (index, member) in members.enumerated() {
      var result = self
      switch member.value.leavingOut(error) {
      case .some(let value?):
        result.members[index] = Member(
          key: member.key, value: value, keyOffset: member.keyOffset,
          valueOffset: member.valueOffset, valueEnd: member.valueEnd)
        return result
      case .some(nil):
        result.members.remove(at: index)
        return result
      case nil: break
      }
      if member.keyOffset == offset || member.valueOffset == offset {
        result.members.remove(at: index)
        return result
      }
    }
    return nil
  }
}

extension JSONValue {
  /// The value without what an error stands at, which may be nothing; nil if it does not stand in it.
  fileprivate func leavingOut(_ error: SettingsError) -> JSONValue?? {
    switch self {
    case .object(let object): return object.leavingOut(error).map { .object($0) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard case .some(let value) = element.leavingOut(error) else { continue }
        // Without what identifies it, or with it, an object would only be wrong in another way.
        guard let value, ![.missing, .repeated].contains(error.problem) else { return .some(nil) }
        var result = elements
        result[index] = value
        return .some(.array(result))
      }
      return nil
    default: return nil
    }
  }
}
