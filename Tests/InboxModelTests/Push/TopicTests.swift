import Testing

@testable import InboxModel

/// The length of topics; their other rules are those of the gateway's suites.
@Suite struct TopicTests {
  @Test(arguments: [("", 255), (".voip", 250)])
  func `a topic has at most 255 bytes, with its suffix`(suffix: String, count: Int) throws {
    let app = String(repeating: "a", count: count)
    #expect(try Topic(app + suffix).app.text == app)
    let rejection = #expect(throws: Rejection.self) { try Topic("a" + app + suffix) }
    #expect(rejection?.reason == .badTopic)
    #expect(rejection?.because.hasSuffix("has 256 bytes; 255 are allowed.") == true)
  }
}
