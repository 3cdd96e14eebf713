import Foundation

// The parsing of expectations: `expect`, `expectEvent`, `expectNone`, `screen`.

extension Scenario {
  /// Reads `expect`. Each key must exist in the inbox, so that a misspelling is not a failure.
  static func expectation(
    in root: JSONObject, _ reader: SettingsReader
  ) throws(SettingsError) -> JSONObject {
    let (member, object) = try object("expect", of: root, reader, "keys of the inbox")
    try reader.source.check(
      .object(object), against: .inbox, path: JSONPath().key("expect"), offset: member.valueOffset)
    return object
  }

  /// Reads `expectEvent`. Each key must be one of the named event, or of any.
  static func expectedEvent(
    in root: JSONObject, _ reader: SettingsReader
  ) throws(SettingsError) -> JSONObject {
    let (member, object) = try object("expectEvent", of: root, reader, "keys of an event")
    let path = JSONPath().key("expectEvent")
    var shape = JSONShape.event
    if let event = object.member("event"), let name = event.value.string {
      guard let known = JSONShape.events[name] else {
        let names = JSONShape.events.keys.sorted()
        throw reader.source.error(
          .wrongValue(expected: names.alternatives, found: "`\(PlainText.clean(name))`"),
          path: path.key("event").text, suggestion: NearestName.of(name, among: names),
          offset: event.valueOffset)
      }
      shape = known
    }
    try reader.source.check(.object(object), against: shape, path: path, offset: member.valueOffset)
    return object
  }

  private static func object(
    _ key: String, of root: JSONObject, _ reader: SettingsReader, _ keys: String
  ) throws(SettingsError) -> (JSONObject.Member, JSONObject) {
    guard let member = root.member(key), case .object(let object) = member.value else {
      throw reader.wrong(key, "an object")
    }
    guard !object.isEmpty else {
      throw reader.error(
        .wrongValue(expected: "an object with \(keys)", found: "an empty one"), key)
    }
    return (member, object)
  }
}

extension ScreenStep {
  /// Reads the path of a golden file, which must be below the scenario's folder: running another
  /// user's scenario with `--update` writes no other file. Nil if the key is absent.
  static func file(
    _ key: String, endings: [String], _ reader: inout SettingsReader
  ) throws(SettingsError) -> String? {
    var path: String?
    try reader.text(key, into: &path)
    guard let path else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let problem: String? =
      if path.hasPrefix("/") {
        "an absolute one"
      } else if parts.contains("..") {
        "one with `..`"
      } else if parts.contains(where: \.isEmpty) || parts.last == "." || path.utf8.contains(0) {
        "one that names no file"
      } else if parts.contains(where: { $0.hasPrefix(".") && $0 != "." }) {
        "one with a hidden part"
      } else {
        nil
      }
    if let problem {
      throw reader.error(
        .wrongValue(expected: "a path below the scenario's folder", found: problem), key)
    }
    guard endings.contains(where: path.hasSuffix) else {
      let names = endings.map { "`\($0)`" }.joined(separator: " or ")
      throw reader.wrong(key, "a path that ends in \(names)")
    }
    return path
  }
}

extension Scenario.GoldenScreen {
  /// The texts of sizes as a regular expression (ECMA-262), without anchors.
  static let sizePattern = "0*([1-9][0-9]{0,2}|1000)x0*([1-9][0-9]{0,2}|1000)"

  /// Parses columns and rows, `80x24`, 1 to 1,000 each; nil for any other text.
  public static func size(_ text: String) -> (columns: Int, rows: Int)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { side in
      side.allSatisfy { $0.isASCII && $0.isNumber } ? Int(side) : nil
    }
    guard sides.count == 2, sides.allSatisfy({ (1...1000).contains($0) }) else { return nil }
    return (sides[0], sides[1])
  }
}
