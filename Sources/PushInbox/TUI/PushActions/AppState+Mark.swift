import InboxModel

/// A push is marked, and others are compared with it.
extension AppState {
  /// Marks the push that is looked at, or takes its mark away.
  mutating func toggleMark(_ device: Phone) {
    guard let name = pushTarget(device) else { return }
    if marked?.name == name { return unmark() }
    if let hindrance = hindrance(.mark, name) { return showMessage(hindrance, isFailure: true) }
    marked = records.stored(name)
    let key = keymap.keys(of: .unfoldAll)
    showMessage(
      marked == nil
        ? "nothing is kept of \(name.text) any more"
        : "\(name.text) is marked: \(key) compares another one with it")
  }

  mutating func unmark() {
    guard let name = marked?.name else { return }
    marked = nil
    showMessage("\(name.text) is marked no more")
  }

  /// Shows how the push that is looked at differs from the marked one; false where there is none of either.
  mutating func compareWithMarked(_ device: Phone) -> Bool {
    guard let marked, let name = pushTarget(device) else { return false }
    if name == marked.name {
      showMessage("\(name.text) is the marked one: select the one to compare it with")
    } else if let push = records.stored(name) {
      let difference = PushDifference(from: marked, to: push)
      open(
        OutputPage(
          title: "\(marked.name.text) - marked   \(name.text) + this one",
          summary: difference.summary, lines: difference.lines, kind: .difference,
          width: PageMetrics.width(size)))
    } else {
      showMessage("nothing is kept of \(name.text) any more")
    }
    return true
  }
}
