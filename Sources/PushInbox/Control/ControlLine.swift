import InboxModel

/// A line of a response: `{"out":"text"}`, `{"err":"text"}`, and at the end `{"exit":0}`.
enum ControlLine: Equatable, Sendable {
  /// Text for the command's standard output.
  case out(String)
  /// Text for the command's standard error.
  case err(String)
  /// The end, with the command's exit code.
  case exit(Int32)

  /// The maximum number of text bytes in a line, so that neither side needs a long response in one
  /// piece.
  static let maximumTextLength = 64 << 10

  /// Appends the line; long text is split into several lines. A line without text shows the client
  /// that its response is being made.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .out(let text): Self.append("out", text, to: &bytes)
    case .err(let text): Self.append("err", text, to: &bytes)
    case .exit(let code): bytes += Array("{\"exit\":\(code)}\n".utf8)
    }
  }

  private static func append(_ key: String, _ text: String, to bytes: inout [UInt8]) {
    var rest = Substring(text)
    repeat {
      var end = rest.endIndex
      if rest.utf8.count > maximumTextLength {
        // A cut inside a character moves back to its beginning.
        let cut = rest.utf8.index(rest.startIndex, offsetBy: maximumTextLength)
        end = rest.unicodeScalars.index(before: rest.unicodeScalars.index(after: cut))
      }
      let piece = rest[..<end]
      bytes += Array("{\"\(key)\":".utf8)
      JSONWriter.append(string: String(piece), to: &bytes)
      bytes += Array("}\n".utf8)
      rest = rest[end...]
    } while !rest.isEmpty
  }

  /// Parses a line without its end; nil for anything else.
  init?(_ bytes: some Collection<UInt8>) {
    guard let object = try? JSONReader.read(Array(bytes)).root.object,
      let member = object.members.first
    else { return nil }
    switch (member.key, member.value) {
    case ("out", .string(let text)): self = .out(text)
    case ("err", .string(let text)): self = .err(text)
    case ("exit", let code):
      guard let code = code.int, let code = Int32(exactly: code) else { return nil }
      self = .exit(code)
    default: return nil
    }
  }
}
