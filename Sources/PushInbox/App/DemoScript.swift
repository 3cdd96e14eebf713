import Foundation
import InboxModel

/// A scenario as a demo plays it: the beats in their order, without expectations and golden
/// screens, which `pushinbox run` checks.
struct DemoScript: Sendable {
  /// A step as it is played for a user who watches.
  enum Beat: Sendable {
    case say(String)
    case press([Key])
    case pass(TimeInterval)
    case until(Date)
    case step(Scenario.Step)

    var isSentence: Bool { if case .say(let text) = self { !text.isEmpty } else { false } }
  }

  let scenario: Scenario
  let beats: [Beat]

  /// Seconds after a step.
  static let stepTime = 1.2
  /// Seconds after a key.
  static let keyTime = 1.6
  /// The most seconds that a stretch of time takes: longer ones run fast.
  static let maximumPause = 4.0

  /// Compiles the steps of a scenario; expectations are left out.
  ///
  /// - Throws: ``SettingsError`` with the place of the step for an unknown name of a key.
  init(_ scenario: Scenario) throws(SettingsError) {
    self.scenario = scenario
    var beats: [Beat] = []
    for step in scenario.steps where !step.action.isExpectation {
      if let at = step.at { beats.append(.until(at)) }
      beats.append(try Self.beat(of: step))
    }
    self.beats = beats
  }

  /// The number of sentences.
  var sentenceCount: Int { beats.count(where: \.isSentence) }

  /// Returns the phone at the demo's first moment.
  ///
  /// - Parameter keepsHistory: Whether records and events are kept, as a screen without a store
  ///   needs them.
  func run(keepsHistory: Bool) -> ScenarioRun {
    ScenarioRun(start: scenario.start, seed: scenario.seed, keepsHistory: keepsHistory)
  }

  /// Returns the progress before the first beat.
  func demo(named name: String) -> Demo {
    Demo(name: name, count: sentenceCount, next: DemoList.next(after: name))
  }

  /// The step with which every demo begins: the settings of a new phone.
  static let firstStep = Scenario.Step(.configure(PhoneSettings(), changes: []))

  /// Returns the seconds that a sentence takes to be found and read.
  static func readingTime(of sentence: String) -> TimeInterval {
    sentence.isEmpty ? 0 : 1.6 + 0.055 * Double(sentence.count)
  }

  /// Returns the seconds for which the result of a step is shown.
  static func time(of step: Scenario.Step) -> TimeInterval {
    if case .configure = step.action { 0 } else { stepTime }
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
}

extension Demo {
  /// Shows the next sentence; an empty one removes the last.
  mutating func say(_ sentence: String) {
    caption = sentence
    if !sentence.isEmpty { self.sentence += 1 }
  }
}
