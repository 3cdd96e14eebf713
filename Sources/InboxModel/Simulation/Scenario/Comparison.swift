/// A comparison of a JSON value with an expected one.
///
/// An object must have every expected member with a matching value, and may have others; an
/// expected `null` also matches an absent member. An array must match element by element. Numbers
/// are compared by value, strings by their bytes. An expected object may also contain an
/// ``Operator``.
struct Comparison {
  /// The keys of an expected object that test the whole value.
  enum Operator: String, CaseIterable {
    /// Each listed value matches an element; one element may match several.
    case contains = "$contains"
    /// The number of elements or members.
    case count = "$count"
  }

  /// One difference.
  struct Mismatch: Equatable {
    /// The path.
    var path: JSONPath
    /// The expected value.
    var expected: Side
    /// The actual value.
    var got: Side
  }

  /// One side of a difference.
  enum Side: Equatable {
    case nothing
    case value(JSONValue)
    /// An element that was not expected.
    case surplus(JSONValue)
    /// An element that contains this value.
    case element(JSONValue)
    case words(String)
  }

  /// The maximum number of elements among which the nearest is searched.
  static let reach = 1000
  /// The maximum number of missing or surplus elements that are reported per array.
  private static let fewest = 3
  /// The maximum number of elements or members that are listed if their number differs.
  private static let most = 5

  /// The keys that tell groups and pushes from one another.
  private static let namesOfElements: Set<String> = [
    "apnsID", "app", "body", "collapseID", "id", "thread", "title",
  ]

  private var mismatches: [Mismatch] = []
  private let limit: Int

  private init(limit: Int) { self.limit = limit }

  /// Returns whether a value matches the expected one.
  static func holds(_ expected: JSONValue, of got: JSONValue?) -> Bool {
    mismatches(of: got, from: expected, limit: 1).isEmpty
  }

  /// Returns the differences, in the order of the expected value.
  ///
  /// - Parameters:
  ///   - got: The actual value; nil for none.
  ///   - path: The path of both values.
  ///   - limit: The maximum number of differences.
  static func mismatches(
    of got: JSONValue?, from expected: JSONValue, at path: JSONPath = JSONPath(), limit: Int = 20
  ) -> [Mismatch] {
    var comparison = Comparison(limit: limit)
    comparison.compare(expected, got, path)
    return comparison.mismatches
  }

