import InboxModel
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [
    ("ab", "ab"), ("ABCD", "abcd"),
    (String(repeating: "f", count: 200), String(repeating: "f", count: 200)),
  ])
  func `hex of an even length from 2 to 200 is a token, in lower case`(hex: String, kept: String) {
    #expect(DeviceToken(hex: hex)?.hex == kept)
  }

  @Test(arguments: ["", "a", "abc", "xy", "<ab>", "ab cd", String(repeating: "f", count: 202)])
  func `anything else is no token`(hex: String) {
    #expect(DeviceToken(hex: hex) == nil)
  }
}
