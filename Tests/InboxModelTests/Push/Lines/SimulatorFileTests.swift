import Foundation
import InboxModel
import Testing

@Suite struct SimulatorFileTests {
  private static let file = """
    {
      "Simulator Target Bundle": "com.example.mail",
      "aps": { "alert": { "title": "Ann", "body": "Lunch?" } },
      "messageId": 12
    }

    """

  @Test func `the file's bundle is the topic, and the rest is the exact payload`() throws {
    let request = try read(Self.file)
    #expect(request.fields == [HeaderField("apns-topic", "com.example.mail")])
    #expect(
      request.body
        == Array(
          Self.file.replacing("\"Simulator Target Bundle\": \"com.example.mail\",\n  ", with: "")
            .utf8))
    #expect(request.origin == Origin(wire: .line, transport: "lunch.apns"))
    #expect(request.lineID == nil)
    let payload = try request.payload.get()
    #expect(payload.alert?.title == .literal("Ann"))
    #expect(payload.custom == ["messageId": 12])
  }

  @Test func `the bundle given beside the file overrides the one inside`() throws {
    #expect(
      try read(Self.file, app: "com.example.other").fields
        == [HeaderField("apns-topic", "com.example.other")])
    #expect(try read(#"{"aps":{}}"#).fields == [])
  }

  @Test(arguments: [
    (#"{"alert":"x"}"#, "File lunch.apns, column 1: it has neither payload nor aps."),
    ("{\n  \"aps\": {},\n}", "File lunch.apns, line 2, column 12: "),
    ("", "File lunch.apns is empty."),
  ])
  func `an invalid file is rejected with position and cause`(text: String, because: String) {
    do throws(RejectedRequest) {
      _ = try read(text)
      Issue.record("read")
    } catch {
      #expect(error.reason == "intake.line.not-json")
      #expect(error.because.hasPrefix(because))
    }
  }

  @Test(arguments: ["{\"aps\":\n", "{\"aps\":{},}"])
  func `the fix of invalid JSON in a file does not ask for one line`(text: String) {
    let error = #expect(throws: RejectedRequest.self) { try read(text) }
    #expect(error?.fix == "Correct the JSON there; the file is one JSON object.")
  }

  private func read(_ text: String, app: BundleID? = nil) throws(RejectedRequest) -> PushRequest {
    try SimulatorFile.request(
      from: Array(text.utf8), app: app, name: "lunch.apns", receivedAt: .pushMoment,
      freshID: "fresh")
  }
}
