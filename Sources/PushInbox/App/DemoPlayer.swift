import Dispatch
import Foundation
import InboxModel

/// Plays a scenario on the running inbox for a user who watches: at reading speed, on a clock that
/// stands between the steps and runs fast through long stretches of time.
///
/// Expectations and golden screens are ignored: `pushinbox run` plays the same file and checks
/// them. Going back replays the demo from its beginning without pauses, on an empty phone.
@MainActor
final class DemoPlayer {
  /// A step as it is played for a user who watches.
  private enum Beat {
    case say(String)
    case press([Key])
    case pass(TimeInterval)
    case until(Date)
    case step(Scenario.Step)

    var isSentence: Bool { if case .say(let text) = self { !text.isEmpty } else { false } }
  }

  private unowned let runtime: AppRuntime
  /// The speed: 2 is twice as fast, 0 does not wait.
  private let speed: Double
  private var scenario: Scenario
  private var run: ScenarioRun
  private var beats: [Beat]
  /// The number of beats played.
  private var played = 0
  /// The progress that the screen shows.
  private(set) var demo: Demo
  /// The rest of the stretch of time that is being played.
  private var passing: (seconds: TimeInterval, slices: Int)?
  /// The number of the current wait; an interrupted wait has an older number and does nothing.
  private var wait = 0

  /// Seconds after a step and after a key, and the maximum for a stretch of time: longer ones run
  /// fast.
  private static let stepTime = 1.2
  private static let keyTime = 1.6
  private static let longestPass = 4.0
  private static let slice = 0.1
  /// Seconds to read a sentence: to find it, and per character.
  private static let findTime = 1.6
  private static let characterTime = 0.055

  /// - Throws: ``SettingsError`` for an invalid key.
  init(
    _ scenario: Scenario, named name: String, speed: Double, runtime: AppRuntime
  ) throws(SettingsError) {
    self.runtime = runtime
    self.speed = speed
    self.scenario = scenario
    run = Self.run(of: scenario)
    beats = try Self.beats(of: scenario)
    demo = Self.demo(named: name, beats)
  }

  private static func run(of scenario: Scenario) -> ScenarioRun {
    ScenarioRun(start: scenario.start, seed: scenario.seed, keepsHistory: false)
  }

  private static func demo(named name: String, _ beats: [Beat]) -> Demo {
    Demo(name: name, count: beats.count(where: \.isSentence), next: DemoList.next(after: name))
  }

  private static func beats(of scenario: Scenario) throws(SettingsError) -> [Beat] {
    var beats: [Beat] = []
    for step in scenario.steps where !step.action.isExpectation {
      if let at = step.at { beats.append(.until(at)) }
      beats.append(try beat(of: step))
    }
    return beats
  }

  private static func beat(of step: Scenario.Step) throws(SettingsError) -> Beat {
    switch step.action {
    case .say(let sentence): return .say(sentence)
    case .advance(let seconds): return .pass(seconds)
    case .press(let names):
      var keys: [Key] = []
      for name in names {
        guard let key = Key(named: name) else {
          throw step.located(
            SettingsError(
              .wrongValue(expected: "names of keys", found: "`\(name)`"), path: "press"))
        }
        keys.append(key)
      }
      return .press(keys)
    default:
      var step = step
      step.at = nil
      return .step(step)
    }
  }

  /// Starts at the demo's first moment.
  func start() {
    begin()
    continuePlayback()
  }

  func carryOut(_ request: DemoRequest) {
    wait += 1
    switch request {
    case .pause:
      guard !demo.isOver else { return }
      demo.isPaused.toggle()
      if demo.isPaused { reportProgress() } else { continuePlayback() }
    case .step:
      guard !demo.isOver else { return }
      finishPass()
      continuePlayback()
      if demo.isPaused { finishPass() }
    case .back: rewind(to: demo.isOver ? demo.count : demo.sentence - 1)
    case .replay: replay()
    case .next: playNextDemo()
    }
  }

  /// Sets the phone to the beginning of the demo.
  private func begin() {
    runtime.stand(at: run.now)
    perform(Scenario.Step(.configure(PhoneSettings(), changes: [])))
  }

