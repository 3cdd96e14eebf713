import Foundation
import InboxModel

/// A piece of the input of `ingest`: whole lines of a source, or a file that is one push. The inbox
/// receives one piece at a time, so that neither side holds more of a source.
struct IngestPiece: Equatable, Sendable {
  /// The source as it was named.
  var source: String
  /// The number of its first line; nil for a file that is one push.
  var firstLine: Int?
  var bytes: [UInt8]

  /// The result of a piece.
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
  /// Creates a piece from a request.
  init(_ arguments: Arguments, input: [UInt8]) {
    source = arguments.words.first ?? "-"
    firstLine = arguments.words.count > 1 ? Int(arguments.words[1]) : nil
    bytes = input
  }

  /// Returns the pushes of the piece as events for the gateway; invalid ones become rejections. Can
  /// be called on any thread.
  func events(at now: Date) -> [PushSystem.Event] {
    pushes(at: now, freshID: AppRuntime.freshID).map { push in
      switch push {
      case .success(let request): .gateway(.pushReceived(request, reply: nil))
      case .failure(let rejected): .gateway(.rejected(rejected))
      }
    }
  }

  /// Passes the events of the piece to the gateway in one batch, once there is room.
  ///
  /// - Parameters:
  ///   - isWanted: Called once there is room; if it returns false nothing is done.
  ///   - report: Called when the batch is stored.
  @MainActor
  func deliver(
    _ events: [PushSystem.Event], to runtime: AppRuntime, if isWanted: @escaping () -> Bool,
    report: @escaping (Report) -> Void
  ) {
    runtime.whenRoom {
      guard isWanted() else { return }
      var outcome = Report(taken: events.count)
      for case .emit(let event) in runtime.handle(events) {
        guard case .rejected(let rejected) = event.kind else { continue }
        outcome.taken -= 1
        outcome.problems.append(problem(rejected))
      }
      runtime.whenRoom { report(outcome) }
    }
  }

  /// Returns the pushes of the piece, decoded on all cores, and the rejections of invalid ones.
  ///
  /// - Parameter keepsTime: Whether the pushes have the time of arrival that their lines name.
  func pushes(
    at now: Date, keepsTime: Bool = false, freshID: @Sendable () -> APNSID
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
    var lines: [(number: Int, line: LineSplitter.Line)] = []
    var splitter = LineSplitter(limit: limit, isAtStart: number == 1)
    func add(_ line: LineSplitter.Line) {
      switch line {
      case .whole(let bytes) where bytes.allSatisfy({ $0 == 32 || $0 == 9 }): break
      case .whole, .tooLong: lines.append((number, line))
      }
      number += 1
    }
    bytes.withUnsafeBytes { splitter.receive($0, add) }
    splitter.end(add)
    return lines.mappedOnAllCores { number, line in
      switch line {
      case .whole(let bytes):
        Result { () throws(RejectedRequest) in
          try PushLine.request(
            from: Array(bytes), number: number, source: sourceName, receivedAt: now,
            freshID: freshID(), keepsTime: keepsTime)
        }
      case .tooLong(let start):
        .failure(tooLong("Line \(number)", start, limit, stream: number, at: now))
      }
    }
  }

  /// The source's name in the list of rejected pushes.
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

  /// Returns the sentence about a rejected push: its position and the reason.
  private func problem(_ rejected: RejectedRequest) -> String {
    let isPlaced = rejected.reason == RejectedRequest.notJSON
    let place =
      !isPlaced
      ? "\(rejected.origin.transport): \(rejected.reason): "
      : firstLine == nil ? "" : source + ": "
    return PlainText.clean("\(place)\(rejected.because) \(rejected.fix)")
  }
}

extension Array where Element: Sendable {
  /// Returns the values of a closure for all elements, in order, computed on all cores.
  fileprivate func mappedOnAllCores<Value: Sendable>(
    _ value: @Sendable (Element) -> Value
  ) -> [Value] {
    let length = 32
    var parts = [[Value]](repeating: [], count: (count + length - 1) / length)
    parts.withUnsafeMutableBufferPointer { parts in
      // Each part is written by one thread and read when all have ended.
      nonisolated(unsafe) let parts = parts
      DispatchQueue.concurrentPerform(iterations: parts.count) { part in
        parts[part] = self[part * length..<Swift.min((part + 1) * length, count)].map(value)
      }
    }
    return Swift.Array(parts.joined())
  }
}
