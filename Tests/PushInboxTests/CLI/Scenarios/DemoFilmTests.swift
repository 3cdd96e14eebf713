import Foundation
import InboxModel
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import PushInbox

/// Recordings of demos: asciicasts and moving pictures.
@Suite(.patient) struct DemoFilmTests {
  private static func film(
    _ name: String, size: Size = Size(columns: 80, rows: 24), speed: Double = 1,
    order: TextOrder = .logical
  ) throws -> DemoFilm {
    let scenario = try #require(try DemoList.scenario(named: name))
    return try DemoFilm(scenario, named: name, size: size, speed: speed, order: order)
  }

  /// An output event of an asciicast.
  private struct Output {
    var time: Double
    var text: String
  }

  private static func outputs(of cast: String) throws -> (header: JSONObject, [Output]) {
    let lines = cast.split(separator: "\n").map { Array($0.utf8) }
    let values = try lines.map { try JSONReader.read($0, maximumDepth: 4).root }
    let outputs = try values.dropFirst().map { value in
      let parts = try #require(value.array)
      try #require(parts.count == 3 && parts[1].string == "o")
      return Output(time: try #require(parts[0].double), text: try #require(parts[2].string))
    }
    return (try #require(values.first?.object), outputs)
  }

  @Test func `the output of an asciicast draws each frame at its time`() throws {
    let film = try Self.film("chat")
    let (header, outputs) = try Self.outputs(of: film.asciicast())
    #expect(header["version"]?.int == 2)
    #expect(header["width"]?.int == 80)
    #expect(header["height"]?.int == 24)
    try #require(outputs.count == film.frames.count + 1)
    var terminal = VirtualScreen()
    var time = 0.0
    for (frame, output) in zip(film.frames, outputs) {
      terminal.feed(output.text.utf8)
      #expect(terminal.text == frame.screen.text())
      #expect(abs(output.time - time) < 0.001)
      time += frame.seconds
    }
    #expect(terminal.violations == [])
  }

  @Test(arguments: DemoList.names)
  func `each demo is recorded to its end, with every sentence`(name: String) throws {
    let film = try Self.film(name)
    let scenario = try #require(try DemoList.scenario(named: name))
    let count = try DemoScript(scenario).sentenceCount
    for sentence in 1...count {
      #expect(film.frames.contains { $0.screen.text().contains("DEMO \(sentence)/\(count)") })
    }
    #expect(try #require(film.frames.last).screen.text().contains("END \(count)/\(count)"))
    #expect(film.frames.allSatisfy { $0.seconds > 0 })
  }

  @Test func `a demo film at speed 2 lasts half as long`() throws {
    func length(_ film: DemoFilm) -> Double { film.frames.reduce(0) { $0 + $1.seconds } }
    let usual = length(try Self.film("chat"))
    #expect(abs(length(try Self.film("chat", speed: 2)) - usual / 2) < 0.001)
  }

  @Test func `the frames of a moving picture follow each other`() throws {
    let film = try Self.film("languages", order: .visual)
    let picture = film.svg()
    let parser = XMLParser(data: Data(picture.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(picture.components(separatedBy: "translateX(").count == film.frames.count + 1)
    #expect(
      picture.components(separatedBy: "<g transform=\"translate(").count == film.frames.count + 1)
  }

  /// The recordings of `assets` equal the output of the program. `RECORD_SCREENS=1` rewrites them.
  @Test(arguments: ["demos/chat.cast", "demos/pictures/chat.svg"])
  func `a recording in assets equals the bytes that the program writes`(path: String) throws {
    let isPicture = path.hasSuffix(".svg")
    let film = try Self.film("chat", order: isPicture ? .visual : .logical)
    let recording = isPicture ? film.svg() : film.asciicast()
    let file = URL(filePath: Repository.asset(path))
    guard (try? String(contentsOf: file, encoding: .utf8)) != recording else { return }
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
      try Data(recording.utf8).write(to: file)
      Issue.record("recorded \(path); look at it and run again")
      return
    }
    Issue.record("assets/\(path) is not current: RECORD_SCREENS=1 writes it")
  }

  @Test(arguments: [
    (0.0, 3, "0"), (1.5, 1, "1.5"), (-0.04, 1, "0"), (-8.46, 1, "-8.5"), (2.0005, 3, "2.001"),
    (99.9999, 3, "100"), (0.05, 2, "0.05"),
  ])
  func `a decimal is rounded and has no zeros at its end`(
    value: Double, places: Int, text: String
  ) {
    #expect(Decimals.text(value, places: places) == text)
  }
}
