import Testing

@testable import InboxModel

/// Texts in stores and recordings of earlier versions: each value is parsed and written with the
/// same bytes.
@Suite struct StoredValueTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let texts: [String]
    let rewritten: @Sendable ([UInt8]) -> [UInt8]?

    init<Value: JSONFieldList & SendableMetatype>(_ type: Value.Type, _ texts: String...) {
      testDescription = "\(type)"
      self.texts = texts
      rewritten = { Value(jsonText: $0)?.jsonText }
    }
  }

  static let rows = [
    Row(
      AppFetches.self, "{}",
      #"{"wakes":[1776189600000,1776189700004],"awake":1776189730004,"#
        + #""waiting":{"id":7,"thread":"a","until":1776193200000}}"#),
    Row(
      OutstandingPush.self,
      #"{"queue":["local","com.example.mail","00fc"],"number":3,"position":3,"sentAt":1776189600000}"#,
      #"{"queue":["phone","com.example.mail","tablet"],"number":3,"position":5,"#
        + #""sentAt":1776189600000,"state":"reported"}"#),
    Row(
      QueueCounts.self, #"{"total":[]}"#,
      #"{"total":[3,2,1],"after":2,"late":{"count":1,"sum":1500,"worst":1500},"#
        + #""chart":{"from":1776189600000,"span":2.0,"columns":[[3,2],[],[0,0,1]]}}"#),
    Row(
      GapDetector.self, "{}",
      #"{"last":5,"device":"phone","missing":[3,4],"told":[{"at":5,"missed":2}],"#
        + #""bursts":[{"id":9,"at":[3,4]},{"id":12,"at":[],"alerted":true}]}"#),
    Row(
      ICQEvent.self, #"{"from":"111111","at":1776189600000}"#,
      #"{"kind":"authorisation","from":"111111","text":"Hi \"Ann\"","nick":"a","firstName":"A","#
        + #""lastName":"B","at":1776189600000}"#),
    Row(
      NotificationSound.self, "{}",
      #"{"name":"IM.caf","volume":0.5,"critical":true,"missing":true}"#),
    Row(
      ICQAccount.self, #"{"uin":"111111"}"#,
      #"{"uin":"111111","session":{"parameters":{"mobile":true,"iPhoneBadge":true},"#
        + #""activeAt":1776189600000,"told":["222222"]},"waiting":[{"from":"1","at":5}]}"#),
    Row(
      StreamOffset.self,
      #"{"provider":"00fc","device":"phone","app":"com.example.mail","position":4,"again":true,"#
        + #""sentAt":1776189600000,"waited":20.0}"#),
  ]

  @Test(arguments: rows) func `a stored text is parsed, and written with the same bytes`(row: Row) {
    for text in row.texts {
      let found = row.rewritten(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
      #expect(found == text)
    }
  }

  @Test(arguments: [
    #"{"wakes":1}"#, #"{"awake":"1776189600000"}"#, #"{"waiting":{"thread":"a"}}"#,
    #"{"waiting":[]}"#,
  ])
  func `a field of another type makes the whole value invalid`(text: String) {
    #expect(AppFetches(stored: Array(text.utf8)) == nil)
  }
}
