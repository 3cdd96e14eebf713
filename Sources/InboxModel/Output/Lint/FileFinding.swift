/// A finding of lint, or a rejection, at a line of a file.
public struct FileFinding: Equatable, Sendable {
  /// The file as named, relative to the root of the project.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The severity.
  public var level: LintRule.Level
  /// The name of the rule, or the reason of a rejection.
  public var name: String
  /// The path in the payload; empty for the whole push.
  public var path: String
  /// The message.
  public var text: String

  /// The message after the path, if it has one.
  public var located: String { (path.isEmpty ? "" : path + ": ") + text }

  /// Makes a finding.
  public init(
    file: String, line: Int, level: LintRule.Level, name: String, path: String = "", text: String
  ) {
    self.file = file
    self.line = line
    self.level = level
    self.name = name
    self.path = path
    self.text = text
  }
}
