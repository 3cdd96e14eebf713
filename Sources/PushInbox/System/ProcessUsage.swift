import Foundation

/// The resources that processes use. All zero where the system has no `/proc` (proc_pid_stat(5)).
struct ProcessUsage: Equatable {
  /// A limit that is exceeded.
  enum Excess {
    case memory, processorTime
  }

  /// The resident memory in bytes; shared pages count for each process.
  private(set) var memory = 0
  /// The processor time, with that of ended children.
  private(set) var processorTime = Duration.zero

  init(memory: Int, processorTime: Duration) {
    (self.memory, self.processorTime) = (memory, processorTime)
  }

  init(of processes: some Sequence<pid_t>) {
    for process in processes { add(process) }
  }

  private mutating func add(_ process: pid_t) {
    guard let stat = ProcFile.words("/proc/\(process)/stat") else { return }
    // The program's name, in parentheses, may contain any character. Fields 14 to 17 are user and
    // system time of the process and of its ended children, field 24 the resident pages.
    let fields = stat.lastIndex { $0.last == UInt8(ascii: ")") }.map { stat[($0 + 1)...] } ?? []
    let numbers = fields.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard numbers.count > 21 else { return }
    let ticks = numbers[11...14].reduce(0, &+)
    processorTime += .seconds(1) * ticks / max(1, Int(sysconf(Int32(_SC_CLK_TCK))))
    memory += numbers[21] * Int(getpagesize())
  }

  /// Returns the limit that is exceeded, memory before processor time; nil if both are kept.
  func excess(memory maximumMemory: Int, processorTime maximumTime: Duration) -> Excess? {
    if memory > maximumMemory { return .memory }
    return processorTime > maximumTime ? .processorTime : nil
  }
}
