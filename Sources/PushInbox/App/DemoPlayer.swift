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
  private unowned let runtime: AppRuntime
  /// The speed: 2 is twice as fast, 0 does not wait.
  private let speed: Double
  private var script: DemoScript
  private var run: ScenarioRun
  /// The number of beats played.
  private var played = 0
  /// The progress that the screen shows.
  private(set) var demo: Demo
  /// The rest of the stretch of time that is being played.
  private var passing: (seconds: TimeInterval, slices: Int)?
  /// The number of the current wait; an interrupted wait has an older number and does nothing.
  private var wait = 0

  /// Seconds of a slice of a stretch of time.
  private static let slice = 0.1

  /// Makes a player of a demo in the inbox of an app.
  ///
  /// - Throws: ``SettingsError`` for an unknown name of a key.
  init(
    _ scenario: Scenario, named name: String, speed: Double, runtime: AppRuntime
  ) throws(SettingsError) {
    self.runtime = runtime
    self.speed = speed
    script = try DemoScript(scenario)
    run = script.run(keepsHistory: false)
    demo = script.demo(named: name)
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
    runtime.stopClock(at: run.now)
    perform(DemoScript.firstStep)
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
    run = script.run(keepsHistory: false)
    played = 0
    passing = nil
    demo = script.demo(named: demo.name)
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
      script = try DemoScript(next)
      demo.name = name
      replay()
    } catch {
      runtime.frontend?.report(error.message)
    }
  }

  /// Rewinds to a sentence, at the earliest to the first one. A paused demo stays paused.
  private func rewind(to sentence: Int) {
    let isPaused = demo.isPaused
    let sentences = script.beats.indices.filter { script.beats[$0].isSentence }
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
      guard played < script.beats.count else { return nil }
      let beat = script.beats[played]
      played += 1
      let seconds = play(beat)
      if passing == nil { return seconds }
    }
    return passSlice()
  }

  private func play(_ beat: DemoScript.Beat) -> TimeInterval {
    switch beat {
    case .say(let sentence):
      demo.say(sentence)
      return DemoScript.readingTime(of: sentence)
    case .press(let keys):
      reportProgress()
      runtime.frontend?.press(keys)
      return DemoScript.keyTime
    case .pass(let seconds): beginPass(seconds)
    case .until(let date): beginPass(date.timeIntervalSince(runtime.clock.now))
    case .step(let step):
      perform(step)
      return DemoScript.time(of: step)
    }
    return 0
  }

  private func beginPass(_ seconds: TimeInterval) {
    guard seconds > 0 else { return }
    let slices = (min(seconds, DemoScript.maximumPause) / Self.slice).rounded(.up)
    passing = (seconds, speed == 0 ? 1 : max(1, Int(slices)))
  }

  /// Advances the clock by the next slice of a pause; returns the seconds until the next beat.
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
      played = script.beats.count
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
