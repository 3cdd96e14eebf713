#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

typealias SignalHandler = @convention(c) (Int32) -> Void

extension sigaction {
  /// Whether the action is to ignore the signal.
  var isIgnored: Bool {
    handler.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The handler; nil stands for the default action. Each C library names the field differently.
  var handler: SignalHandler? {
    get {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler
      #else
        __sigaction_u.__sa_handler
      #endif
    }
    set {
      #if canImport(Glibc)
        __sigaction_handler.sa_handler = newValue
      #else
        __sigaction_u.__sa_handler = newValue
      #endif
    }
  }

  func isHandled(by other: SignalHandler) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
  }
}
