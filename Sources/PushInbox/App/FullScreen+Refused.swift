import InboxModel

/// The refused pushes of the store, for the screen.
extension FullScreen {
  func refused() -> [RefusedPush] {
    do {
      return try runtime.store.refused(limit: RefusedPage.limit, \.row)
    } catch {
      say(ErrorMessage(error).text)
      return []
    }
  }

  func refused(_ number: Int) -> RefusedPush? {
    do {
      return try runtime.store.refused(number: number)
    } catch {
      say(ErrorMessage(error).text)
      return nil
    }
  }

  /// Removes refused pushes from their list, all of them without numbers.
  func removeRefused(_ numbers: Set<Int>?) {
    do {
      try runtime.removeRefused(numbers)
    } catch {
      say(ErrorMessage(error).text)
    }
  }
}
