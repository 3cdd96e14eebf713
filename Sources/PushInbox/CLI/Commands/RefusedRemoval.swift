import InboxModel

/// `pushinbox rm` for refused pushes: `is:rejected` with the other words of a filter, or `R1 R2`.
@MainActor
enum RefusedRemoval {
  /// The numbers of the refused pushes that the words mean; nil when they mean pushes of the list.
  ///
  /// - Throws: ``ErrorMessage`` for `R9` when there is no such push, and for a filter that cannot be read.
  static func numbers(_ words: [String], _ reading: InboxReading) throws -> Set<Int>? {
    let numbers = words.compactMap(InboxReading.refusedNumber)
    guard words.isEmpty || numbers.count < words.count else {
      for number in numbers where try reading.store.refused(number: number) == nil {
        throw ErrorMessage(
          "no refused push is known as R\(number); see pushinbox ls is:rejected", .failure)
      }
      return Set(numbers)
    }
    let filter = try reading.filter(words)
    guard filter.asksForRejected else { return nil }
    let found = try reading.store.refused(limit: Store.pastLimit) {
      filter.matches($0) ? $0.number : nil
    }
    return Set(found.compactMap(\.self))
  }

  /// Removes refused pushes from the store of an inbox that does not run; nil when the words mean pushes of
  /// the list, for which one has to run.
  static func perform(
    _ words: [String], in folder: String, _ reading: InboxReading, _ output: any CommandOutput
  ) throws -> ExitCode? {
    guard let numbers = try numbers(words, reading) else { return nil }
    if !numbers.isEmpty {
      let store = try Store(at: .folder(folder))
      let left = try store.refused(limit: Store.pastLimit, \.number)
        .count { !numbers.contains($0) }
      try store.commit([
        .gateway(
          .refusedMarked(
            numbers.sorted(), isRemoved: true, removedCount: store.counters.lastRefused - left))
      ])
      store.close()
    }
    report(numbers.count, output)
    return .success
  }

  /// Says how many were removed.
  static func report(_ count: Int, _ output: any CommandOutput) {
    output.talk(
      count == 0
        ? "no refused push matches"
        : "\(Words.count(count, "refused push", "refused pushes")) removed")
  }
}
