import InboxModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line per event on standard output, and the bell nowhere: for pipes, dumb terminals and screen
/// readers (`design/product.md` 3.8).
@MainActor
final class PlainOutput: Frontend {
  private let output: StandardOutput
  /// Lines of the batch being handled: one write for all.
  private var lines: [UInt8] = []
  private let readerLeft: () -> Void

  /// Subscribes to all events; `readerLeft` is called when standard output has no reader any more.
  init(
    events: EventHub, format: EventHub.Format, output: StandardOutput,
    readerLeft: @escaping () -> Void
  ) {
    self.output = output
    self.readerLeft = readerLeft
    _ = events.subscribe(
      EventHub.Subscription(filter: nil, format: format) { [unowned self] line in
        lines += line.utf8
        lines.append(UInt8(ascii: "\n"))
      })
  }

  func handled(_ effects: [PushSystem.Effect]) {
    guard !lines.isEmpty else { return }
    if !StandardOutput.write(lines, to: STDOUT_FILENO) { readerLeft() }
    lines.removeAll(keepingCapacity: true)
  }

  func say(_ message: String) {
    output.talk("pushinbox: " + PlainText.clean(message))
  }

  func statusChanged() {}
}
