/// A JSON value compared with what is expected of it.
///
/// Of an object every expected member must be there and match, others may stand beside it; an array
/// matches element by element with nothing left over; numbers are equal by value, strings by their
/// bytes. An expected object may also hold an ``Operator``.
struct Comparison {
  /// Keys of an expected object that say something of the whole value.
  enum Operator: String, CaseIterable {
    /// Each of a list is matched by an element of its own.
    case contains = "$contains"
    /// The number of elements or members.
    case count = "$count"
  }

  /// One place in which the two differ.
  struct Mismatch: Equatable {
    /// Where.
    var path: JSONPath
    /// The expected value.
    var expected: Side
    /// The value found.
    var got: Side
  }

  /// One side of a difference.
  enum Side: Equatable {
    case nothing
    case value(JSONValue)
    /// An element that contains this.
    case element(JSONValue)
    case words(String)
  }

  /// Beyond so many elements the nearest is not looked for.
  static let reach = 1000
  /// So many missing or needless elements of one array are told.
  private static let fewest = 3

  private var mismatches: [Mismatch] = []
  private let limit: Int

  private init(limit: Int) { self.limit = limit }

  /// Whether a value is as expected.
  static func holds(_ expected: JSONValue, of got: JSONValue?) -> Bool {
    mismatches(of: got, from: expected, limit: 1).isEmpty
  }

  /// Returns the differences, in the order of the expected value.
  ///
  /// - Parameters:
  ///   - got: the value; nil where there is none.
  ///   - path: where both stand.
  ///   - limit: after so many no more are looked for.
  static func mismatches(
    of got: JSONValue?, from expected: JSONValue, at path: JSONPath = JSONPath(), limit: Int = 20
  ) -> [Mismatch] {
    var comparison = Comparison(limit: limit)
    comparison.compare(expected, got, path)
    return comparison.mismatches
  }

  /// The value with the fewest differences and its place among the values; of equals the one that
  /// agrees further in the order of what is expected, then the first.
  static func nearest(
    to expected: JSONValue, among values: some Sequence<(offset: Int, element: JSONValue)>
  ) -> (offset: Int, element: JSONValue)? {
    let keys = expected.object?.members.map(\.key) ?? []
    var best: (offset: Int, element: JSONValue)?
    var least = (count: Int.max, disagreement: 0)
    for value in values.prefix(reach) {
      let found = mismatches(of: value.element, from: expected, limit: min(least.count, 100) + 1)
      var agreement = 0
      if case .key(let key)? = found.first?.path.parts.first {
        agreement = keys.firstIndex(of: key) ?? 0
      }
      if (found.count, -agreement) < least { (best, least) = (value, (found.count, -agreement)) }
    }
    return best
  }

  private var isFull: Bool { mismatches.count >= limit }

  private mutating func add(_ path: JSONPath, _ expected: Side, _ got: Side) {
    if !isFull { mismatches.append(Mismatch(path: path, expected: expected, got: got)) }
  }

  private mutating func compare(_ expected: JSONValue, _ got: JSONValue?, _ path: JSONPath) {
    guard !isFull else { return }
    switch (expected, got) {
    case (.object(let object), let got?): compare(object, got, path)
    case (.array(let elements), .array(let others)?): compare(elements, others, path)
    case (_, let got?) where expected.isEqual(to: got): break
    default: add(path, .value(expected), got.map(Side.value) ?? .nothing)
    }
  }

  private mutating func compare(_ expected: JSONObject, _ got: JSONValue, _ path: JSONPath) {
    let others = got.object
    if others == nil, !expected.hasOperatorsOnly {
      return add(path, .value(.object(expected)), .value(got))
    }
    for member in expected.members {
      switch Operator(rawValue: member.key) {
      case .contains: compare(containing: member.value, got, path)
      case .count: compare(count: member.value, got, path)
      case nil: compare(member.value, others?[member.key], path.key(member.key))
      }
    }
  }

  private mutating func compare(count: JSONValue, _ got: JSONValue, _ path: JSONPath) {
    let (found, noun): (Int, String)
    switch got {
    case .array(let elements): (found, noun) = (elements.count, "element")
    case .object(let object): (found, noun) = (object.members.count, "member")
    default: return add(path, .words("an array or an object"), .value(got))
    }
    let expected = count.int ?? -1
    if expected != found {
      add(path, .words(Self.counted(expected, noun)), .words(Self.counted(found, noun)))
    }
  }

  // MARK: Arrays

