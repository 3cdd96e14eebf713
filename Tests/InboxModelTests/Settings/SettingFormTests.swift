import Testing

@testable import InboxModel

/// Lists of objects as values of settings.
struct SettingFormTests {
  /// An identifier that counts its comparisons. Only the test below uses it.
  private struct CountedID: Hashable {
    nonisolated(unsafe) static var comparisons = 0
    var text: String

    static func == (left: Self, right: Self) -> Bool {
      comparisons += 1
      return left.text == right.text
    }
  }

  private struct Owner: SettingsObject {
    struct Part: SettingsObject {
      static let fields: [SettingField<Self>] = [.value("id", \.name, .text, "The identifier.")]
      var name = ""
      var id: CountedID { CountedID(text: name) }
    }

    static let fields: [SettingField<Self>] = [
      .form("parts", \.parts, .objects(from: Part(), unique: \.id, by: "id"), "The parts.")
    ]
    var parts: [Part] = []
  }

  @Test func `each identifier of a list is compared a bounded number of times`() throws {
    let count = 1000
    var owner = Owner()
    let parts = (0..<count).map { JSONValue.object(["id": .string("part \($0)")]) }
    CountedID.comparisons = 0
    try owner.apply(["parts": .array(parts)])
    #expect(owner.parts.count == count)
    #expect(CountedID.comparisons < 20 * count)
  }

  @Test func `an identifier that occurs twice in a list is an error`() {
    var owner = Owner()
    let parts = ["a", "b", "a"].map { JSONValue.object(["id": .string($0)]) }
    #expect(throws: SettingsError.self) { try owner.apply(["parts": .array(parts)]) }
  }
}
