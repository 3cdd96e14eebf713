/// Why an app's strings cannot be read, and where.
public struct StringsError: Error, Equatable, Sendable {
  /// The file or folder, as the settings reach it; empty while a text is read that has no name.
  public var file: String
  /// The position in the file, where it is known.
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

/// The contents of a file of strings.
struct StringsContents: Equatable {
  /// Its texts by key.
  var table: LocalizedStrings.Table = [:]
  /// Keys that stand in it twice, and where the later one stands; the last one wins.
  var duplicates: [(key: String, position: JSONPosition)] = []

  static func == (left: StringsContents, right: StringsContents) -> Bool {
    left.table == right.table && left.duplicates.elementsEqual(right.duplicates, by: ==)
  }
}
