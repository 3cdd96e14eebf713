import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Long lists that are made while the inbox changes.
@MainActor @Suite struct ListingTests {
  /// An output whose pieces are made when the test asks for them.
  @MainActor private final class Output: CommandOutput {
    private(set) var messages: [String] = []
    private var next: DataPieces?

    nonisolated func writeData(_ line: String) { Issue.record("not in pieces: \(line)") }
    nonisolated func writeTalk(_ line: String) {
      MainActor.assumeIsolated { messages.append(line) }
    }
    func writeData(pieces next: @escaping DataPieces) { self.next = next }

    /// Returns the rest of the data.
    func rest() throws -> String {
      var data: [UInt8] = []
      while let piece = try next?() { data += piece }
      return String(decoding: data, as: UTF8.self)
    }
  }

  private let folder: TemporaryFolder
  private let store: Store
  private let output = Output()

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(at: .memory)
  }

  /// Begins a list of an inbox with the store's contents.
  private func list(_ form: Listing.Form, _ words: String...) throws -> AppRuntime {
    let runtime = try AppRuntime(store, home: folder.path)
    let arguments = try Arguments([form == .export ? "export" : "ls"] + words)
    try Listing(reading: InboxReading(runtime), form: form, output: output).write(arguments)
    return runtime
  }

  @Test(arguments: [[], ["is:silent"], ["is:rejected"]])
  func `a list of an inbox that is reset meanwhile ends with an error`(words: [String]) throws {
    try store.commit([.phone(.insert(.stub(1))), .gateway(.rejected(.stub(1)))])
    let runtime = try AppRuntime(store, home: folder.path)
    let listing = Listing(reading: InboxReading(runtime), form: .export, output: output)
    try listing.write(Arguments(["export"] + words))
    try runtime.reset()
    let error = try #require(throws: ErrorMessage.self) { _ = try output.rest() }
    #expect(error.text == "the inbox was reset while the list was read; ask again")
    #expect(error.exitCode == .unavailable)
  }

  @Test func `a push that is removed meanwhile has no payload, and a message counts these`() throws
  {
    try store.commit((1...3).map { .phone(.insert(.stub($0))) })
    let runtime = try list(.export)
    runtime.handle([.historyKept(2)])
    let text = try output.rest()
    #expect(text.components(separatedBy: #""payload":null"#).count == 2)
    #expect(text.components(separatedBy: #""payload":{"aps""#).count == 3)
    #expect(
      output.messages == [
        "pushinbox: the payload is null for 1 push removed while the list was read"
      ])
  }

  @Test(arguments: ["is:rejected", "is:silent"])
  func `a list from the store has each push once, whatever its length`(word: String) throws {
    for count in [0, 1, 63, 64, 65, 150] {
      let store = try Store(at: .memory)
      for number in 1..<count + 1 {
        try store.commit([
          .gateway(.rejected(.stub(number))),
          .phone(.insert(.stub(number, place: .unlisted, outcome: .silent))),
        ])
      }
      let runtime = try AppRuntime(store, home: folder.path)
      let listing = Listing(reading: InboxReading(runtime), form: .json, output: output)
      try listing.write(Arguments(["ls", word]))
      let lines = try withExtendedLifetime(runtime) { try output.rest() }
      let ids = try lines.split(separator: "\n").map { line in
        try JSONReader.read(Array(line.utf8)).root.object?["id"]
      }
      let numbers = (1..<count + 1).reversed()
      let expected: [JSONValue] =
        word == "is:rejected"
        ? numbers.map { .string("R\($0)") } : numbers.map { .number(JSONNumber($0)) }
      #expect(ids == expected)
    }
  }

  @Test(arguments: [
    ("is:rejected", "no rejected push matches\n"), ("is:silent", "no push matches\n"),
  ])
  func `a list without a match prints a sentence`(word: String, text: String) throws {
    try store.commit([.gateway(.rejected(.stub(1))), .phone(.insert(.stub(1, outcome: .silent)))])
    let runtime = try list(.text, word, "nothing")
    #expect(try withExtendedLifetime(runtime) { try output.rest() } == text)
  }
}
