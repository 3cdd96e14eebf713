import InboxModel

/// `pushinbox rm`: removes the pushes that match a filter; rejected pushes with `is:rejected`, or
/// as `R1 R2`.
struct RemoveCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "rm", synopsis: "FILTER | --all", summary: "remove pushes from the list",
    details: """
      Like “clear”: the apps are not notified. Without FILTER it removes nothing; --all removes everything. Held \
      pushes are not in the list yet and remain. FILTER as for ls; “last” alone is the newest push. With \
      is:rejected, or as R1 R2, it removes rejected pushes, also from the store if no inbox is running; --all \
      does not remove those. Badges, Live Activities, channels and tokens remain; “reset” deletes them, too.
      """, options: [CommandTable.all],
    examples: [
      "pushinbox rm is:read before:7d", "pushinbox rm --all", "pushinbox rm is:rejected",
    ], takes: .filter)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let reading = InboxReading(inbox.runtime)
    if let numbers = try rejectedNumbers(reading) {
      report(try inbox.runtime.removeRejected(numbers), output)
      return .success
    }
    let ids = try reading.listed(arguments.words).map(\.id)
    guard !ids.isEmpty else {
      output.talk(ResultMessage.noListedMatches)
      return .success
    }
    inbox.runtime.handle([.device(.removed(ids.reversed()))])
    output.talk(ResultMessage.removed(ids.count))
    return .success
  }

  /// Removes rejected pushes from the store; nil if the words name pushes of the list, which needs
  /// a running inbox, or if there is no store.
  func performWithoutInbox(in shell: Shell) throws -> ExitCode? {
    guard let folder = shell.places.store, StoreFile(folder: folder).exists,
      let numbers = try rejectedNumbers(shell.reading(of: folder))
    else { return nil }
    if !numbers.isEmpty {
      let store = try Store(at: .folder(folder))
      let left = try store.rejected(limit: Store.pastLimit, \.number)
        .count { !numbers.contains($0) }
      try store.commit([
        .gateway(
          .rejectedMarked(
            numbers.sorted(), isRemoved: true, removedCount: store.counters.lastRejected - left))
      ])
      store.close()
    }
    report(numbers.count, shell.output)
    return .success
  }

  /// Returns the numbers of the rejected pushes that the words name; nil if they name pushes of the
  /// list.
  ///
  /// - Throws: ``ErrorMessage`` if there is no push such as `R9`, and for an invalid filter.
  private func rejectedNumbers(_ reading: InboxReading) throws -> Set<Int>? {
    let words = arguments.words
    let numbers = words.compactMap(InboxReading.rejectedNumber)
    guard words.isEmpty || numbers.count < words.count else {
      for number in numbers where try reading.store.rejected(number: number) == nil {
        throw ErrorMessage.noRejected(number)
      }
      return Set(numbers)
    }
    let filter = try reading.filter(words)
    guard filter.asksForRejected else { return nil }
    let found = try reading.store.rejected(limit: Store.pastLimit) {
      filter.matches($0) ? $0.number : nil
    }
    return Set(found.compactMap(\.self))
  }

  private func report(_ count: Int, _ output: any CommandOutput) {
    output.talk(
      count == 0 ? ResultMessage.noRejectedMatches : ResultMessage.rejectedRemoved(count))
  }
}
