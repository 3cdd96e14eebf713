import Foundation
import InboxModel

/// The check of the files of one command line. Their pushes are not sent.
///
/// A file of pushes is checked with the configuration, a scenario with the settings of its steps.
final class LintRun {
  /// The gateway and the phone that would receive the pushes.
  private struct Receiver {
    var gateway: Gateway
    var phone = PhoneSettings()
  }

  /// A scenario that is being read.
  private struct OpenScenario {
    var reader = ScenarioReader()
    /// The settings so far.
    var receiver = Receiver(gateway: Gateway())
    /// The steps that wait until one of them names the first moment, as in a run.
    var waiting: [Scenario.Step] = []
    /// The time of the last step; nil before the first one.
    var now: Date?
    /// Whether a line was invalid. Those after it are not read.
    var isBroken = false
    /// The file as it was named, without its bytes.
    let file: IngestPiece

    init(_ file: IngestPiece, isStrict: Bool) {
      self.file = IngestPiece(source: file.source, firstLine: 1, bytes: [])
      configure(GatewaySettings(), isStrict: isStrict)
    }

    /// Applies gateway settings, but no injected faults: their rejections are no mistakes of the
    /// sender.
    mutating func configure(_ settings: GatewaySettings, isStrict: Bool) {
      var settings = settings
      settings.faults = []
      settings.isStrict = settings.isStrict || isStrict
      receiver.gateway.settings = settings
    }

    /// Adds a stored state, such as the channels before a recording.
    mutating func restore(_ snapshot: Snapshot, at moment: Date) {
      var system = PushSystem(
        gateway: receiver.gateway, device: Phone(settings: receiver.phone))
      var effects: [Effect] = []
      system.handle(.restored(snapshot), at: moment, &effects)
      receiver.gateway = system.gateway
    }
  }

  private var configured: Receiver
  private let isStrict: Bool
  private let now: Date
  private let emit: (FileFinding) -> Void
  /// The current file, if it is a scenario.
  private var scenario: OpenScenario?
  private var habits = ThreadHabits()
  private var pushCount = 0
  private(set) var counts: [LintRule.Level: Int] = [:]
  private(set) var hasBadInput = false

  /// Makes a check with a configuration.
  ///
  /// - Parameters:
  ///   - isStrict: Whether scenarios too are checked as strictly as by Apple.
  ///   - now: The time at which pushes are received that name none.
  ///   - emit: Receives each finding.
  init(
    _ configuration: Configuration, isStrict: Bool, now: Date,
    emit: @escaping (FileFinding) -> Void
  ) {
    configured = Receiver(
      gateway: Gateway(settings: configuration.gateway), phone: configuration.phone)
    self.isStrict = isStrict
    self.now = now
    self.emit = emit
  }

  /// Checks the next piece of the files.
  func check(_ piece: IngestPiece) {
    if piece.firstLine ?? 1 == 1 {
      finish()
      if !piece.isOnePush, ScenarioReader.hasSteps(piece.bytes) {
        scenario = OpenScenario(piece, isStrict: isStrict)
      }
    }
    if scenario != nil { return checkSteps(of: piece) }
    let pushes = piece.pushes(at: now, keepsTime: true) { Self.freshID }
    for push in pushes {
      switch push {
      case .success(let request): check(request, of: piece, by: &configured)
      case .failure(let rejected):
        pushCount += 1
        hasBadInput = true
        remark(rejected, line: piece.line(of: rejected), of: piece)
      }
    }
  }

  /// Ends the last file.
  func finish() {
    checkWaitingSteps()
    scenario = nil
  }

  private static let freshID: APNSID = "00000000-0000-0000-0000-000000000000"

  // MARK: Scenarios

  private func checkSteps(of piece: IngestPiece) {
    guard scenario?.isBroken == false else { return }
    var files = SettingsFiles.beside(piece.source)
    // Lint runs no program.
    files.allowsPrograms = true
    let lines = ScenarioReader.lines(
      of: piece.bytes[...], firstLine: piece.firstLine ?? 1, fileName: piece.source, files: files)
    do throws(SettingsError) {
      for line in lines {
        guard let step = try scenario?.reader.step(of: line) else { continue }
        scenario?.waiting.append(step)
      }
      if scenario?.reader.start != nil { checkWaitingSteps() }
    } catch {
      checkWaitingSteps()
      scenario?.isBroken = true
      hasBadInput = true
      var problem = error
      (problem.file, problem.position) = (nil, nil)
      report(
        FileFinding(
          file: piece.source, line: error.line ?? 1, level: .error, name: "scenario",
          text: problem.message + (error.suggestion == nil ? "." : "")))
    }
  }