  /// Single values are told all together. Of others, what is equal at both ends is passed over, so
  /// that one element more does not spoil all the others.
  private mutating func compare(_ expected: [JSONValue], _ got: [JSONValue], _ path: JSONPath) {
    if expected.allSatisfy(\.isSingle), got.allSatisfy(\.isSingle) {
      let isEqual =
        expected.count == got.count && zip(expected, got).allSatisfy { $0.isEqual(to: $1) }
      return isEqual ? () : add(path, .value(.array(expected)), .value(.array(got)))
    }
    if expected.count != got.count {
      add(
        path, .words(Self.counted(expected.count, "element")),
        .words(Self.counted(got.count, "element")))
      guard !isFull else { return }
    }
    let shorter = min(expected.count, got.count)
    var (head, tail) = (0, 0)
    while head < shorter, Self.holds(expected[head], of: got[head]) { head += 1 }
    while tail < shorter - head,
      Self.holds(expected[expected.count - 1 - tail], of: got[got.count - 1 - tail])
    {
      tail += 1
    }
    for index in head..<shorter - tail { compare(expected[index], got[index], path.index(index)) }
    let rest = shorter - tail
    for index in (rest..<expected.count - tail).prefix(Self.fewest) {
      add(path.index(index), .value(expected[index]), .nothing)
    }
    for index in (rest..<got.count - tail).prefix(Self.fewest) {
      add(path.index(index), .nothing, .value(got[index]))
    }
  }

  private mutating func compare(
    containing listed: JSONValue, _ got: JSONValue, _ path: JSONPath
  ) {
    guard let listed = listed.array, let elements = got.array else {
      return add(path, .words("an array"), .value(got))
    }
    let takers = Self.pair(listed, with: elements)
    let taken = Set(takers.values)
    for (number, expected) in listed.enumerated() where takers[number] == nil {
      let free = elements.enumerated().lazy.filter { !taken.contains($0.offset) }
      guard limit > 1, let nearest = Self.nearest(to: expected, among: free) else {
        add(
          path, .element(expected), .words(elements.isEmpty ? "no elements" : "no further element"))
        continue
      }
      let place = path.index(nearest.offset)
      add(path, .element(expected), .words("none; the nearest is \(place.text)"))
      compare(expected, nearest.element, place)
    }
  }

  /// Gives as many as possible of a list an element of their own that matches (augmenting paths).
  ///
  /// - Returns: for the places in the list those of their elements.
  private static func pair(_ listed: [JSONValue], with elements: [JSONValue]) -> [Int: Int] {
    let matching = listed.map { expected in
      elements.indices.filter { holds(expected, of: elements[$0]) }
    }
    var takers: [Int: Int] = [:]
    func place(_ number: Int, _ tried: inout Set<Int>) -> Bool {
      for element in matching[number] where tried.insert(element).inserted {
        guard let taker = takers[element] else {
          takers[element] = number
          return true
        }
        if place(taker, &tried) {
          takers[element] = number
          return true
        }
      }
      return false
    }
    for number in listed.indices {
      var tried: Set<Int> = []
      _ = place(number, &tried)
    }
    return Dictionary(uniqueKeysWithValues: takers.map { ($0.value, $0.key) })
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension JSONObject {
  /// Whether it names no member, but says something of the whole.
  fileprivate var hasOperatorsOnly: Bool {
    !isEmpty && members.allSatisfy { Comparison.Operator(rawValue: $0.key) != nil }
  }
}

extension JSONValue {
  /// Whether it has no parts.
  fileprivate var isSingle: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }

  /// Numbers by value, strings by their bytes: Swift takes the two spellings of an é for one.
  fileprivate func isEqual(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      if let left = left.int, let right = right.int { return left == right }
      if let left = left.double, let right = right.double { return left == right }
      return left.text == right.text
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    default: return self == other
    }
  }
}

extension Comparison.Mismatch {
  /// As a report tells it.
  var difference: CheckResult.Difference {
    CheckResult.Difference(path: path.text, expected: expected.text, got: got.text)
  }
}

extension Comparison.Side {
  fileprivate var text: String? {
    switch self {
    case .nothing: nil
    case .value(let value): value.excerpt
    case .element(let value): "an element that contains \(value.excerpt)"
    case .words(let words): words
    }
  }
}

extension JSONValue {
  /// For people: on one line, nothing that steers a terminal, 300 characters at most.
  var excerpt: String { PlainText.clean(JSONWriter.text(self)).cut(to: 300) }
}

extension String {
  /// The beginning, and a sign that there is more.
  func cut(to length: Int) -> String {
    index(startIndex, offsetBy: length + 1, limitedBy: endIndex) == nil
      ? self : prefix(length - 1) + "…"
  }
}
