/// The error of an app's strings that cannot be read, with its position.
public struct StringsError: Error, Equatable, Sendable {
  /// The path of the file or folder as reached from the settings; empty while a text without a name
  /// is parsed.
  public var file: String
  /// The position in the file; nil if unknown.
  public var position: JSONPosition?
  /// The problem as half a sentence: `expected “;” after the value`.
  public var problem: String

  /// Makes an error.
  public init(_ problem: String, file: String = "", position: JSONPosition? = nil) {
    self.problem = problem
    self.file = file
    self.position = position
  }

  /// One sentence without its full stop: `ru.lproj/Localizable.strings:3:14: expected “;” after the
  /// value`.
  public var message: String {
    let place = [file] + (position.map { [String($0.line), String($0.column)] } ?? [])
    return place.filter { !$0.isEmpty }.joined(separator: ":") + ": " + problem
  }
}

/// The contents of a strings file.
struct StringsContents: Equatable {
  /// The texts by key.
  var table: LocalizedStrings.Table = [:]
  /// The repeated keys and the positions of the later ones; the last one counts.
  var duplicates: [(key: String, position: JSONPosition)] = []

  static func == (left: StringsContents, right: StringsContents) -> Bool {
    left.table == right.table && left.duplicates.elementsEqual(right.duplicates, by: ==)
  }
}