  /// Sets an empty phone to the beginning of the demo.
  ///
  /// - Returns: Whether that succeeded; a failure is reported.
  private func beginAgain() -> Bool {
    do throws(StoreError) {
      try runtime.startOver()
    } catch {
      runtime.frontend?.report(ErrorMessage(error).text)
      return false
    }
    run = Self.run(of: scenario)
    played = 0
    passing = nil
    demo = Self.demo(named: demo.name, beats)
    begin()
    return true
  }

  private func replay() {
    if beginAgain() { continuePlayback() }
  }

  private func playNextDemo() {
    let name = demo.next
    do throws(SettingsError) {
      guard let next = try DemoList.scenario(named: name) else { return }
      beats = try Self.beats(of: next)
      scenario = next
      demo.name = name
      replay()
    } catch {
      runtime.frontend?.report(error.message)
    }
  }

  /// Goes back to a sentence, at the earliest to the first one. A paused demo stays paused.
  private func rewind(to sentence: Int) {
    let isPaused = demo.isPaused
    let sentences = beats.indices.filter { beats[$0].isSentence }
    let target = sentences.isEmpty ? 0 : sentences[max(0, min(sentence, sentences.count) - 1)]
    guard beginAgain() else { return }
    while played < target {
      _ = playNext()
      finishPass()
    }
    demo.isPaused = isPaused
    continuePlayback()
  }

  // MARK: Playing

  /// Plays until a step that needs time to be read.
  private func continuePlayback() {
    while let seconds = playNext() {
      guard seconds > 0 else { continue }
      reportProgress()
      guard speed > 0 else { continue }
      if !demo.isPaused { after(seconds / speed) }
      return
    }
    runtime.letClockGoOn()
    demo.isOver = true
    demo.isPaused = false
    reportProgress()
  }

  /// Plays the next beat, or the next slice of a long one.
  ///
  /// - Returns: The seconds until the next beat; nil at the end.
  private func playNext() -> TimeInterval? {
    if passing == nil {
      guard played < beats.count else { return nil }
      let beat = beats[played]
      played += 1
      let seconds = play(beat)
      if passing == nil { return seconds }
    }
    return passSlice()
  }

  private func play(_ beat: Beat) -> TimeInterval {
    switch beat {
    case .say(let sentence):
      demo.caption = sentence
      if !sentence.isEmpty { demo.sentence += 1 }
      return sentence.isEmpty ? 0 : Self.findTime + Self.characterTime * Double(sentence.count)
    case .press(let keys):
      reportProgress()
      runtime.frontend?.press(keys)
      return Self.keyTime
    case .pass(let seconds): beginPass(seconds)
    case .until(let date): beginPass(date.timeIntervalSince(runtime.clock.now))
    case .step(let step):
      perform(step)
      if case .configure = step.action { return 0 }
      return Self.stepTime
    }
    return 0
  }

  private func beginPass(_ seconds: TimeInterval) {
    guard seconds > 0 else { return }
    let slices = (min(seconds, Self.longestPass) / Self.slice).rounded(.up)
    passing = (seconds, speed == 0 ? 1 : max(1, Int(slices)))
  }

  /// Lets the next slice of a stretch pass; returns the seconds until the next beat.
  private func passSlice() -> TimeInterval {
    guard let (seconds, slices) = passing else { return 0 }
    pass(seconds / Double(slices))
    passing = slices > 1 ? (seconds - seconds / Double(slices), slices - 1) : nil
    return Self.slice
  }

  private func finishPass() {
    guard let rest = passing?.seconds else { return }
    passing = nil
    pass(rest)
    reportProgress()
  }

  private func pass(_ seconds: TimeInterval) {
    perform(Scenario.Step(.advance(seconds)))
  }

  private func perform(_ step: Scenario.Step) {
    do throws(SettingsError) {
      try runtime.play(step, of: &run)
    } catch {
      played = beats.count
      runtime.frontend?.report(error.message)
    }
  }

  private func after(_ seconds: TimeInterval) {
    wait += 1
    let mine = wait
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.wait == mine else { return }
        self.continuePlayback()
      }
    }
  }

  private func reportProgress() {
    runtime.frontend?.showProgress(of: demo)
  }
}
