import InboxModel

/// Removal of rejected pushes, and its undo.
extension AppRuntime {
  /// Removes rejected pushes from their list; all of them if `numbers` is nil. Unknown numbers are
  /// ignored.
  ///
  /// - Returns: The number of removed pushes.
  @discardableResult
  func removeRejected(_ numbers: Set<Int>? = nil) throws(StoreError) -> Int {
    let listed = try store.rejected(limit: Store.pastLimit, \.number)
    let removed = listed.filter { numbers?.contains($0) ?? true }
    handle([
      .gateway(
        .rejectedRemoved(removed.reversed(), left: listed.count - removed.count))
    ])
    return removed.count
  }

  /// Undoes the last removal of rejected pushes; returns false when there is none.
  func restoreRejected() -> Bool {
    guard system.gateway.canRestoreRejected else { return false }
    handle([.gateway(.rejectedRestored)])
    return true
  }
}
