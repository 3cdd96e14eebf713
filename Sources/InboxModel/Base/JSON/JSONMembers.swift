import Foundation

/// A writer of one JSON object that appends members directly to bytes, without values in between,
/// since it runs for every push. Keys are sorted, whatever the order of the calls. Keys and strings
/// are printable (``JSONWriter``).
struct JSONMembers {
  /// The text before an object, and the object.
  private struct Text {
    var bytes: [UInt8] = []
    /// The members of the objects that are being written, with their start offsets; a member ends
    /// where the next begins.
    var members: [(key: String, start: Int)] = []
  }

  private var text: Text
  /// The index of this object's first member in the list.
  private let first: Int
  private var isSorted = true

  /// Appends an object to a text.
  static func append(to bytes: inout [UInt8], _ write: (inout JSONMembers) -> Void) {
    var text = Text(bytes: bytes)
    bytes = []  // The bytes have one owner, so that appending does not copy.
    append(to: &text, write)
    bytes = text.bytes
  }

  /// Returns an object as text.
  static func text(_ write: (inout JSONMembers) -> Void) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, write)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns members as text, without the braces of their object.
  static func members(_ write: (inout JSONMembers) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, write)
    return Array(bytes[1..<bytes.count - 1])
  }

  private static func append(to text: inout Text, _ write: (inout JSONMembers) -> Void) {
    var object = JSONMembers(&text)
    let start = object.text.bytes.count
    write(&object)
    object.finish(from: start)
    text = object.text
  }

  private init(_ text: inout Text) {
    self.text = text
    first = text.members.count
    text = Text()  // The text has one owner here as well.
  }

  private mutating func finish(from start: Int) {
    if !isSorted { sort(from: start) }
    if text.members.count == first { text.bytes.append(UInt8(ascii: "{")) }
    text.bytes.append(UInt8(ascii: "}"))
    text.members.removeLast(text.members.count - first)
  }

  private mutating func sort(from start: Int) {
    let members = text.members[first...]
    let ends = members.dropFirst().map(\.start) + [text.bytes.count]
    let sorted = zip(members, ends).sorted { $0.0.key < $1.0.key }
    text.bytes[start] = UInt8(ascii: ",")
    var rest: [UInt8] = []
    for (member, end) in sorted { rest.append(contentsOf: text.bytes[member.start..<end]) }
    rest[0] = UInt8(ascii: "{")
    text.bytes.replaceSubrange(start..., with: rest)
  }

  /// Begins a member, after a comma or brace.
  private mutating func begin(_ key: String) {
    let isFirst = text.members.count == first
    if !isFirst, text.members[text.members.count - 1].key >= key { isSorted = false }
    text.members.append((key, text.bytes.count))
    text.bytes.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONWriter.append(string: key, printable: true, to: &text.bytes)
    text.bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a member whose value `write` appends. The value must be valid JSON.
  mutating func add(_ key: String, appending write: (inout [UInt8]) -> Void) {
    begin(key)
    write(&text.bytes)
  }

  /// Adds a string; nil becomes `null`.
  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return addNull(key) }
    begin(key)
    JSONWriter.append(string: value, printable: true, to: &text.bytes)
  }

  /// Adds the text of an identifier; nil becomes `null`.
  mutating func add(_ key: String, _ value: (some TextIdentifier)?) {
    add(key, value?.text)
  }

  /// Adds a number; nil becomes `null`.
  mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return addNull(key) }
    begin(key)
    text.bytes.append(contentsOf: String(value).utf8)
  }

  /// Adds a Boolean.
  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text.bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Adds a moment; nil becomes `null`.
  mutating func add(_ key: String, _ value: Date?) {
    guard let value else { return addNull(key) }
    begin(key)
    text.bytes.append(UInt8(ascii: "\""))
    Timestamp.append(value, to: &text.bytes)
    text.bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a number of seconds; nil becomes `null`.
  mutating func add(_ key: String, seconds: TimeInterval?) {
    guard let seconds else { return addNull(key) }
    add(key) { $0.append(contentsOf: JSONNumber(seconds).text.utf8) }
  }

  /// Adds literal JSON, which must be valid; nil becomes `null`.
  mutating func add(_ key: String, json: [UInt8]?) {
    guard let json else { return addNull(key) }
    begin(key)
    text.bytes.append(contentsOf: json)
  }

  private mutating func addNull(_ key: String) {
    begin(key)
    text.bytes.append(contentsOf: "null".utf8)
  }

  /// Adds an object.
  mutating func add(_ key: String, object write: (inout JSONMembers) -> Void) {
    begin(key)
    Self.append(to: &text, write)
  }

  /// Adds an array of strings.
  mutating func add(_ key: String, texts: some Sequence<String>) {
    addArray(key, texts) { string, text in
      JSONWriter.append(string: string, printable: true, to: &text.bytes)
    }
  }

  /// Adds an array of objects.
  mutating func add<Element>(
    _ key: String, objects: some Sequence<Element>, _ write: (Element, inout JSONMembers) -> Void
  ) {
    addArray(key, objects) { element, text in Self.append(to: &text) { write(element, &$0) } }
  }

  private mutating func addArray<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ write: (Element, inout Text) -> Void
  ) {
    begin(key)
    text.bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { text.bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, &text)
    }
    text.bytes.append(UInt8(ascii: "]"))
  }
}

extension String {
  /// The text, nil if it is empty: the output has `null` for empty values.
  var orNull: String? { isEmpty ? nil : self }
}

extension TextIdentifier {
  /// The identifier, nil if it is empty.
  var orNull: Self? { isEmpty ? nil : self }
}

extension JSONMembers {
  /// Returns a payload as printable JSON on one line: line ends between members become blanks. Its
  /// value does not change.
  static func onOneLine(_ json: [UInt8]) -> [UInt8] {
    let isPlain = json.allSatisfy { (0x20...0x7E).contains($0) }
    guard !isPlain else { return json }
    var line: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0..<0x20: line.append(UInt8(ascii: " "))
      case _ where PlainText.isEscaped(scalar): JSONWriter.append(escape: scalar, to: &line)
      default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return line
  }
}
