import Foundation
import InboxModel

/// A piece of what `ingest` reads: whole lines of a source, or a file that is one push. One goes to the
/// inbox at a time, so that neither side holds more of a source than this.
struct IngestPiece: Equatable, Sendable {
  /// The source as it was named.
  var source: String
  /// The number of its first line; nil for a file that is one push.
  var firstLine: Int?
  var bytes: [UInt8]

  /// The outcome of a piece.
  struct Report: Equatable, Sendable {
    /// The number of pushes that the gateway accepted.
    var taken = 0
    /// A sentence for each push that was rejected.
    var problems: [String] = []
  }

  /// The piece as a request to the running inbox.
  var request: ControlRequest {
    ControlRequest(
      words: ["ingest", "--", source] + (firstLine.map { [String($0)] } ?? []), input: bytes)
  }
}

extension IngestPiece {
  /// Reads a request.
  init(_ arguments: Arguments, input: [UInt8]) {
    source = arguments.words.first ?? "-"
    firstLine = arguments.words.count > 1 ? Int(arguments.words[1]) : nil
    bytes = input
  }

  /// Has the gateway take what is in it, in one batch; what is no push is kept as refused.
  @MainActor
  func hand(to runtime: AppRuntime) -> Report {
    let now = runtime.clock.now
    let events = pushes(at: now, freshID: runtime.freshID).map { push -> Gateway.Event in
      switch push {
      case .success(let request): .pushReceived(request, reply: nil)
      case .failure(let rejected): .rejected(rejected)
      }
    }
    var report = Report(taken: events.count)
    for case .emit(let event) in runtime.handle(events.map { .gateway($0) }) {
      guard case .rejected(let rejected) = event.kind else { continue }
      report.taken -= 1
      report.problems.append(problem(rejected))
    }
    return report
  }

  /// The pushes in it, and why what is none is none.
  ///
  /// - Parameter keepsTime: whether they came when their lines say.
  func pushes(
    at now: Date, keepsTime: Bool = false, freshID: () -> APNSID
  ) -> [Result<PushRequest, RejectedRequest>] {
    let limit = ConnectionLimits().lineBytes
    guard var number = firstLine else {
      guard bytes.count <= limit else {
        return [.failure(tooLong("File \(source)", bytes[...], limit, stream: 0, at: now))]
      }
      return [
        Result { () throws(RejectedRequest) in
          try SimulatorFile.request(
            from: bytes, name: sourceName, receivedAt: now, freshID: freshID())
        }
      ]
    }
    var pushes: [Result<PushRequest, RejectedRequest>] = []
    var splitter = LineSplitter(limit: limit)
    func add(_ line: LineSplitter.Line) {
      switch line {
      case .whole(let bytes):
        guard bytes.contains(where: { $0 != 32 && $0 != 9 }) else { break }
        pushes.append(
          Result { () throws(RejectedRequest) in
            try PushLine.request(
              from: Array(bytes), number: number, source: sourceName, receivedAt: now,
              freshID: freshID(), keepsTime: keepsTime)
          })
      case .tooLong(let start):
        pushes.append(.failure(tooLong("Line \(number)", start, limit, stream: number, at: now)))
      }
      number += 1
    }
    bytes.withUnsafeBytes { splitter.receive($0, add) }
    splitter.end(add)
    return pushes
  }

  /// The source in the list of rejected pushes.
  private var sourceName: String { source == "-" ? "stdin" : source }

  private func tooLong(
    _ place: String, _ start: ArraySlice<UInt8>, _ limit: Int, stream: Int, at: Date
  ) -> RejectedRequest {
    RejectedRequest(
      origin: Origin(
        wire: .line, transport: firstLine == nil ? sourceName : "\(sourceName) line \(stream)",
        stream: stream),
      at: at, reason: RejectedRequest.notJSON,
      because: "\(place), column 1: it is longer than \(limit) bytes.",
      fix: "Write one push a line, and end each line.", body: Array(start.prefix(4096)))
  }

  /// The sentence about a rejected push: its place, and the reason.
  private func problem(_ rejected: RejectedRequest) -> String {
    let isPlaced = rejected.reason == RejectedRequest.notJSON
    let place =
      !isPlaced
      ? "\(rejected.origin.transport): \(rejected.reason): "
      : firstLine == nil ? "" : source + ": "
    return PlainText.clean("\(place)\(rejected.because) \(rejected.fix)")
  }
}
