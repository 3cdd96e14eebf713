import Foundation

/// One JSON object written member by member straight into bytes, without making values first: what
/// is written for every push has to be quick. Keys come out sorted, however they were written.
struct JSONMembers {
  /// Receives a part of a long text, which need not stay in memory then.
  typealias Sink = (UnsafeRawBufferPointer) -> Void

  /// The text around an object, and the object.
  private struct Text {
    var bytes: [UInt8] = []
    /// The members of the objects that are being written, with the offsets at which they begin; a
    /// member ends where the next begins.
    var members: [(key: String, start: Int)] = []
    /// Receives the elements of arrays that are written by ``JSONMembers/add(_:stream:_:)``; nil
    /// keeps them.
    var sink: Sink?
  }

  /// Bytes from which on a text is handed to its sink.
  private static let pieceLength = 1 << 16

  private var text: Text
  /// The number of this object's first member in the list.
  private let first: Int
  private var isSorted = true

  /// Appends an object to a text.
  static func append(to bytes: inout [UInt8], _ write: (inout JSONMembers) -> Void) {
    var text = Text(bytes: bytes)
    bytes = []  // One owner, so that appending does not copy.
    append(to: &text, write)
    bytes = text.bytes
  }

  /// Writes an object in parts.
  ///
  /// - Parameter end: what follows the object.
  static func write(
    to sink: @escaping Sink, end: [UInt8] = [], _ write: (inout JSONMembers) -> Void
  ) {
    var text = Text(sink: sink)
    append(to: &text, write)
    text.bytes += end
    text.bytes.withUnsafeBytes(sink)
  }

  /// An object as a text.
  static func text(_ write: (inout JSONMembers) -> Void) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, write)
    return String(decoding: bytes, as: UTF8.self)
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
    text = Text()  // One owner here, too.
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

  /// Begins a member, with the comma or brace before it.
  private mutating func begin(_ key: String) {
    let isFirst = text.members.count == first
    if !isFirst, text.members[text.members.count - 1].key >= key { isSorted = false }
    text.members.append((key, text.bytes.count))
    text.bytes.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONWriter.append(string: key, to: &text.bytes)
    text.bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a member whose value `write` appends; that value must be well-formed.
  mutating func add(_ key: String, appending write: (inout [UInt8]) -> Void) {
    begin(key)
    write(&text.bytes)
  }

  /// A text; nil is `null`.
  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return addNull(key) }
    begin(key)
    JSONWriter.append(string: value, to: &text.bytes)
  }

  /// The text of an identifier; nil is `null`.
  mutating func add(_ key: String, _ value: (some TextIdentifier)?) {
    add(key, value?.text)
  }

  /// A number; nil is `null`.
  mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return addNull(key) }
    begin(key)
    text.bytes.append(contentsOf: String(value).utf8)
  }

  /// `true` or `false`.
  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text.bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// A moment; nil is `null`.
  mutating func add(_ key: String, _ value: Date?) {
    guard let value else { return addNull(key) }
    begin(key)
    text.bytes.append(UInt8(ascii: "\""))
    Timestamp.append(value, to: &text.bytes)
    text.bytes.append(UInt8(ascii: "\""))
  }

  /// A number of seconds; nil is `null`.
  mutating func add(_ key: String, seconds: TimeInterval?) {
    guard let seconds else { return addNull(key) }
    add(key) { $0.append(contentsOf: JSONNumber(seconds).text.utf8) }
  }

  /// JSON as it stands, which must be well-formed; nil is `null`.
  mutating func add(_ key: String, json: [UInt8]?) {
    guard let json else { return addNull(key) }
    begin(key)
    text.bytes.append(contentsOf: json)
  }

  private mutating func addNull(_ key: String) {
    begin(key)
    text.bytes.append(contentsOf: "null".utf8)
  }

  /// An object.
  mutating func add(_ key: String, object write: (inout JSONMembers) -> Void) {
    begin(key)
    Self.append(to: &text, write)
  }

  /// An array of texts.
  mutating func add(_ key: String, texts: some Sequence<String>) {
    addArray(key, texts) { string, text in JSONWriter.append(string: string, to: &text.bytes) }
  }

  /// An array of objects.
  mutating func add<Element>(
    _ key: String, objects: some Sequence<Element>, _ write: (Element, inout JSONMembers) -> Void
  ) {
    addArray(key, objects) { element, text in Self.append(to: &text) { write(element, &$0) } }
  }

  /// A long array of objects, of which what is written goes to the sink. The keys of the objects
  /// around it must be written in their order.
  mutating func add<Element>(
    _ key: String, stream objects: some Sequence<Element>,
    _ write: (Element, inout JSONMembers) -> Void
  ) {
    addArray(key, objects) { element, text in
      Self.append(to: &text) { write(element, &$0) }
      guard let sink = text.sink, text.bytes.count >= Self.pieceLength else { return }
      text.bytes.withUnsafeBytes(sink)
      text.bytes.removeAll(keepingCapacity: true)
    }
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
  /// The text, nil when it is empty: in our JSON what is empty is `null`.
  var orNull: String? { isEmpty ? nil : self }
}

extension TextIdentifier {
  /// The identifier, nil when it is empty.
  var orNull: Self? { isEmpty ? nil : self }
}

extension JSONMembers {
  /// A payload as it may stand inside a line: line ends between its members become blanks, and of
  /// characters that steer a terminal or end a line the escape is written. It says what it said.
  static func onOneLine(_ json: [UInt8]) -> [UInt8] {
    let isPlain = json.allSatisfy { (0x20...0x7E).contains($0) }
    guard !isPlain else { return json }
    var line: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0..<0x20: line.append(UInt8(ascii: " "))
      case 0x7F..<0xA0, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        line.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
      default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return line
  }
}
