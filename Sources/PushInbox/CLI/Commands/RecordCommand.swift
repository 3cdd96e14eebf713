import Dispatch
import Foundation
import InboxModel

/// `pushinbox record`: the running inbox writes what happens, until this command is interrupted.
enum RecordCommand {
  @MainActor static func run(_ arguments: Arguments, _ places: RuntimePaths) throws -> Int32 {
    var words = ["record"]
    if arguments.has("quiet") { words.append("--quiet") }
    // The inbox runs in another folder.
    if let file = try file(arguments) { words.append(URL(filePath: file).path) }
    let socket = try places.runningSocket()
    guard arguments.words.count == 1 else {
      return try ControlClient.run(ControlRequest(words: words), at: socket)
    }
    try RemoteCommand.reach(socket, StandardOutput())
    let interruption = Interruption(socket: socket)
    let status = try ControlClient.run(
      ControlRequest(words: words), at: socket, limit: .forever)
    return interruption.signal.map { 128 + $0 } ?? status
  }

  /// The file to record to; nil to end the recording. `-` would make one of that name.
  static func file(_ arguments: Arguments) throws(Arguments.Failure) -> String? {
    guard let file = arguments.words.first else { return nil }
    guard !file.isEmpty, file != "-" else {
      throw .words(command: "record", problem: "needs the name of a file, not “\(file)”")
    }
    return file
  }
}

/// Asks for the recording's end when a signal comes, so that its last words are still heard; a second
/// signal ends the program.
// Sendable: `received` is read and written under `lock` only; `sources` is complete when `init` returns.
private final class Interruption: @unchecked Sendable {
  private let lock = NSLock()
  private var sources: [any DispatchSourceSignal] = []
  private var received: Int32?

  /// The signal that came, if one has.
  var signal: Int32? { lock.withLock { received } }

  init(socket: String) {
    for number in [SIGINT, SIGTERM] {
      Foundation.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [unowned self] in
        Foundation.signal(number, SIG_DFL)
        lock.withLock { received = number }
        _ = try? ControlClient.run(
          ControlRequest(words: ["record", "--quiet"]), at: socket, limit: .silence(.seconds(5)))
      }
      source.resume()
      sources.append(source)
    }
  }
}