  /// Returns the value with the fewest differences and its index; of equal ones the one that
  /// matches further in the expected order, then the first. Nil for none.
  ///
  /// - Parameters:
  ///   - names: The keys of the values' own names. A value that matches more of them is nearer,
  ///     whatever its other differences.
  ///   - orNone: Whether a value that matches no key at all is none.
  static func nearest(
    to expected: JSONValue, among values: some Sequence<(offset: Int, element: JSONValue)>,
    calledBy names: Set<String>, orNone: Bool
  ) -> (offset: Int, element: JSONValue)? {
    let keys = expected.object?.members.map(\.key) ?? []
    var best: (offset: Int, element: JSONValue)?
    var least = (names: Int.max, count: Int.max, disagreement: 0)
    for value in values.prefix(reach) {
      let found = mismatches(of: value.element, from: expected, limit: 100)
      let differing = found.compactMap { difference -> String? in
        guard case .key(let key)? = difference.path.parts.first else { return nil }
        return key
      }
      if orNone, Set(differing).isSuperset(of: keys) { continue }
      let agreement = differing.first.flatMap(keys.firstIndex) ?? 0
      let distance = (names.intersection(differing).count, found.count, -agreement)
      if distance < least { (best, least) = (value, distance) }
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
    case (.null, nil): break
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
    let (found, noun, list): (Int, String, String)
    switch got {
    case .array(let elements):
      (found, noun, list) = (elements.count, "element", Self.list(elements, \.summary))
    case .object(let object):
      (found, noun) = (object.members.count, "member")
      list = Self.list(object.members) { "\($0.key) \($0.value.excerpt)" }
    default: return add(path, .words("an array or an object"), .value(got))
    }
    let expected = count.int ?? -1
    guard expected != found else { return }
    add(path, .words(expected.counted(noun)), .words(found.counted(noun) + list))
  }

  /// Returns the first elements in words, after a colon; empty if they have none.
  static func list<Element>(_ elements: [Element], _ words: (Element) -> String?) -> String {
    let listed = elements.prefix(most).compactMap(words)
    guard !listed.isEmpty else { return "" }
    let rest = elements.count > listed.count ? ["…"] : []
    return PlainText.clean(": " + (listed + rest).joined(separator: "; "))
  }

  // MARK: Arrays

  /// Compares arrays. Scalars are reported together. Other elements are aligned by those that
  /// match, so that additional elements do not affect the others.
  private mutating func compare(_ expected: [JSONValue], _ got: [JSONValue], _ path: JSONPath) {
    if expected.allSatisfy(\.isSingle), got.allSatisfy(\.isSingle) {
      let isEqual =
        expected.count == got.count && zip(expected, got).allSatisfy { $0.isEqual(to: $1) }
      return isEqual ? () : add(path, .value(.array(expected)), .value(.array(got)))
    }
    if expected.count != got.count {
      add(
        path, .words(expected.count.counted("element")),
        .words(got.count.counted("element") + Self.list(got, \.summary)))
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
    let (ours, others) = (head..<expected.count - tail, head..<got.count - tail)
    var (missing, surplus): ([JSONValue], [JSONValue]) = ([], [])
    var (next, nextOther) = (head, head)
    for pair in pairs(of: expected[ours], got[others]) + [(ours.upperBound, others.upperBound)] {
      // The elements before this pair have no match.
      let count = min(pair.0 - next, pair.1 - nextOther)
      for place in 0..<count {
        compare(expected[next + place], got[nextOther + place], path.index(nextOther + place))
      }
      missing += expected[next + count..<pair.0]
      surplus += got[nextOther + count..<pair.1]
      (next, nextOther) = (min(pair.0 + 1, ours.upperBound), min(pair.1 + 1, others.upperBound))
    }
    for element in missing.prefix(Self.fewest) { add(path, .element(element), .words("none")) }
    for element in surplus.prefix(Self.fewest) {
      add(path, .words("no further element"), .surplus(element))
    }
  }

  /// The maximum number of comparisons for aligning two arrays.
  private static let mostComparisons = 10_000

  /// Returns the indices of elements that match, in order, as many as possible; none for long
  /// arrays, and for those of equal length, which are compared place by place.
  private func pairs(
    of expected: ArraySlice<JSONValue>, _ got: ArraySlice<JSONValue>
  ) -> [(Int, Int)] {
    guard limit > 1, expected.count != got.count,
      expected.count * got.count <= Self.mostComparisons
    else { return [] }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in got.difference(from: expected, by: { Self.holds($0, of: $1) }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    return Array(
      zip(
        expected.indices.filter { !removed.contains($0 - expected.startIndex) },
        got.indices.filter { !inserted.contains($0 - got.startIndex) }))
  }

  private mutating func compare(
    containing listed: JSONValue, _ got: JSONValue, _ path: JSONPath
  ) {
    guard let listed = listed.array, let elements = got.array else {
      return add(path, .words("an array"), .value(got))
    }
    for expected in listed where !elements.contains(where: { Self.holds(expected, of: $0) }) {
      guard limit > 1,
        let nearest = Self.nearest(
          to: expected, among: elements.enumerated(), calledBy: Self.namesOfElements, orNone: false)
      else {
        add(path, .element(expected), .words(elements.isEmpty ? "no elements" : "none"))
        continue
      }
      let place = path.index(nearest.offset)
      let name = nearest.element.summary.map { ", " + $0 } ?? ""
      add(path, .element(expected), .words("none; the nearest is \(place.text)\(name)"))
      compare(expected, nearest.element, place)
    }
  }
}

extension JSONObject {
  /// Whether it has operators and no members.
  fileprivate var hasOperatorsOnly: Bool {
    !isEmpty && members.allSatisfy { Comparison.Operator(rawValue: $0.key) != nil }
  }
}

extension JSONValue {
  /// Whether it is a scalar.
  fileprivate var isSingle: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }

  /// Returns whether numbers are equal by value, and strings by their bytes: Swift's string
  /// equality ignores differences of normalization.
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
  /// The difference for a report.
  var difference: CheckResult.Difference {
    CheckResult.Difference(path: path.text, expected: expected.text, got: got.text)
  }
}

extension Comparison.Side {
  fileprivate var text: String? {
    switch self {
    case .nothing: nil
    case .value(let value): value.excerpt
    case .surplus(let value): value.summary ?? value.excerpt
    case .element(let value): "an element that contains \(value.excerpt)"
    case .words(let words): words
    }
  }
}

extension JSONValue {
  /// A group or a push of the inbox in a few words; nil for another value.
  ///
  ///     group “bob” of com.example.chat, 1 push (#3)
  ///     #3 “Ann: Lunch?” of com.example.chat
  ///     R1 BadDeviceToken
  var summary: String? {
    guard let object else { return nil }
    let app = object["app"]?.string.map { " of \($0)" } ?? ""
    if let entries = object["notifications"]?.array {
      let thread = object["thread"]?.string ?? ""
      let name = thread.isEmpty ? "the default group" : "group “\(thread)”"
      let ids = entries.prefix(5).compactMap { $0.object?["id"]?.int }.map { "#\($0)" }
      let count = entries.count.counted("push", "pushes")
      let listed = ids.joined(separator: ", ") + (entries.count > 5 ? ", …" : "")
      return PlainText.clean("\(name)\(app), \(count) (\(listed))").cut(to: 300)
    }
    if let id = object["id"]?.int {
      let texts = ["title", "body"].compactMap { object[$0]?.string }
      let text = texts.isEmpty ? "" : " “\(texts.joined(separator: ": "))”"
      return PlainText.clean("#\(id)\(text)\(app)").cut(to: 300)
    }
    guard let id = object["id"]?.string, let reason = object["reason"]?.string else { return nil }
    return PlainText.clean("\(id) \(reason)\(app)").cut(to: 300)
  }

  /// The value for people: on one line, without control characters, at most 300 characters.
  var excerpt: String { PlainText.clean(JSONWriter.text(self)).cut(to: 300) }
}

extension String {
  /// Returns a prefix with a mark that text was cut.
  func cut(to length: Int) -> String {
    index(startIndex, offsetBy: length + 1, limitedBy: endIndex) == nil
      ? self : prefix(length - 1) + "…"
  }
}
