import InboxModel
import Testing

@testable import PushInbox

@MainActor
@Suite struct ScenarioLinesTests {
  private static let file = "story.jsonl"

  /// Steps and push lines of all forms, comments and blank lines, two kinds of line ends, and none
  /// at the end.
  private static let text: [String] =
    ["# A story", "", #"{"clock":"2026-04-14T18:58:00Z","seed":7}"#]
    + (1...40).flatMap { number in
      [
        #"{"bundleId":"com.example.chat","id":"n\#(number)","payload":{"aps":{"alert":"№ \#(number)"}}}"#,
        #"{"aps":{"alert":"Bare","badge":\#(number)},"receivedAt":"not read"}"# + "\r",
        #"{"receivedAt":"2026-04-14T19:\#(number + 10):00.5Z","payload":{"aps":{"sound":"a"}}}"#,
        #"  {"at":"2026-04-14T20:\#(number + 10):00Z","payload":{"aps":{}},"token":"00fc"}"#,
        #"{"app":{"bundleId":"com.example.chat","name":"Chat \#(number)"}}"#, "// \(number)",
        #"{"push":{"payload":{"aps":{"alert":"twice"}}},"repeat":2}"#,
      ]
    } + [#"{"advance":"5m"}"#]

  private struct Reading: Equatable {
    var steps: [Scenario.Step] = []
    var error: SettingsError?
  }

  /// Reads lines as `run` does.
  private func reading(
    of text: String, inPiecesOf length: Int
  ) async throws -> (Reading, mayExpect: Bool) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + Self.file
    try WholeFile.write(Array(text.utf8), to: path)
    var lines = try ScenarioLines(
      of: path, limit: 1 << 20, files: .none, inPiecesOf: length)
    var (reading, reader) = (Reading(), ScenarioReader())
    while reading.error == nil, let next = await lines.next() {
      do throws(SettingsError) {
        for line in next {
          if let step = try reader.step(of: line) { reading.steps.append(step) }
        }
      } catch {
        reading.error = error
      }
    }
    reading.error?.file = Self.file
    for index in reading.steps.indices { reading.steps[index].place.file = Self.file }
    return (reading, lines.mayExpect)
  }

  /// Reads lines in one piece.
  private func whole(_ text: String) -> Reading {
    var (reading, reader) = (Reading(), ScenarioReader())
    do throws(SettingsError) {
      for line in ScenarioReader.lines(of: Array(text.utf8)[...], fileName: Self.file) {
        if let step = try reader.step(of: line) { reading.steps.append(step) }
      }
    } catch {
      reading.error = error
    }
    return reading
  }

  @Test(arguments: [1, 7, 64, 300, 1000, 4096, 1 << 18])
  func `a scenario read in pieces has the same steps in the same order`(length: Int) async throws {
    let text = Self.text.joined(separator: "\n")
    let (reading, mayExpect) = try await reading(of: text, inPiecesOf: length)
    #expect(reading == whole(text))
    #expect(reading.steps.count == 241)
    #expect(reading.error == nil)
    #expect(!mayExpect)
  }

  @Test(arguments: [1, 64, 1000, 1 << 18])
  func `reading in pieces ends at the same error`(length: Int) async throws {
    for broken in [
      #"{"payload":{"aps":{"alert":"Hi"},}}"#, #"{"payload":{"aps":{}},"advance":"1s"}"#,
      #"{"payload":{"aps":{}},"receivedAt":"today"}"#, #"{"payload":{"aps":{}},"at":1}"#,
      #"{"payload":{},"token":{}}"#, "[1]", "7", #"{"unknown":1}"#, "{}", "\u{FEFF}{}",
    ] {
      var lines = Self.text
      lines.insert(broken, at: 120)
      let text = lines.joined(separator: "\n")
      let (reading, _) = try await reading(of: text, inPiecesOf: length)
      #expect(reading == whole(text))
      #expect(reading.error?.line == 121)
    }
  }

  @Test(arguments: [
    #"{"expect":{"unread":1}}"#, #"{"expectEvent":{}}"#, #"{"screen":{"size":"80x24"}}"#,
    #"{"\u0065xpect":{}}"#,
  ])
  func `a scenario with an expectation is detected before the first step`(step: String) async throws
  {
    let before = String(repeating: "# x\n", count: 30)
    for count in 0...40 {
      let text = before + "#" + String(repeating: "-", count: count) + "\n" + step
      let (_, mayExpect) = try await reading(of: text, inPiecesOf: 1 << 18)
      #expect(mayExpect)
    }
  }
}
