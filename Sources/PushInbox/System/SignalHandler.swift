typealias SignalHandler = @convention(c) (Int32) -> Void

extension sigaction {
  /// Whether the action is to ignore the signal.
  var isIgnored: Bool {
    handler.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  func isHandled(by other: SignalHandler) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
  }
}
