import Foundation

/// The moments at which something happens to things with an identifier, one for each. Setting or
/// removing one takes amortized O(log n).
struct Schedule<ID: Hashable & Comparable & Sendable>: Equatable, Sendable {
  private struct Entry {
    var moment: Date
    var id: ID

    static func < (left: Entry, right: Entry) -> Bool {
      (left.moment, left.id) < (right.moment, right.id)
    }
  }

  private var moments: [ID: Date] = [:]
  /// A binary heap, the earliest entry first. Entries with another moment than in `moments` are
  /// void.
  private var heap: [Entry] = []

  init() {}

  static func == (left: Schedule, right: Schedule) -> Bool { left.moments == right.moments }

  /// The earliest moment; nil for none.
  var due: Date? { heap.first?.moment }

  /// The identifier with the earliest moment, of several the smallest; nil for none.
  var first: ID? { heap.first?.id }

  /// Sets a moment; nil for never.
  mutating func set(_ moment: Date?, for id: ID) {
    guard moments[id] != moment else { return }
    moments[id] = moment
    if let moment { push(Entry(moment: moment, id: id)) }
    removeVoid()
    guard heap.count > 2 * moments.count + 64 else { return }
    heap = moments.map { Entry(moment: $1, id: $0) }.sorted { $0 < $1 }
  }

  /// Removes those whose moments have come, and returns them in the order of their identifiers.
  mutating func removeDue(at now: Date) -> [ID] {
    var ids: [ID] = []
    while let first = heap.first, first.moment <= now {
      pop()
      moments[first.id] = nil
      ids.append(first.id)
      removeVoid()
    }
    return ids.sorted()
  }

  private mutating func removeVoid() {
    while let first = heap.first, moments[first.id] != first.moment { pop() }
  }

  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      let children = 2 * place + 1..<min(2 * place + 3, max(heap.count, 2 * place + 1))
      guard let child = children.min(by: { heap[$0] < heap[$1] }), heap[child] < heap[place] else {
        return
      }
      heap.swapAt(place, child)
      place = child
    }
  }
}
