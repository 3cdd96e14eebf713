extension SettingsSource {
  /// Collects all problems of the text: the errors that `read` throws about its root, from which
  /// each invalid member is removed.
  func collectProblems(
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
        noted.record(error)
        guard let less = rest?.leavingOut(error) else { return }
        rest = less
      }
    }
  }
}

extension JSONObject {
  /// Returns the object without the member at which an error is located; nil if there is none. List
  /// elements are removed where the list is read.
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
