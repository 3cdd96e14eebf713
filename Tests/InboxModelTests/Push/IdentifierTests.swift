import InboxModel
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [
    ("ab", "ab"), ("ABCD", "abcd"),
    (String(repeating: "f", count: 200), String(repeating: "f", count: 200)),
  ])
  func `an even number of 2 to 200 hex digits is a token, in lower case`(hex: String, kept: String)
  {
    #expect(DeviceToken(hex: hex)?.hex == kept)
  }

  @Test(arguments: ["", "a", "abc", "xy", "<ab>", "ab cd", String(repeating: "f", count: 202)])
  func `any other text is rejected as a token`(hex: String) {
    #expect(DeviceToken(hex: hex) == nil)
  }
}
