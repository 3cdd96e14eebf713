import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A string of the fixture `cell-width.json`.
struct WidthCase: CustomTestStringConvertible, Sendable {
  var id: String
  var text: String
  /// The width on a terminal that supports grapheme clusters.
  var cells: Int?
  /// The width in glibc 2.36, if known.
  var libcCells: Int?

  var testDescription: String { id }

  static let all: [WidthCase] = {
    guard let data = try? Fixture.data(named: "cell-width.json"),
      let cases = try? JSONReader.read(Array(data)).root.object?["cases"]?.array
    else { return [] }
    return cases.map { value in
      WidthCase(
        id: value.object?["id"]?.string ?? "", text: value.object?["text"]?.string ?? "",
        cells: value.object?["cells"]?.int, libcCells: value.object?["libcCells"]?.int)
    }
  }()
}

@Suite struct DisplayWidthTests {
  @Test func `the corpus of widths is complete`() {
    #expect(WidthCase.all.count == 79)
  }

  /// The strings whose width is neither the sum of glibc's widths nor that of the table, with
  /// reasons.
  static let ours = [
    "zwsp": 8, "wj": 8, "bom-inside": 8,  // their names: `\u200b`
    "private-use": 6, "private-use-nerd": 6, "nonassigned": 6,
    "combining-only": 1,  // on a dotted circle
  ]
  /// Emoji sequences: only the first emoji is drawn, with its own width.
  static let asFirst = [
    "emoji-skin": 2, "emoji-zwj-family": 2, "emoji-zwj-flag": 1, "emoji-zwj-heart-fire": 1,
    "emoji-zwj-skin-gender": 2, "emoji-couple-skin": 2, "thumb-sequence": 4,
    "emoji-unicode15": 2, "emoji-unicode16": 2, "emoji-unicode17": 2,
  ]

  @Test(arguments: WidthCase.all)
  func `a string has the width of the corpus`(_ string: WidthCase) {
    let expected = Self.ours[string.id] ?? Self.asFirst[string.id] ?? string.libcCells
    #expect(SanitizedText(string.text).columns == expected)
  }

  @Test(
    .enabled(
      if: SharedCorpora.root != nil, Comment(rawValue: SharedCorpora.isAbsentMessage)))
  func `the table is that of Unicode 17`() throws {
    let unicode = try #require(SharedCorpora.root)
      .appending(path: "corpora/unicode/17.0/EastAsianWidth.txt")
    let file = try String(contentsOf: unicode, encoding: .utf8)
    #expect(file.hasPrefix("# EastAsianWidth-17.0"))
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "#")[0].split(separator: ";")
      let bounds = fields[0].split(separator: ".").compactMap {
        UInt32($0.trimmingCharacters(in: .whitespaces), radix: 16)
      }
      let isWide = ["W", "F"].contains(fields[1].trimmingCharacters(in: .whitespaces))
      for value in bounds[0]...(bounds.last ?? bounds[0]) {
        guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
          scalar.properties.generalCategory != .privateUse, !(0x3248...0x324F).contains(value)
        else { continue }
        let columns = DisplayWidth.columns(of: scalar)
        if columns > 0, columns != (isWide ? 2 : 1) {
          Issue.record("U+\(String(value, radix: 16)) is given \(columns)")
        }
      }
    }
  }
}
