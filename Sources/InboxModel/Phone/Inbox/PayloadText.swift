/// The keys and values of a payload as searchable text in little memory.
///
/// The paths of the values, which most pushes of an app share, are one text; the values are
/// another, in the same order. A value that equals a text of the notification is a reference to it.
/// Neither contains the control characters that separate the parts: those of a payload are replaced
/// by spaces.
public struct PayloadText: Equatable, Sendable {
  /// The paths below `aps`, then ``Mark/custom``, then the others. Each path ends with
  /// ``Mark/end``, or with ``Mark/fixed``, a frequent value, and ``Mark/end``.
  public internal(set) var shape = ""
  /// The values of the paths without a fixed value, separated by ``Mark/end``.
  public private(set) var values = ""

  /// The bytes that separate the parts.
  private enum Mark {
    /// References to `title`, `subtitle`, `body`, `thread-id`, `category`.
    static let title: UInt8 = 1
    static let subtitle: UInt8 = 2
    static let body: UInt8 = 3
    static let thread: UInt8 = 4
    static let category: UInt8 = 5
    /// All references, in the order in which they are tried.
    static let references = [title, body, subtitle, thread, category]
    static let custom: UInt8 = 0x1C
    static let whole: UInt8 = 0x1D
    static let fixed: UInt8 = 0x1E
    static let end: UInt8 = 0x1F
  }

  /// Makes the text of no payload.
  public init() {}

  init(shape: String, values: String) {
    self.shape = shape
    self.values = values
  }

  /// Makes the text of a payload; empty if it cannot be parsed.
  ///
  /// - Parameter notification: The notification of the payload, whose texts are referenced.
  public init(of payload: [UInt8], beside notification: DeliveredNotification) {
    var strings = SharedStrings()
    self.init(of: JSONText(payload), beside: notification, sharing: &strings)
  }

  /// Makes the text of a parsed payload.
  ///
  /// - Parameter strings: The shared copies of texts that many payloads have in common.
  init(
    of payload: JSONText, beside notification: DeliveredNotification,
    sharing strings: inout SharedStrings
  ) {
    guard payload.index != nil else { return }
    payload.withRoot { strings.writer.write(payload: $0, beside: notification) }
    let writer = strings.writer
    // Longer shapes belong to unusual payloads and are not shared.
    shape =
      writer.shape.count > 1024
      ? String(decoding: writer.shape, as: UTF8.self) : strings.share(writer.shape)
    values = String(decoding: writer.values, as: UTF8.self)
  }

  /// Writes the two texts of a payload into reusable buffers.
  struct Writer {
    private(set) var shape: [UInt8] = []
    private(set) var values: [UInt8] = []
    /// The path of the current value.
    private var path: [UInt8] = []
    private var isOfAps = true
    private var hasValues = false
    /// The texts of the notification that can be referenced, in the order of comparison.
    private var references: [(mark: UInt8, text: String)] = []

    mutating func write(payload root: JSONElement, beside notification: DeliveredNotification) {
      shape.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      path.removeAll(keepingCapacity: true)
      references.removeAll(keepingCapacity: true)
      for mark in Mark.references {
        // A reference only saves memory for a value of more than one byte.
        guard let text = PayloadText.text(of: mark, in: notification), text.utf8.count > 1
        else { continue }
        references.append((mark, text))
      }
      defer { references.removeAll(keepingCapacity: true) }
      hasValues = false
      for isOfAps in [true, false] {
        self.isOfAps = isOfAps
        let start = shape.count
        for member in root.members where PayloadText.isOfAps(member.key) == isOfAps {
          write(member)
        }
        if !isOfAps, shape.count > start { shape.insert(Mark.custom, at: start) }
      }
    }

    private mutating func write(_ member: JSONElement.Member) {
      let length = path.count
      if length > 0 { path.append(UInt8(ascii: ".")) }
      member.key.appendWithoutMarks(to: &path)
      write(member.value)
      path.removeLast(path.count - length)
    }

    private mutating func write(_ value: JSONElement) {
      guard value.isLeaf else {
        for member in value.members { write(member) }
        for (place, element) in value.elements.enumerated() {
          let length = path.count
          if length > 0 { path.append(UInt8(ascii: ".")) }
          path.append(contentsOf: String(place).utf8)
          write(element)
          path.removeLast(path.count - length)
        }
        return
      }
      shape.append(contentsOf: path)
      let end = values.count
      if hasValues { values.append(Mark.end) }
      let start = values.count
      value.appendWithoutMarks(to: &values)
      if isOfAps, PayloadText.isFixed(values[start...]) {
        shape.append(Mark.fixed)
        shape.append(contentsOf: values[start...])
        values.removeLast(values.count - end)
      } else {
        hasValues = true
        if let mark = mark(of: values[start...]) {
          values.removeLast(values.count - start)
          values.append(mark)
        }
      }
      shape.append(Mark.end)
    }

