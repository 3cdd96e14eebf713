import Foundation
import InboxModel

/// A scenario that the API receives (`docs/reference/api.md`). It is played on a phone of its own,
/// away from the main thread, and can name neither files nor programs.
enum PostedScenario {
  /// The maximum number of pushes, all repetitions counted: the phone is in the memory of the
  /// inbox.
  static let maximumPushes = 20_000
  /// The time limit, which is checked between steps and while the clock moves.
  private static let limit: Duration = .seconds(30)

  /// The reason why a scenario was not played to its end.
  private enum Failure: Error {
    case invalid(SettingsError)
    case tooManyPushes
    case late
    /// The client has left.
    case abandoned
  }

  /// Starts to play a scenario away from the main thread.
  static func start(_ bytes: [UInt8], _ reply: ControlReply) {
    Task.detached { play(bytes, reply) }
  }

  /// Plays a scenario and responds with an object per case, as `run --report` writes them.
  static func play(_ bytes: [UInt8], _ reply: ControlReply) {
    do throws(Failure) {
      var report = ScenarioReport(file: fileName)
      report.checks = try checks(bytes, reply)
      reply.out(CaseJSON.lines(report).map { $0 + "\n" }.joined())
      reply.exit((report.holds ? ExitCode.success : .failure).rawValue)
    } catch {
      let (text, code) = message(error)
      reply.err("pushinbox: \(text)\n")
      reply.exit(code.rawValue)
    }
  }

  /// The name of standard input in errors.
  private static let fileName = "-"

  private static func message(_ failure: Failure) -> (text: String, code: ExitCode) {
    switch failure {
    case .invalid(let error): (error.message, .badInput)
    case .tooManyPushes:
      ("the scenario has over \(maximumPushes) pushes; play it with `pushinbox run`", .badInput)
    case .late: ("the scenario did not end within \(limit)", .timedOut)
    case .abandoned: ("the client has left", .failure)
    }
  }

  private static func checks(
    _ bytes: [UInt8], _ reply: ControlReply
  ) throws(Failure) -> [CheckResult] {
    let end = ContinuousClock.now + limit
    var (run, steps) = try begin(bytes)
    let isDue = { @Sendable in !reply.isOpen || .now >= end }
    run.interruption = Interruption(isDue: isDue)
    var checks: [CheckResult] = []
    var effects: [Effect] = []
    for index in steps.indices {
      effects.removeAll(keepingCapacity: true)
      do throws(SettingsError) {
        if case .screen = steps[index].action {
          let problem = "it compares with a file, which a request cannot name; use pushinbox run"
          throw steps[index].located(SettingsError(.file(problem), path: "screen"))
        }
        try run.perform(&steps[index], &effects)
      } catch {
        // The rest of an interrupted step may not make sense.
        guard isDue() else { throw .invalid(error) }
      }
      guard reply.isOpen else { throw .abandoned }
      guard !isDue() else { throw .late }
      if let result = run.check(steps[index]) { checks.append(result) }
    }
    return checks
  }

  private static func begin(
    _ bytes: [UInt8]
  ) throws(Failure) -> (ScenarioRun, [Scenario.Step]) {
    var reader = ScenarioReader()
    var steps: [Scenario.Step] = []
    var pushCount = 0
    do throws(SettingsError) {
      for line in ScenarioReader.lines(of: bytes[...], fileName: fileName) {
        guard let step = try reader.step(of: line) else { continue }
        if case .push(_, let count, _) = step.action { pushCount += count }
        steps.append(step)
      }
    } catch {
      throw .invalid(error)
    }
    guard pushCount <= maximumPushes else { throw .tooManyPushes }
    let run = ScenarioRun(start: reader.start ?? Scenario().start, seed: reader.seed)
    return (run, steps)
  }
}
