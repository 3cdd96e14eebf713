import InboxModel

/// The request of a command to the running instance: its words, and what it read from its standard input.
///
/// On the wire one JSON line, `{"v":1,"words":["ls","is:unread"],"input":0}`, and after it as many bytes
/// of input as it says: input may be anything, so it is not made into text.
struct ControlRequest: Equatable, Sendable {
  /// The most bytes of a request, its input included: 16 MiB.
  static let largest = 16 << 20
  /// The most bytes of its line: 4 MiB, more than a system lets a command have arguments.
  static let longestLine = 4 << 20
  /// The version of the protocol.
  static let version = 1

  /// The command and its arguments.
  var words: [String]
  /// The bytes of standard input; empty when the command reads none.
  var input: [UInt8] = []

  /// The request as it is sent.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let line: JSONObject = [
      "v": JSONValue(Self.version), "words": .array(words.map(JSONValue.string)),
      "input": JSONValue(input.count),
    ]
    JSONWriter.append(.object(line), to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    bytes += input
    return bytes
  }
}

extension ControlRequest {
  /// Puts a request together from the bytes of a connection, as they come.
  struct Reader {
    /// The state of the bytes that came so far.
    enum Reading: Equatable {
      /// The beginning of a request.
      case incomplete
      case complete(ControlRequest)
      /// Nothing that can become one; why, as a sentence.
      case unreadable(String)
    }

    private var line: [UInt8] = []
    private var head: (words: [String], inputCount: Int)?
    private var input: [UInt8] = []

    /// Takes bytes; not to be called again after anything but ``Reading/incomplete``.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Reading {
      var rest = bytes[...]
      if head == nil {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        line += rest[..<(end ?? rest.endIndex)]
        guard line.count <= longestLine else { return .unreadable("The request is too large.") }
        guard let end else { return .incomplete }
        rest = rest[(end + 1)...]
        if let reason = readHead() { return .unreadable(reason) }
      }
      guard let head else { return .incomplete }
      input += rest.prefix(head.inputCount - input.count)
      return input.count == head.inputCount
        ? .complete(ControlRequest(words: head.words, input: input)) : .incomplete
    }

    /// Reads the line; why it is none, or nil.
    private mutating func readHead() -> String? {
      guard let object = try? JSONReader.read(line).root.object else {
        return "The request is not a line of JSON."
      }
      guard object["v"]?.int == version else {
        return "The running pushinbox is of another version: restart it."
      }
      guard let words = object["words"]?.array?.map(\.string), !words.contains(nil),
        let count = object["input"]?.int, count >= 0
      else { return "The request lacks its words." }
      guard count <= largest, line.count <= largest - count else {
        return "The request is too large."
      }
      head = (words.compactMap { $0 }, count)
      return nil
    }
  }
}
