import InboxModel

/// Removal of refused pushes from the screen.
extension FullScreen {
  /// Removes refused pushes from their list, all of them without numbers.
  func removeRefused(_ numbers: Set<Int>?) {
    do {
      try runtime.removeRefused(numbers)
    } catch {
      say(ErrorMessage(error).text)
    }
  }
}
