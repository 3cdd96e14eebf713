import InboxModel

/// The body of a stream of server-sent events (WHATWG, "HTML", Server-sent events): each line that
/// a command prints is an event. Used on the loop's thread.
final class EventBody: HTTPBody {
  private let reply: ControlReply
  private let ended: () -> Void
  /// The part of a line whose rest is still to come.
  private var line = ""
  private var bytes: [UInt8] = []
  private var sentCount = 0
  private var isLast = false

  /// Makes the body of a response.
  ///
  /// - Parameter ended: Called when the body was read to its end.
  init(_ reply: ControlReply, ended: @escaping () -> Void) {
    self.reply = reply
    self.ended = ended
  }

  /// Ends the body after the bytes that are on their way.
  func finish() {
    isLast = true
  }

  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool) {
    if sentCount == bytes.count, !isLast { fill() }
    let piece = bytes[sentCount...].prefix(limit)
    sentCount += piece.count
    reply.updateBacklog(unsent: bytes.count - sentCount)
    let isEnd = isLast && sentCount == bytes.count
    if isEnd { ended() }
    return (piece, isEnd)
  }

  private func fill() {
    let (lines, isLast) = reply.drain(unsent: 0)
    self.isLast = isLast
    (bytes, sentCount) = ([], 0)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      switch ControlLine(line) {
      case .out(let text): append(text)
      case .err(let text):
        bytes += "event: error\ndata: \(APIRoute.errorText(text))\n\n".utf8
      case .exit, nil: break
      }
    }
  }

  private func append(_ text: String) {
    var lines = (line + text).split(
      separator: "\n", omittingEmptySubsequences: false)
    line = lines.popLast().map(String.init) ?? ""
    for line in lines { bytes += "data: \(line)\n\n".utf8 }
  }
}
