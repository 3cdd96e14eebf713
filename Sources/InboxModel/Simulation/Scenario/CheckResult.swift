import Foundation

/// The result of one expectation of a scenario: `expect`, `expectEvent`, `expectNone` or `screen`.
public struct CheckResult: Equatable, Sendable {
  /// The step's key in the file.
  public enum Kind: String, Sendable, CaseIterable { case expect, expectEvent, expectNone, screen }

  /// One difference between the expected and the actual value.
  public struct Difference: Equatable, Sendable {
    /// The path, `groups[0].count`; the filter of `expectNone`; empty for the root.
    public var path: String
    /// The expected value, as JSON or words on one line; nil if there should be none.
    public var expected: String?
    /// The actual value; nil if there is none.
    public var got: String?

    /// Makes a difference.
    public init(path: String, expected: String?, got: String?) {
      self.path = path
      self.expected = expected
      self.got = got
    }
  }

  /// A push that a failure concerns, with its trace.
  public struct Concerned: Equatable, Sendable {
    /// The number.
    public var id: NotificationID
    /// The line of the step that sent it, from 1; nil for a push that the scenario restored.
    public var line: Int?
    /// The title and the body, or the app if it has neither, for people; at most 80 characters.
    public var title: String
    /// The trace.
    public var trace: Trace
    /// The steps that decide about the differing values, nil for all. Reports show them, even if
    /// they did not apply, and of the others only those that stopped the push or have a remark.
    var steps: Set<StepName>?
  }

  /// The word for a value that does not exist, in reports for people.
  static let absent = "(absent)"

  /// The kind of the expectation.
  public var kind: Kind
  /// The name of the expectation, on one line; nil for none.
  public var name: String?
  /// The expectation on one line: the JSON or the filter as written.
  public var text: String
  /// The position of the expectation.
  public var place: Scenario.Location
  /// The virtual moment of the check.
  public var at: Date
  /// The phone's time zone, in which messages state that moment.
  public var timeZone: TimeZone
  /// The differences; empty if the expectation holds.
  public var differences: [Difference]
  /// The differing lines of a screen, as a unified diff; empty for other kinds.
  public var screenDiff: [String]
  /// The pushes that a failure concerns, at most 5; empty if the expectation holds.
  public var concerned: [Concerned]
  /// The rejected pushes that a failure concerns, at most 5; empty if the expectation holds.
  public var rejected: [RejectedRequest]
  /// The line of the step that sent each of them, from 1, by the push's number.
  public var rejectedLines: [Int: Int] = [:]
  /// The number of further rejected pushes that the failure concerns.
  public var furtherRejected = 0
  /// The number of further pushes that the failure concerns.
  public var furtherConcerned = 0

  /// The kind and the text, for people: `expect {"unread":4}`. An empty filter is `""`.
  var summary: String { "\(kind.rawValue) \(text.isEmpty ? "\"\"" : text)" }

  /// Whether the expectation holds.
  public var holds: Bool { differences.isEmpty }

  /// Makes a result; it holds without differences.
  public init(
    _ kind: Kind, text: String, place: Scenario.Location, at: Date, timeZone: TimeZone = .gmt,
    differences: [Difference] = [], screenDiff: [String] = [], concerned: [Concerned] = [],
    rejected: [RejectedRequest] = []
  ) {
    self.kind = kind
    self.text = text
    self.place = place
    self.at = at
    self.timeZone = timeZone
    self.differences = differences
    self.screenDiff = screenDiff
    self.concerned = concerned
    self.rejected = rejected
  }
}

/// The results of one scenario file.
public struct ScenarioReport: Equatable, Sendable {
  /// The file as named.
  public var file: String
  /// The expectations in their order. A file without any is one case: that it ran.
  public var checks: [CheckResult]
  /// The error that prevented reading or completing it; nil for none.
  public var error: SettingsError?

  /// Whether it ran to its end and all expectations hold.
  public var holds: Bool { error == nil && checks.allSatisfy(\.holds) }

  /// Makes a report.
  public init(file: String, checks: [CheckResult] = [], error: SettingsError? = nil) {
    self.file = file
    self.checks = checks
    self.error = error
  }
}
