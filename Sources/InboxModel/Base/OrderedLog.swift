/// Values ordered by ascending ``Arrival``, read newest first. It orders the inbox, its groups and
/// the entries of a group.
///
/// Values are appended when they arrive. A removed value stays as a tombstone until half of the
/// list is removed, so that moving a group to the top needs no sort. Appending and removing at
/// either end take amortized O(1), finding O(log n), inserting between others O(n). Each value has
/// a weight, 1 by default; the weight of all newer values is found in O(log n).
struct OrderedLog<Value: Sendable>: Sendable {
  /// The ascending arrivals, including those of tombstones.
  private var arrivals: [Arrival] = []
  /// The value of each arrival; nil for a tombstone. The last one is never a tombstone.
  private var values: [Value?] = []
  /// The weight of each arrival; 0 for a tombstone.
  private var weights = FenwickTree()
  /// The first index that is not a tombstone; the number of indices if there is none.
  private var head = 0
  private(set) var count = 0

  init() {}

  /// Makes a log of values by ascending arrival, with their weights.
  init(_ values: [Value], at arrivals: [Arrival], weights: some Sequence<Int>) {
    self.arrivals = arrivals
    self.values = values
    self.weights = FenwickTree(weights)
    count = values.count
  }

  var isEmpty: Bool { count == 0 }

  /// The newest arrival; nil if the log is empty.
  var newest: Arrival? { arrivals.last }

  /// The oldest arrival; nil if the log is empty.
  var oldest: Arrival? { head < arrivals.count ? arrivals[head] : nil }

  /// The value of the newest arrival; nil if the log is empty.
  var newestValue: Value? { values.last ?? nil }

  /// The value at an arrival; nil for none. Assigning nil removes it.
  subscript(arrival: Arrival) -> Value? {
    get {
      let place = place(of: arrival)
      return place < arrivals.count && arrivals[place] == arrival ? values[place] : nil
    }
    set {
      if let newValue { set(newValue, at: arrival) } else { remove(arrival) }
    }
  }

  /// Returns the weight of all values newer than an arrival, which need not be present.
  func weight(newerThan arrival: Arrival) -> Int {
    let place = place(of: arrival)
    let isThere = place < arrivals.count && arrivals[place] == arrival
    return weights.sum(before: arrivals.count) - weights.sum(before: isThere ? place + 1 : place)
  }

  /// Changes the weight of the value at an arrival; ignored if there is none.
  mutating func setWeight(_ weight: Int, at arrival: Arrival) {
    let place = place(of: arrival)
    guard place < arrivals.count, arrivals[place] == arrival, values[place] != nil else { return }
    weights.add(weight - weights[place], at: place)
  }

  /// Returns the next later arrival that is present; `arrival` itself need not be; nil for none.
  func newer(than arrival: Arrival) -> Arrival? {
    var place = place(of: arrival)
    while place < arrivals.count, arrivals[place] == arrival || values[place] == nil { place += 1 }
    return place < arrivals.count ? arrivals[place] : nil
  }

  /// Returns the next earlier arrival that is present; `arrival` itself need not be; nil for none.
  func older(than arrival: Arrival) -> Arrival? {
    var place = place(of: arrival) - 1
    while place >= head, values[place] == nil { place -= 1 }
    return place >= head ? arrivals[place] : nil
  }

  /// All values, newest first, read lazily.
  var newestFirst: NewestFirst { NewestFirst(list: self, place: arrivals.count) }

  /// An iteration from the newest arrival to the oldest.
  struct NewestFirst: Sequence, IteratorProtocol, Sendable {
    fileprivate let list: OrderedLog
    fileprivate var place: Int

    mutating func next() -> (arrival: Arrival, value: Value)? {
      while place > list.head {
        place -= 1
        if let value = list.values[place] { return (list.arrivals[place], value) }
      }
      return nil
    }
  }

  /// All values, oldest first, read lazily.
  var oldestFirst: some Sequence<(arrival: Arrival, value: Value)> { oldestFirst(after: nil) }

  /// Returns the values after an arrival, oldest first, read lazily; all for nil.
  func oldestFirst(
    after start: Arrival?
  ) -> some Sequence<(arrival: Arrival, value: Value)> {
    let first = start.map { start in
      let place = place(of: start)
      return place < arrivals.count && arrivals[place] == start ? place + 1 : place
    }
    return (max(head, first ?? head)..<arrivals.count).lazy.compactMap { place in
      values[place].map { (arrival: arrivals[place], value: $0) }
    }
  }

  /// Returns the first index whose arrival is not earlier. It tries the end first, since new
  /// arrivals are most frequent.
  private func place(of arrival: Arrival) -> Int {
    guard let last = arrivals.last, last >= arrival else { return arrivals.count }
    if last == arrival { return arrivals.count - 1 }
    var (low, high) = (0, arrivals.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle] < arrival { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func set(_ value: Value, at arrival: Arrival) {
    let place = place(of: arrival)
    if place == arrivals.count {
      append(value, at: arrival)
    } else if arrivals[place] == arrival {
      if values[place] == nil {
        count += 1
        weights.add(1, at: place)
      }
      values[place] = value
    } else {
      arrivals.insert(arrival, at: place)
      values.insert(value, at: place)
      weights.insert(1, at: place)
      count += 1
    }
    head = min(head, place)
  }

  /// Appends a value that is newer than all others.
  mutating func append(_ value: Value, at arrival: Arrival) {
    arrivals.append(arrival)
    values.append(value)
    weights.append(1)
    count += 1
  }

  private mutating func remove(_ arrival: Arrival) {
    let place = place(of: arrival)
    guard place < arrivals.count, arrivals[place] == arrival, values[place] != nil else { return }
    values[place] = nil
    weights.add(-weights[place], at: place)
    count -= 1
    while let last = values.last, last == nil {
      values.removeLast()
      arrivals.removeLast()
      weights.removeLast()
    }
    while head < values.count, values[head] == nil { head += 1 }
    head = min(head, values.count)
    if arrivals.count > 2 * count + 16 { compact() }
  }

  private mutating func compact() {
    let living = values.indices.filter { values[$0] != nil }
    arrivals = living.map { arrivals[$0] }
    weights = FenwickTree(living.map { weights[$0] })
    values = living.map { values[$0] }
    head = 0
  }
}

extension OrderedLog: Equatable where Value: Equatable {
  /// Returns whether both have equal arrivals with equal values, ignoring tombstones.
  static func == (left: OrderedLog, right: OrderedLog) -> Bool {
    left.count == right.count
      && left.newestFirst.elementsEqual(right.newestFirst) {
        $0.arrival == $1.arrival && $0.value == $1.value
      }
  }
}
