import InboxModel

/// Removal of rejected pushes, and its undoing.
extension AppRuntime {
  /// Removes rejected pushes from their list, all of them without numbers; numbers that are not in it are
  /// passed over.
  ///
  /// - Returns: How many were removed.
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

  /// Takes the last removal of rejected pushes back; false when there is none.
  func restoreRejected() -> Bool {
    guard system.gateway.canRestoreRejected else { return false }
    handle([.gateway(.rejectedRestored)])
    return true
  }
}
