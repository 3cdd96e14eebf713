/// The keys and values of a payload as text to be searched, in little memory.
///
/// The paths of the values, which most pushes of an app have in common, are one text; the values are another,
/// in the same order. A value that the notification has anyway is a reference to it. The control characters
/// that separate the parts occur in neither: those of a payload have become spaces.
public struct PayloadText: Equatable, Sendable {
  /// The paths below `aps`, then ``Mark/custom``, then the others. Each path ends in ``Mark/end``, or in
  /// ``Mark/fixed``, a value of few, and ``Mark/end``.
  public internal(set) var shape = ""
  /// The values of the paths without one of their own, each followed by ``Mark/end``, but for the last.
  public private(set) var values = ""

  /// The bytes that separate the parts.
  private enum Mark {
    /// References to `title`, `subtitle`, `body`, `thread-id`, `category`.
    static let title: UInt8 = 1
    static let subtitle: UInt8 = 2
    static let body: UInt8 = 3
    static let thread: UInt8 = 4
    static let category: UInt8 = 5
    static let custom: UInt8 = 0x1C
    static let whole: UInt8 = 0x1D
    static let fixed: UInt8 = 0x1E
    static let end: UInt8 = 0x1F
  }

  /// The text of no payload.
  public init() {}

  /// Reads a payload; one that cannot be read has no text.
  ///
  /// - Parameter notification: the notification that it made, which has some of its values.
  public init(of payload: [UInt8], beside notification: DeliveredNotification) {
    guard let root = try? JSONReader.read(payload).root else { return }
    var leaves: [(path: String, value: String)] = []
    Self.collect(root, at: "", into: &leaves)
    let isOfAps = { (path: String) in path == "aps" || path.hasPrefix("aps.") }
    let (ofAps, custom) = (leaves.filter { isOfAps($0.path) }, leaves.filter { !isOfAps($0.path) })
    var (shape, values): ([UInt8], [[UInt8]]) = ([], [])
    for (place, leaf) in (ofAps + custom).enumerated() {
      if place == ofAps.count { shape.append(Mark.custom) }
      shape += leaf.path.utf8
      if place < ofAps.count, Self.fixedValues.contains(leaf.value) {
        shape.append(Mark.fixed)
        shape += leaf.value.utf8
      } else if let mark = Self.mark(of: leaf.value, in: notification) {
        values.append([mark])
      } else {
        values.append(Array(leaf.value.utf8))
      }
      shape.append(Mark.end)
    }
    self.shape = String(decoding: shape, as: UTF8.self)
    self.values = String(decoding: Array(values.joined(separator: [Mark.end])), as: UTF8.self)
  }

  /// The values of documented keys that most pushes have.
  private static let fixedValues: Set<String> = ["default", "0", "1", "true", "false"]

  private static func collect(
    _ value: JSONValue, at path: String, into leaves: inout [(path: String, value: String)]
  ) {
    let start = path.isEmpty ? "" : path + "."
    switch value {
    case .object(let object) where !object.isEmpty:
      for member in object.members {
        collect(member.value, at: start + withoutMarks(member.key), into: &leaves)
      }
    case .array(let elements) where !elements.isEmpty:
      for (place, element) in elements.enumerated() {
        collect(element, at: start + String(place), into: &leaves)
      }
    case .string(let text): leaves.append((path, withoutMarks(text)))
    default: leaves.append((path, JSONWriter.text(value)))
    }
  }

