import InboxModel

/// The output of the program for a person or a pipe: the full screen or plain lines.
@MainActor
protocol Frontend: AnyObject {
  /// Whether it can take more now; while it cannot, feeds are held back.
  var hasRoom: Bool { get }
  /// A batch was handled and stored; these are its effects in their order.
  func handled(_ effects: [Effect])
  /// Reports something about the program itself: a feed was cut, a hook failed.
  func report(_ message: String)
  /// Reports problems found at the start, a sentence each.
  func warn(_ warnings: [String])
  /// The configuration was read again.
  func configured(_ configuration: Configuration)
  /// The state of a feed or of the connections changed.
  func statusChanged()
  /// All of the list is loaded; until then an overview of it was shown.
  func listLoaded()
  /// Shows the progress of a demo.
  func showProgress(of demo: Demo)
  /// A demo has keys pressed.
  func press(_ keys: [Key])
  /// Gateway, phone and store are empty again: a demo is played once more.
  func startOver()
  /// Ends: gives the terminal back, or writes what is left.
  func stop()
}

extension Frontend {
  var hasRoom: Bool { true }
  func configured(_ configuration: Configuration) {}
  func statusChanged() {}
  func listLoaded() {}
  func press(_ keys: [Key]) {}
  func startOver() {}

  func warn(_ warnings: [String]) {
    for warning in warnings { report(warning) }
  }
}
