import Foundation

/// The result of one expectation of a scenario: `expect`, `expectEvent`, `expectNone` or `screen`.
public struct CheckResult: Equatable, Sendable {
  /// The step, as it is called in the file.
  public enum Kind: String, Sendable, CaseIterable { case expect, expectEvent, expectNone, screen }

  /// One place in which what was expected and what there is differ.
  public struct Difference: Equatable, Sendable {
    /// The path, `groups[0].count`; empty for the whole.
    public var path: String
    /// The expected value, as JSON or words on one line; nil when there should be none.
    public var expected: String?
    /// The value found; nil when there is none.
    public var got: String?

    /// Makes a difference.
    public init(path: String, expected: String?, got: String?) {
      self.path = path
      self.expected = expected
      self.got = got
    }
  }

  /// A push a failure concerns, and why it came out as it did.
  public struct Concerned: Equatable, Sendable {
    /// Its number.
    public var id: NotificationID
    /// Its title or body, for people.
    public var title: String
    /// Its way through the rules.
    public var trace: Trace
  }

  /// Which expectation.
  public var kind: Kind
  /// The name that its author gave it, on one line; nil without one.
  public var name: String?
  /// The expectation on one line: the JSON or the filter as written.
  public var text: String
  /// The position of the expectation.
  public var place: Scenario.Location
  /// The virtual moment of the check.
  public var at: Date
  /// The zone of the phone, in whose time messages name that moment.
  public var timeZone: TimeZone
  /// The differences; empty when the expectation holds.
  public var differences: [Difference]
  /// Lines of a screen that differ, in the form of a unified diff; empty for other kinds.
  public var screenDiff: [String]
  /// The pushes a failure concerns, at most 5; empty when the expectation holds.
  public var concerned: [Concerned]

  /// Whether the expectation holds.
  public var holds: Bool { differences.isEmpty }

  /// Makes a result; without differences the expectation holds.
  public init(
    _ kind: Kind, text: String, place: Scenario.Location, at: Date, timeZone: TimeZone = .gmt,
    differences: [Difference] = [], screenDiff: [String] = [], concerned: [Concerned] = []
  ) {
    self.kind = kind
    self.text = text
    self.place = place
    self.at = at
    self.timeZone = timeZone
    self.differences = differences
    self.screenDiff = screenDiff
    self.concerned = concerned
  }
}

/// The results of one scenario file.
public struct ScenarioReport: Equatable, Sendable {
  /// The file as it was named.
  public var file: String
  /// Its expectations in their order. A file without any is one case: it ran.
  public var checks: [CheckResult]
  /// Why it could not be read or carried out to its end; nil when it was.
  public var error: SettingsError?

  /// Whether it ran to its end and everything expected came true.
  public var holds: Bool { error == nil && checks.allSatisfy(\.holds) }

  /// Makes a report.
  public init(file: String, checks: [CheckResult] = [], error: SettingsError? = nil) {
    self.file = file
    self.checks = checks
    self.error = error
  }
}