  private static func withoutMarks(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  private static func mark(of value: String, in notification: DeliveredNotification) -> UInt8? {
    // A reference is worth it only in place of more than one byte.
    guard value.utf8.count > 1 else { return nil }
    return [Mark.title, Mark.body, Mark.subtitle, Mark.thread, Mark.category].first {
      text(of: $0, in: notification) == value
    }
  }

  /// The text of the notification that a reference means.
  private static func text(of mark: UInt8, in notification: DeliveredNotification) -> String? {
    switch mark {
    case Mark.title: notification.content.title
    case Mark.subtitle: notification.content.subtitle
    case Mark.body: notification.content.body
    case Mark.thread: notification.threadIdentifier.text
    case Mark.category: notification.categoryIdentifier?.text
    default: nil
    }
  }
}

// MARK: - Searching

extension PayloadText {
  /// The paths of all values, in their order, as `json:` takes them.
  public var paths: [String] {
    shape.utf8.split(separator: Mark.end).compactMap { entry in
      let entry = entry.first == Mark.custom ? entry.dropFirst() : entry
      return entry.split(separator: Mark.fixed, maxSplits: 1).first.map { String(Substring($0)) }
    }
  }

  /// Whether a word occurs in a value, or in a key beside `aps`; what the notification has anyway is not
  /// looked at.
  func hasCustom(_ word: FoldedText) -> Bool {
    if word.occurs(in: values) { return true }
    guard let custom = shape.utf8.firstIndex(of: Mark.custom) else { return false }
    return word.occurs(in: shape[custom...])
  }

  /// Whether a word occurs in any key or value.
  func has(_ word: FoldedText, of notification: DeliveredNotification) -> Bool {
    word.occurs(in: shape) || word.occurs(in: values)
      || values.utf8.contains { byte in
        byte <= Mark.category && word.occurs(in: Self.text(of: byte, in: notification))
      }
  }

  /// Whether there is a value at a path, or anything below it.
  ///
  /// - Parameter expected: the text or the scalar it must be; nil for anything.
  func has(
    _ path: String, equalTo expected: String?, of notification: DeliveredNotification
  ) -> Bool {
    var values = self.values.utf8.split(
      separator: Mark.end, omittingEmptySubsequences: false)[...]
    for entry in shape.utf8.split(separator: Mark.end) {
      let entry = entry.first == Mark.custom ? entry.dropFirst() : entry
      let parts = entry.split(separator: Mark.fixed, maxSplits: 1)
      let value = parts.count == 2 ? parts[1] : values.popFirst()
      guard let name = parts.first, name.starts(with: path.utf8) else { continue }
      let rest = name.dropFirst(path.utf8.count)
      guard rest.isEmpty || expected == nil && rest.first == UInt8(ascii: ".") else { continue }
      guard let expected else { return true }
      let text = value.flatMap { Self.text(of: $0, in: notification) } ?? ""
      if Self.isEqual(text, to: expected) { return true }
    }
    return false
  }

  private static func text(
    of value: Substring.UTF8View, in notification: DeliveredNotification
  ) -> String? {
    if value.count == 1, let mark = value.first,
      let text = text(of: mark, in: notification)
    {
      return text
    }
    return String(Substring(value))
  }

  /// Numbers are equal by their values, other scalars and texts by their characters.
  private static func isEqual(_ text: String, to expected: String) -> Bool {
    if text == expected { return true }
    guard let left = number(text), let right = number(expected) else { return false }
    return left == right
  }

  private static func number(_ text: String) -> Double? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
      case .number(let number)? = try? JSONReader.read(Array(text.utf8)).root
    else { return nil }
    return number.double
  }
}

// MARK: - Storing

extension PayloadText {
  /// The whole as one text.
  public var stored: String {
    shape.isEmpty ? "" : shape + String(UnicodeScalar(Mark.whole)) + values
  }

  /// Reads ``stored``.
  ///
  /// - Parameter share: gives texts that many have in common one storage.
  public init(
    stored bytes: UnsafeBufferPointer<UInt8>,
    share: (UnsafeBufferPointer<UInt8>) -> String
  ) {
    guard let end = bytes.firstIndex(of: Mark.whole) else { return }
    shape = share(UnsafeBufferPointer(rebasing: bytes[..<end]))
    values = String(decoding: bytes[(end + 1)...], as: UTF8.self)
  }

  /// Reads ``stored``.
  init(stored text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      PayloadText(stored: bytes) { String(decoding: $0, as: UTF8.self) }
    }
  }
}
