import InboxModel

/// A command's request to the running instance: its words and the bytes of its standard input.
///
/// On the wire it is one JSON line, `{"v":1,"words":["ls","is:unread"],"input":0}`, followed by
/// `input` bytes. The input is not part of the JSON because it need not be text.
struct ControlRequest: Equatable, Sendable {
  /// The maximum size of a request in bytes, input included: 16 MiB.
  static let largest = 16 << 20
  /// The maximum size of its line: 4 MiB, more than the arguments that systems permit.
  static let maximumLineLength = 4 << 20
  /// The version of the protocol.
  static let version = 1

  /// The command and its arguments.
  var words: [String]
  /// The bytes of standard input; empty when the command reads none.
  var input: [UInt8] = []

  /// The encoded request.
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
  /// Parses a request from the bytes of a connection as they arrive.
  struct Reader {
    /// The state of the bytes received so far.
    enum Reading: Equatable {
      /// The request is not complete.
      case incomplete
      case complete(ControlRequest)
      /// The bytes are not a request; with the reason, a sentence.
      case unreadable(String)
    }

    private var line: [UInt8] = []
    private var head: (words: [String], inputCount: Int)?
    private var input: [UInt8] = []

    /// Parses bytes. Must not be called again after a result other than ``Reading/incomplete``.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Reading {
      var rest = bytes[...]
      if head == nil {
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        line += rest[..<(end ?? rest.endIndex)]
        guard line.count <= maximumLineLength else {
          return .unreadable("the request is too large")
        }
        guard let end else { return .incomplete }
        rest = rest[(end + 1)...]
        if let reason = readHead() { return .unreadable(reason) }
      }
      guard let head else { return .incomplete }
      input += rest.prefix(head.inputCount - input.count)
      return input.count == head.inputCount
        ? .complete(ControlRequest(words: head.words, input: input)) : .incomplete
    }

    /// Parses the line; returns the reason if it is invalid, otherwise nil.
    private mutating func readHead() -> String? {
      guard let object = try? JSONReader.read(line).root.object else {
        return "the request is not a line of JSON"
      }
      guard object["v"]?.int == version else {
        return "the running pushinbox is of another version; restart it"
      }
      guard let words = object["words"]?.array?.map(\.string), !words.contains(nil),
        let count = object["input"]?.int, count >= 0
      else { return "the request has no words" }
      guard count <= largest, line.count <= largest - count else {
        return "the request is too large"
      }
      head = (words.compactMap { $0 }, count)
      return nil
    }
  }
}