  private func checkWaitingSteps() {
    // Held once only, so that a push does not copy it.
    guard var scenario = scenario.take() else { return }
    for step in scenario.waiting { check(step, in: &scenario) }
    scenario.waiting.removeAll(keepingCapacity: true)
    self.scenario = scenario
  }

  /// Checks the pushes of a step, and follows its settings and its time. A repeated push is checked
  /// once.
  private func check(_ step: Scenario.Step, in scenario: inout OpenScenario) {
    let start = scenario.now ?? scenario.reader.start ?? Scenario().start
    var now = max(start, step.at ?? start)
    switch step.action {
    case .configure(let phone, _): scenario.receiver.phone = phone
    case .gateway(let settings): scenario.configure(settings, isStrict: isStrict)
    case .advance(let seconds): now += seconds
    case .push(var request, let count, let every):
      (request.receivedAt, request.freshID) = (now, Self.freshID)
      check(request, of: scenario.file, by: &scenario.receiver)
      now += every * Double(count - 1)
    case .rejected(let rejected):
      pushCount += 1
      remark(rejected, line: step.place.position.line, of: scenario.file)
    case .restore(let snapshot): scenario.restore(snapshot, at: now)
    default: break
    }
    scenario.now = now
  }

  // MARK: Findings

  private func check(
    _ request: PushRequest, of piece: IngestPiece, by receiver: inout Receiver
  ) {
    pushCount += 1
    for effect in receiver.gateway.handle(
      .pushReceived(request, reply: nil), at: request.receivedAt)
    {
      switch effect {
      case .reject(let rejected):
        remark(rejected, line: max(1, request.origin.stream), of: piece)
      case .deliver(let delivery):
        let era = receiver.phone.device.era
        var findings = Lint.findings(
          for: delivery, app: receiver.phone.app(delivery.app), era: era)
        if let habit = habits.examine(delivery), era.isConcerned(by: habit) {
          findings.append(habit)
        }
        let document = piece.isOnePush ? try? JSONReader.read(piece.bytes) : nil
        for finding in findings {
          let line =
            document.map { piece.line(of: finding.path, in: $0.root) } ?? request.origin.stream
          report(
            FileFinding(
              file: piece.source, line: line, level: finding.level, name: finding.rule.rawValue,
              path: finding.path, text: finding.message))
        }
      default: break
      }
    }
  }

  private func remark(_ rejected: RejectedRequest, line: Int, of piece: IngestPiece) {
    report(
      FileFinding(
        file: piece.source, line: line, level: .error, name: rejected.reason,
        text: "\(rejected.because) \(rejected.fix)"))
  }

  private func report(_ finding: FileFinding) {
    counts[finding.level, default: 0] += 1
    emit(finding)
  }

  /// Whether no push and no mistake was found.
  var isEmpty: Bool { pushCount == 0 && counts.isEmpty }

  var summary: String { ResultMessage.linted(pushCount, counts) }
}

extension IngestPiece {
  /// Whether the piece is a file that is one push.
  fileprivate var isOnePush: Bool { firstLine == nil }

  /// Returns the line at which a file stops being JSON; for push lines the line itself.
  fileprivate func line(of rejected: RejectedRequest) -> Int {
    guard isOnePush else { return rejected.origin.stream }
    do throws(JSONError) {
      _ = try JSONReader.read(bytes)
      return 1
    } catch {
      return error.line
    }
  }

  /// Returns the line of a member in a file, in the payload or outside of it.
  fileprivate func line(of path: String, in root: JSONValue) -> Int {
    let places = [root, root.object?["payload"], root.object?["headers"]]
    let offset = places.lazy.compactMap { $0?.offset(of: path) }.first ?? 0
    return JSONPosition(offset: offset, in: bytes).line
  }
}