    private func mark(of value: ArraySlice<UInt8>) -> UInt8? {
      value.withUnsafeBufferPointer { value in
        references.first { $0.text.utf8.count == value.count && $0.text.hasSameBytes(as: value) }?
          .mark
      }
    }
  }

  /// Returns whether the value is a frequent one of a documented key.
  private static func isFixed(_ value: ArraySlice<UInt8>) -> Bool {
    value.withUnsafeBufferPointer { value in fixedValues.contains(where: value.isSame) }
  }

  private static let fixedValues: [StaticString] = ["0", "1", "true", "false", "default"]

  private static func isOfAps(_ key: JSONElement) -> Bool {
    if "aps" ~= key { return true }
    // A string is made only for keys that could begin like this.
    guard let plain = key.plainText else { return key.text.hasPrefix("aps.") }
    return plain.count >= 4 && plain[3] == UInt8(ascii: ".") && key.text.hasPrefix("aps.")
  }

  /// Returns the text of the notification that a reference stands for; nil if it has none.
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

extension JSONElement {
  /// Whether the value has no children.
  fileprivate var isLeaf: Bool { node.next == number + 1 }

  /// Appends the text of a value, with spaces for control characters.
  fileprivate func appendWithoutMarks(to bytes: inout [UInt8]) {
    switch node.kind {
    case .string where node.isPlain: if let plainText { bytes.append(contentsOf: plainText) }
    case .string, .identifier: bytes.append(contentsOf: text.utf8.map { max($0, 0x20) })
    case .null, .true, .false, .number:
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: self.bytes[range]))
    case .array: bytes.append(contentsOf: "[]".utf8)
    case .object: bytes.append(contentsOf: "{}".utf8)
    }
  }
}

// MARK: - Searching

extension PayloadText {
  /// The paths of all values, in their order, as `json:` accepts them.
  public var paths: [String] {
    shape.utf8.split(separator: Mark.end).compactMap { entry in
      let entry = entry.first == Mark.custom ? entry.dropFirst() : entry
      return entry.split(separator: Mark.fixed, maxSplits: 1).first.map { String(Substring($0)) }
    }
  }

  /// Returns whether a word occurs in a value, or in a key beside `aps`. Values that reference the
  /// notification are not searched.
  func hasCustom(_ word: FoldedText) -> Bool {
    word.occurs(in: values) || Self.hasCustomKey(word, in: shape)
  }

  /// Returns whether a word occurs in a key beside `aps`, or in a fixed value.
  static func hasCustomKey(_ word: FoldedText, in shape: String) -> Bool {
    guard let custom = shape.utf8.firstIndex(of: Mark.custom) else { return false }
    return word.occurs(in: shape[custom...])
  }

  /// Returns the fields of the notification that values reference.
  static func references(in values: UnsafeBufferPointer<UInt8>) -> some Sequence<Field> {
    values.lazy.compactMap { byte in
      switch byte {
      case Mark.title: .title
      case Mark.subtitle: .subtitle
      case Mark.body: .body
      case Mark.thread: .thread
      case Mark.category: .category
      default: nil
      }
    }
  }

  /// A field of the notification that can also be a value of the payload.
  enum Field {
    case title, subtitle, body, thread, category
  }

  /// Returns whether a word occurs in any key or value.
  func has(_ word: FoldedText, of notification: DeliveredNotification) -> Bool {
    word.occurs(in: shape) || word.occurs(in: values)
      || values.utf8.contains { byte in
        byte <= Mark.category && word.occurs(in: Self.text(of: byte, in: notification))
      }
  }

  /// Returns whether a path has a value or any value below it.
  ///
  /// - Parameter expected: The required string or scalar; nil for any value.
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

  /// Returns whether values are equal: numbers by value, other scalars and strings by their
  /// characters.
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
  /// The stored form, one text.
  public var stored: String {
    var bytes: [UInt8] = []
    appendStored(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``stored``.
  public func appendStored(to bytes: inout [UInt8]) {
    guard !shape.isEmpty else { return }
    bytes.append(contentsOf: shape.utf8)
    bytes.append(Mark.whole)
    bytes.append(contentsOf: values.utf8)
  }

  /// Parses ``stored``.
  ///
  /// - Parameter share: Returns the shared copy of a text.
  public init(
    stored bytes: UnsafeBufferPointer<UInt8>,
    share: (UnsafeBufferPointer<UInt8>) -> String
  ) {
    guard let end = bytes.firstIndex(of: Mark.whole) else { return }
    shape = share(UnsafeBufferPointer(rebasing: bytes[..<end]))
    values = String(decoding: bytes[(end + 1)...], as: UTF8.self)
  }

  /// Parses ``stored``.
  init(stored text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      PayloadText(stored: bytes) { String(decoding: $0, as: UTF8.self) }
    }
  }
}
