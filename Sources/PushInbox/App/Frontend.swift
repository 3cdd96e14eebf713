import InboxModel

/// The program's output for a user or a pipe: the full screen or plain lines.
@MainActor
protocol Frontend: AnyObject {
  /// Whether the front end has room for more; while it has none, feeds are not read.
  var hasRoom: Bool { get }
  /// Shows the effects of a stored batch, in their order.
  func handled(_ effects: [Effect])
  /// Shows a message about the program itself: a feed was cut, a hook failed.
  func report(_ message: String)
  /// A function that shows a message while the main thread is blocked, on another thread.
  var blockedReport: @Sendable (String) -> Void { get }
  /// Repairs what ``blockedReport`` has changed on the screen.
  func blockEnded()
  /// Shows problems found at the start, a sentence each.
  func warn(_ warnings: [String])
  /// Handles a new configuration.
  func configured(_ configuration: Configuration)
  /// Handles a change of the state of a feed or of the connections.
  func statusChanged()
  /// Handles the end of loading the list; until then an overview was shown.
  func listLoaded()
  /// Shows the progress of a demo.
  func showProgress(of demo: Demo)
  /// Handles keys that a demo presses.
  func press(_ keys: [Key])
  /// Handles a restart of a demo: gateway, phone and store are empty again.
  func startOver()
  /// Restores the terminal, or writes the remaining output.
  func stop()
}

extension Frontend {
  var hasRoom: Bool { true }
  var blockedReport: @Sendable (String) -> Void { { StandardOutput.report($0) } }
  func blockEnded() {}
  func configured(_ configuration: Configuration) {}
  func statusChanged() {}
  func listLoaded() {}
  func press(_ keys: [Key]) {}
  func startOver() {}

  func warn(_ warnings: [String]) {
    for warning in warnings { report(warning) }
  }
}
