import Dispatch

/// Signals as events on the main actor: `SIGWINCH`, `SIGTSTP`, `SIGTERM` and others on request.
///
/// A handler writes the signal's number to a pipe, which the main queue reads. Dispatch's signal
/// source would need the signals blocked in every thread on Linux.
@MainActor final class SignalEvents {
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let previous: [(signal: Int32, action: sigaction)]

  /// Handles the signals until this object is released. There is one pipe: the latest object
  /// receives all signals.
  init?(_ signals: [Int32], handler: @escaping @MainActor (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let (reading, writing) = (ends[0], ends[1])
    pipeEnd.pointee = writing

    source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .main)
    source.setEventHandler {
      var numbers = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &numbers, numbers.count)
      guard count > 0 else { return }
      MainActor.assumeIsolated {
        for number in numbers[..<count] { handler(Int32(number)) }
      }
    }
    source.setCancelHandler {
      if pipeEnd.pointee == writing { pipeEnd.pointee = -1 }
      close(reading)
      close(writing)
    }
    source.activate()

    previous = signals.map { signal in
      var action = sigaction()
      action.handler = report
      action.sa_flags = SA_RESTART
      sigfillset(&action.sa_mask)
      var old = sigaction()
      sigaction(signal, &action, &old)
      // Signals ignored at the start, as by `nohup`, stay ignored.
      if old.isIgnored { sigaction(signal, &old, nil) }
      return (signal, old)
    }
  }

  deinit {
    for (signal, var action) in previous { sigaction(signal, &action, nil) }
    source.cancel()
  }
}

/// The descriptor to which the handler writes; behind a pointer as in `TerminalRestorer`.
nonisolated(unsafe) private let pipeEnd: UnsafeMutablePointer<Int32> = {
  let end = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  end.initialize(to: -1)
  return end
}()

private let report: @convention(c) (Int32) -> Void = { signal in
  let saved = errno
  var number = UInt8(truncatingIfNeeded: signal)
  _ = write(pipeEnd.pointee, &number, 1)
  errno = saved
}
