import Foundation
import InboxModel

/// A demo played without a terminal: the screens in their order, each with the time for which it is
/// seen. The same scenario gives the same film on every machine.
struct DemoFilm {
  /// A screen and the seconds for which it is seen.
  struct Frame {
    var screen: Screen
    var seconds: TimeInterval
  }

  /// The frames; of two beside each other the cells differ.
  private(set) var frames: [Frame] = []
  let name: String
  private let speed: Double
  private var run: ScenarioRun
  private var session: ScenarioSession
  private var demo: Demo

  /// Seconds of a slice of a stretch of time: the clock on the screen moves that often.
  private static let slice = 0.5
  /// Seconds for which the end is seen.
  private static let endTime = 4.0

  /// Makes the film of a demo.
  ///
  /// - Parameter speed: 2 is twice as fast; above 0.
  /// - Throws: ``SettingsError`` for an unknown name of a key, and for a step that cannot be
  ///   carried out.
  init(
    _ scenario: Scenario, named name: String, size: Size, speed: Double = 1, order: TextOrder
  ) throws(SettingsError) {
    let script = try DemoScript(scenario)
    self.name = name
    self.speed = speed
    run = script.run(keepsHistory: true)
    session = ScenarioSession(run, size: size)
    demo = script.demo(named: name)
    session.begin(order, of: &run)
    send(.demo(demo))
    try perform(DemoScript.firstStep)
    for beat in script.beats { try play(beat) }
    demo.isOver = true
    send(.demo(demo))
    show(for: Self.endTime)
  }

  private mutating func play(_ beat: DemoScript.Beat) throws(SettingsError) {
    switch beat {
    case .say(let sentence):
      demo.say(sentence)
      send(.demo(demo))
      show(for: DemoScript.readingTime(of: sentence))
    case .press(let keys):
      for key in keys { send(.key(key)) }
      show(for: DemoScript.keyTime)
    case .pass(let seconds): try pass(seconds)
    case .until(let date): try pass(date.timeIntervalSince(run.now))
    case .step(let step):
      try perform(step)
      show(for: DemoScript.time(of: step))
    }
  }

  private mutating func pass(_ seconds: TimeInterval) throws(SettingsError) {
    guard seconds > 0 else { return }
    let time = min(seconds, DemoScript.maximumPause)
    let slices = Int((time / Self.slice).rounded(.up))
    for _ in 0..<slices {
      try perform(Scenario.Step(.advance(seconds / Double(slices))))
      show(for: time / Double(slices))
    }
  }

  private mutating func perform(_ step: Scenario.Step) throws(SettingsError) {
    session.show(try run.perform(step), of: &run)
    send(.ticked(run.now))
  }

  private mutating func send(_ event: AppEvent) {
    session.send(event, to: &run)
  }

  private mutating func show(for seconds: TimeInterval) {
    guard seconds > 0 else { return }
    let screen = session.drawn(run)
    if let last = frames.indices.last, frames[last].screen.hasCells(of: screen) {
      frames[last].seconds += seconds / speed
    } else {
      frames.append(Frame(screen: screen, seconds: seconds / speed))
    }
  }
}

extension Screen {
  /// Whether the cells of two screens of one size are equal, whatever can be clicked.
  fileprivate func hasCells(of other: Screen) -> Bool {
    (0..<size.rows).allSatisfy { cells(inRow: $0) == other.cells(inRow: $0) }
  }
}
