import CAllocations
import Foundation

/// A part of the path of a push.
enum Stage: String, CaseIterable {
  case `protocol` = "protocol: frames to requests"
  case payload = "payload: requests to pushes"
  case gateway = "gateway: checks and response"
  case phone = "phone: decision, list, limit"
  case store = "store: rows, a commit for each batch"
  case events = "events: the lines of `serve`"
  case answer = "answer: responses to frames"
  case release = "release: memory freed"
}

/// The processor time of the process and the heap allocations of its main thread, by stage.
final class Costs {
  private var stages: [Stage: (nanoseconds: Int, allocations: Int)] = [:]

  /// Clears all costs.
  func reset() {
    stages = [:]
  }

  /// Runs a part of a stage and adds its cost.
  func measure<Value>(_ stage: Stage, _ work: () throws -> Value) rethrows -> Value {
    let (startTime, startCount) = (Self.processorTime(), allocation_count())
    let value = try work()
    let sum = stages[stage] ?? (0, 0)
    stages[stage] = (
      sum.nanoseconds + Self.processorTime() - startTime,
      sum.allocations + allocation_count() - startCount
    )
    return value
  }

  /// Subtracts the cost of a stage that was also measured alone from that of another one.
  func separate(_ part: Stage, from whole: Stage) {
    guard let part = stages[part], let sum = stages[whole] else { return }
    stages[whole] = (
      sum.nanoseconds - part.nanoseconds, sum.allocations - part.allocations
    )
  }

  /// The processor time of the process so far, nanoseconds.
  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Microseconds for each push, all stages together.
  func microseconds(pushes: Int) -> Double {
    Double(stages.values.reduce(0) { $0 + $1.nanoseconds }) / Double(pushes) / 1000
  }

  /// The table of the stages for each push, in Markdown.
  func table(pushes: Int) -> String {
    let isCounted = allocations_are_counted()
    func row(_ name: String, _ microseconds: Double, _ allocations: Int) -> String {
      let count = Double(allocations) / Double(pushes)
      let counted = isCounted ? String(format: "%.1f", count) : "not counted"
      return "| \(name) | \(String(format: "%.2f", microseconds)) | \(counted) |\n"
    }
    var table = "| Stage | µs | allocations |\n| --- | ---: | ---: |\n"
    for stage in Stage.allCases {
      guard let cost = stages[stage] else { continue }
      table += row(
        stage.rawValue, Double(cost.nanoseconds) / Double(pushes) / 1000, cost.allocations)
    }
    let allocations = stages.values.reduce(0) { $0 + $1.allocations }
    return table + row("**all**", microseconds(pushes: pushes), allocations)
  }
}
