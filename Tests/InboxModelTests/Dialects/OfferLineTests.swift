import Foundation
import Testing

@testable import InboxModel

/// The lines that a provider and its phones exchange (`docs/queue.md`, "Two processes").
@Suite struct OfferLineTests {
  private static let push = Array(#"{"bundleId":"com.example.mail","payload":{"aps":{}}}"#.utf8)

  @Test(
    arguments: [
      (#"{"offer":{"v":1,"provider":"00fc"}}"#, .offer(provider: "00fc")),
      (
        #"{"delivery":{"app":"com.example.mail","position":8,"push":\#(String(decoding: push, as: UTF8.self))}}"#,
        .delivery(app: "com.example.mail", position: 8, isRepeat: false, push: push)
      ),
      (
        #"{"delivery":{"app":"com.example.mail","position":8,"repeat":true,"push":{}}}"#,
        .delivery(app: "com.example.mail", position: 8, isRepeat: true, push: Array("{}".utf8))
      ),
      (
        #"{"repeated":{"app":"com.example.mail","asked":[2,3],"coming":[2]}}"#,
        .repeated(app: "com.example.mail", asked: [2, 3], coming: [2])
      ),
      (#"{"error":"too \"long\""}"#, .error(#"too "long""#)),
    ] as [(String, OfferLine)])
  func `what a provider writes is read again`(text: String, line: OfferLine) throws {
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
    #expect(try OfferLine.read(Array(text.utf8)) == line)
  }

  @Test(
    arguments: [
      (
        #"{"subscribe":{"device":"phone-a","last":{"com.example.chat":0,"com.example.mail":7}}}"#,
        .subscribe(device: "phone-a", last: ["com.example.mail": 7, "com.example.chat": 0])
      ),
      (#"{"ack":{"com.example.mail":8}}"#, .acknowledge(["com.example.mail": 8])),
      (
        #"{"repeat":{"app":"com.example.mail","positions":[2,3]}}"#,
        .again("com.example.mail", [2, 3])
      ),
    ] as [(String, PhoneLine)])
  func `what a phone writes is read again`(text: String, line: PhoneLine) throws {
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
    #expect(try PhoneLine.read(Array(text.utf8)) == line)
  }

  @Test func `keys nobody knows are passed over`() throws {
    #expect(
      try OfferLine.read(Array(#"{"x":1,"offer":{"y":2,"v":1,"provider":"ab"}}"#.utf8))
        == .offer(provider: "ab"))
    #expect(
      try PhoneLine.read(Array(#"{"subscribe":{"device":"a","color":"red"},"z":[]}"#.utf8))
        == .subscribe(device: "a", last: [:]))
    #expect(try PhoneLine.read(Array(#"{"hello":1}"#.utf8)) == .unknown)
  }

  @Test(arguments: [
    #"{"payload":{"aps":{}}}"#, #"{"aps":{"alert":"offer"}}"#, "rubbish", "", "[1]", "7",
  ])
  func `what is no line of a provider is left to who reads push lines`(text: String) throws {
    #expect(try OfferLine.read(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    #"{"offer":{"v":2,"provider":"ab"}}"#, #"{"offer":{"v":1,"provider":"xyz"}}"#,
    #"{"offer":{"v":1,"provider":"\#(String(repeating: "ab", count: 17))"}}"#,
    #"{"offer":7}"#, #"{"delivery":{"app":"a","push":{}}}"#,
    #"{"delivery":{"app":"","position":1,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":0,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":1.5,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":9007199254740993,"push":{}}}"#,
    #"{"delivery":{"app":"a","position":"1","push":{}}}"#,
    #"{"repeated":{"app":"a","asked":[1],"coming":[-1]}}"#, #"{"repeated":{"asked":[]}}"#,
  ])
  func `a line of a provider with something wrong is told`(text: String) {
    #expect(throws: OfferProblem.self) { try OfferLine.read(Array(text.utf8)) }
  }

  @Test(arguments: [
    ("rubbish", "column 1"), ("[1]", "an array"), (#"{"subscribe":{}}"#, "device"),
    (#"{"subscribe":{"device":""}}"#, "device"), (#"{"subscribe":{"device":7}}"#, "device"),
    (#"{"subscribe":{"device":"a\u001b[2J"}}"#, "device"),
    (#"{"subscribe":{"device":"\#(String(repeating: "a", count: 65))"}}"#, "device"),
    (#"{"subscribe":{"device":"a","last":{"x":-1}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":1.5}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":"1"}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":{"x":9007199254740993}}}"#, "“x”"),
    (#"{"subscribe":{"device":"a","last":[1]}}"#, "subscribe.last"),
    (#"{"ack":{"x":1e300}}"#, "ack"), (#"{"ack":7}"#, "ack"),
    (#"{"repeat":{"app":"x","positions":[0]}}"#, "repeat"),
    (#"{"repeat":{"positions":[1]}}"#, "repeat"),
    (
      #"{"repeat":{"app":"x","positions":\#(Array(1...PhoneLine.mostAsked + 1))}}"#, "repeat"
    ),
  ])
  func `a line of a phone with something wrong is told`(text: String, word: String) {
    let problem = #expect(throws: OfferProblem.self) { try PhoneLine.read(Array(text.utf8)) }
    #expect(problem?.text.contains(word) == true, "\(problem?.text ?? "")")
  }
}
