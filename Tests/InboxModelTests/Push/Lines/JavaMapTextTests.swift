import InboxModel
import Testing

/// Lines of logcat, which contain data messages as Java prints maps.
@Suite struct JavaMapTextTests {
  @Test(arguments: [
    (
      #"{params=["Никита К"], type=P.OA, event=add}"#, 1,
      #"{"params":["Никита К"],"type":"P.OA","event":"add"}"#
    ),
    (
      #"  07-14 16:15:37.099 D/FCM: {event=del, type=P.OM, message={"clientSideId":"a, b=\"c\"}"}} "#,
      29, #"{"event":"del","type":"P.OM","message":{"clientSideId":"a, b=\"c\"}"}}"#
    ),
    (
      #"{type=P.OM, params="[\"Ann\"]", event=add, message=}"#, 1,
      #"{"type":"P.OM","params":"[\"Ann\"]","event":"add","message":""}"#
    ),
    (#"{aps={"alert":"Hi"}, own=7}"#, 1, #"{"aps":{"alert":"Hi"},"own":"7"}"#),
  ])
  func `an unambiguous map is rejected with the same line as JSON`(
    line: String, column: Int, json: String
  ) throws {
    let found = self.rejection(of: line)
    let rejected = try #require(found)
    #expect(
      rejected.because
        == "Line 3, column \(column): this is a Java map as logcat shows it (`Map.toString`), not JSON."
    )
    #expect(rejected.fix == "Write it as JSON: " + json)
    #expect(self.rejection(of: json) == nil)
  }

  @Test(arguments: [
    // Where a string may contain a comma, the rest may be part of it.
    "{type=P.OM, event=add, params=Ann, Bob}", "{type=P.OM, event=add, params=[Ann]}",
    "{type=P.OM, event=add, params=Ann said so}", "{type=P.OM, event=add, params=null}",
    "{type=P.OM, type=P.OM, event=add}", "{type=P.OM,event=add}", #"{type=P.OM, event="add}"#,
    // Not a push as JSON either.
    "{title=Hello, body=World}",
    "{type=P.OM, event=add, params=" + String(repeating: "x", count: 4096) + "}",
  ])
  func `an ambiguous map is rejected with the correction to print JSON`(line: String) {
    let rejected = self.rejection(of: line)
    #expect(rejected?.because.contains("this is a Java map as logcat shows it") == true)
    #expect(
      rejected?.fix == "Print it as JSON in the app: `new JSONObject(message.getData())`.")
  }

  @Test(arguments: [
    "{a = 1}", "{=1}", "{a:1}", "{", "}", "{}x", "{a=1", #""{a=1}"#, #"{"a":"{b=c}"#, "a=1",
    "[a=1]",
  ])
  func `other invalid lines are rejected as JSON`(line: String) {
    #expect(rejection(of: line)?.because.contains("Java") == false)
  }

  private func rejection(of line: String) -> RejectedRequest? {
    do throws(RejectedRequest) {
      _ = try PushLine.request(
        from: Array(line.utf8), number: 3, source: "stdin", receivedAt: .pushMoment,
        freshID: "fresh")
      return nil
    } catch {
      return error
    }
  }
}
