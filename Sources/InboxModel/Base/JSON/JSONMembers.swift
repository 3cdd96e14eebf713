import Foundation

/// One JSON object written member by member straight into bytes, without making values first: what is
/// written for every push has to be quick. Keys come out sorted, however they were written.
struct JSONMembers {
  private var bytes: [UInt8]
  /// Where each member begins, in `bytes`; a member ends where the next begins.
  private var members: [(key: String, start: Int)] = []
  private var isSorted = true

  /// Appends an object to a text.
  static func append(to bytes: inout [UInt8], _ write: (inout JSONMembers) -> Void) {
    var members = JSONMembers(bytes: bytes)
    bytes = []  // One owner, so that appending does not copy.
    let start = members.bytes.count
    write(&members)
    bytes = members.finished(from: start)
  }

  /// An object as a text.
  static func text(_ write: (inout JSONMembers) -> Void) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, write)
    return String(decoding: bytes, as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func finished(from start: Int) -> [UInt8] {
    if !isSorted { sort(from: start) }
    if members.isEmpty { bytes.append(UInt8(ascii: "{")) } else { bytes[start] = UInt8(ascii: "{") }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private mutating func sort(from start: Int) {
    let ends = members.dropFirst().map(\.start) + [bytes.count]
    let sorted = zip(members, ends).sorted { $0.0.key < $1.0.key }
    var rest: [UInt8] = []
    for (index, (member, end)) in sorted.enumerated() {
      members[index] = (member.key, start + rest.count)
      rest.append(contentsOf: bytes[member.start..<end])
    }
    bytes.replaceSubrange(start..., with: rest)
  }

  /// Begins a member; its first byte becomes the comma or brace before it.
  private mutating func begin(_ key: String) {
    if let last = members.last, last.key >= key { isSorted = false }
    members.append((key, bytes.count))
    bytes.append(UInt8(ascii: ","))
    JSONWriter.append(string: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A text; nil is `null`.
  mutating func add(_ key: String, _ value: String?) {
    begin(key)
    guard let value else { return bytes.append(contentsOf: "null".utf8) }
    JSONWriter.append(string: value, to: &bytes)
  }

  /// The text of an identifier; nil is `null`.
  mutating func add(_ key: String, _ value: (some TextIdentifier)?) {
    add(key, value?.text)
  }

  /// A number; nil is `null`.
  mutating func add(_ key: String, _ value: Int?) {
    begin(key)
    bytes.append(contentsOf: (value.map { String($0) } ?? "null").utf8)
  }

  /// `true` or `false`.
  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// A moment; nil is `null`.
  mutating func add(_ key: String, _ value: Date?) {
    add(key, value.map(Timestamp.text))
  }

  /// A number of seconds; nil is `null`.
  mutating func add(_ key: String, seconds: TimeInterval?) {
    add(key, json: seconds.map { Array(JSONNumber($0).text.utf8) })
  }

  /// JSON as it stands, which must be well-formed; nil is `null`.
  mutating func add(_ key: String, json: [UInt8]?) {
    begin(key)
    bytes.append(contentsOf: json ?? Array("null".utf8))
  }

  /// An object.
  mutating func add(_ key: String, object write: (inout JSONMembers) -> Void) {
    begin(key)
    Self.append(to: &bytes, write)
  }

  /// An array of texts.
  mutating func add(_ key: String, texts: some Sequence<String>) {
    addArray(key, texts) { text, bytes in JSONWriter.append(string: text, to: &bytes) }
  }

  /// An array of objects.
  mutating func add<Element>(
    _ key: String, objects: some Sequence<Element>, _ write: (Element, inout JSONMembers) -> Void
  ) {
    addArray(key, objects) { element, bytes in
      Self.append(to: &bytes) { write(element, &$0) }
    }
  }

  private mutating func addArray<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ write: (Element, inout [UInt8]) -> Void
  ) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension String {
  /// The text, nil when it is empty: in our JSON what is empty is `null` (`design/contract.md` §6).
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
