/// Values by rising notification number, read newest first: the one notion of order in the inbox, of its
/// groups and of the entries in a group.
///
/// What arrives is appended. What leaves stays as a tombstone until half of the list is dead, so that a
/// group moving to the top costs no sort (`design/architecture.md`, "What it costs"). Appending and
/// removing at either end are amortised O(1), finding is O(log n), inserting between others is O(n).
struct RecencyList<Value: Sendable>: Sendable {
  /// Rising; dead places keep theirs.
  private var ids: [NotificationID] = []
  /// One for each of `ids`, nil where it is dead. The last is never dead.
  private var values: [Value?] = []
  /// The first place that is not dead; the number of places when there is none.
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The greatest number.
  var newest: NotificationID? { ids.last }

  /// The smallest number.
  var oldest: NotificationID? { head < ids.count ? ids[head] : nil }

  /// The value of the greatest number.
  var newestValue: Value? { values.last ?? nil }

  /// The value at a number; assigning nil removes it.
  subscript(id: NotificationID) -> Value? {
    get {
      let place = place(of: id)
      return place < ids.count && ids[place] == id ? values[place] : nil
    }
    set {
      if let newValue { set(newValue, at: id) } else { remove(id) }
    }
  }

  /// The next greater number that is there; `id` itself need not be.
  func newer(than id: NotificationID) -> NotificationID? {
    var place = place(of: id)
    while place < ids.count, ids[place] == id || values[place] == nil { place += 1 }
    return place < ids.count ? ids[place] : nil
  }

  /// The next smaller number that is there; `id` itself need not be.
  func older(than id: NotificationID) -> NotificationID? {
    var place = place(of: id) - 1
    while place >= head, values[place] == nil { place -= 1 }
    return place >= head ? ids[place] : nil
  }

  /// All values, newest first, read as they are asked for.
  var newestFirst: NewestFirst { NewestFirst(list: self, place: ids.count) }

  /// A walk from the greatest number to the smallest.
  struct NewestFirst: Sequence, IteratorProtocol, Sendable {
    fileprivate let list: RecencyList
    fileprivate var place: Int

    mutating func next() -> (id: NotificationID, value: Value)? {
      while place > list.head {
        place -= 1
        if let value = list.values[place] { return (list.ids[place], value) }
      }
      return nil
    }
  }

  /// All values, oldest first, read as they are asked for.
  var oldestFirst: some Sequence<(id: NotificationID, value: Value)> {
    (head..<ids.count).lazy.compactMap { place in
      values[place].map { (id: ids[place], value: $0) }
    }
  }

  /// The first place whose number is not smaller. New numbers are looked for most often, so the end is
  /// tried first.
  private func place(of id: NotificationID) -> Int {
    guard let last = ids.last, last >= id else { return ids.count }
    if last == id { return ids.count - 1 }
    var (low, high) = (0, ids.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func set(_ value: Value, at id: NotificationID) {
    let place = place(of: id)
    if place < ids.count, ids[place] == id {
      if values[place] == nil { count += 1 }
      values[place] = value
    } else {
      ids.insert(id, at: place)
      values.insert(value, at: place)
      count += 1
    }
    head = min(head, place)
  }

  private mutating func remove(_ id: NotificationID) {
    let place = place(of: id)
    guard place < ids.count, ids[place] == id, values[place] != nil else { return }
    values[place] = nil
    count -= 1
    while let last = values.last, last == nil {
      values.removeLast()
      ids.removeLast()
    }
    while head < values.count, values[head] == nil { head += 1 }
    head = min(head, values.count)
    if ids.count > 2 * count + 16 { compact() }
  }

  private mutating func compact() {
    let living = values.indices.filter { values[$0] != nil }
    ids = living.map { ids[$0] }
    values = living.map { values[$0] }
    head = 0
  }
}

extension RecencyList: Equatable where Value: Equatable {
  /// Equal numbers with equal values; tombstones do not count.
  static func == (left: RecencyList, right: RecencyList) -> Bool {
    left.count == right.count
      && left.newestFirst.elementsEqual(right.newestFirst) {
        $0.id == $1.id && $0.value == $1.value
      }
  }
}
