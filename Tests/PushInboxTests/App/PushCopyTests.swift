import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A stored push in other forms.
@Suite struct PushCopyTests {
  private func copy(
    _ payload: String = #"{"aps":{"alert":"Hi"}}"#, _ change: (inout PushRecord) -> Void = { _ in }
  ) throws -> PushCopy {
    var record = PushRecord.stub(31, payload: payload)
    record.delivery.payload = try Payload.read(Array(payload.utf8)).get()
    change(&record)
    return PushCopy(record: record)
  }

  @Test func `sent again it is the same push with a new id and as long to live`() throws {
    let moment = Date(timeIntervalSince1970: 1_777_000_000.25)
    let copy = try copy {
      $0.delivery.headers = PushHeaders(
        id: "old", pushType: .alert, priority: .conserving,
        expiration: Expiration(rawValue: Int64($0.delivery.receivedAt.timeIntervalSince1970) + 60),
        collapseID: "c")
      $0.delivery.token = DeviceToken(hex: "00fc") ?? .local
    }
    let request = copy.request(at: moment, freshID: "new")
    #expect(request.path == "/3/device/00fc")
    #expect(request.freshID == "new")
    #expect(request.receivedAt == moment)
    #expect(request.body == copy.record.delivery.payload.bytes)
    #expect(
      request.fields.map { "\($0.name): \($0.value)" } == [
        "apns-topic: com.example.chat", "apns-push-type: alert", "apns-priority: 5",
        "apns-collapse-id: c", "apns-expiration: 1777000061",
      ])
    #expect(copy.request(body: [1], at: moment, freshID: "").body == [1])
    let once = try self.copy { $0.delivery.headers.expiration = .once }
    #expect(once.request(at: moment, freshID: "").fields.last?.value == "0")
  }

  @Test func `the file of the simulator's tool names the app, once`() throws {
    let copy = try copy(
      #"{"n":1.0,"Simulator Target Bundle":"x","aps":{"alert":"Hi"},"n":1e400,"z":"\u0001"}"#)
    let text = try #require(copy.simulatorFile)
    #expect(
      text == """
        {
          "Simulator Target Bundle": "com.example.chat",
          "n": 1.0,
          "aps": {
            "alert": "Hi"
          },
          "n": 1e400,
          "z": "\\u0001"
        }

        """)
    let read = try SimulatorFile.request(
      from: Array(text.utf8), name: "a", receivedAt: .distantPast, freshID: "")
    #expect(read.fields == [HeaderField("apns-topic", "com.example.chat")])
  }

  @Test(
    arguments: [
      ("Chat", "chat-31.apns"), ("", "push-31.apns"), ("../../etc/passwd", "etc-passwd-31.apns"),
      ("-rf ~", "rf-31.apns"), ("a/b\\c\u{0}d\ne", "a-b-c-d-e-31.apns"), ("Чат", "push-31.apns"),
      (".hidden", "hidden-31.apns"), ("a..b", "a-b-31.apns"), ("$(x)`y`", "x-y-31.apns"),
      (String(repeating: "a", count: 500), String(repeating: "a", count: 40) + "-31.apns"),
    ])
  func `the name of a file is safe whatever an app is called`(app: String, name: String) {
    #expect(PushCopy.fileName(app: app, id: 31) == name)
  }

  @Test func `a curl line keeps the token to itself unless it is asked for`() throws {
    let hex = String(repeating: "ab", count: 32)
    let copy = try copy(#"{"aps":{"alert":"it's $HOME `x`"}}"#) {
      $0.delivery.token = DeviceToken(hex: hex) ?? .local
      $0.delivery.topic = "a'b\u{1B}]0;x\u{7}\nc"
    }
    let device = Device(settings: PhoneSettings())
    let masked = copy.text(of: .curl, on: device, endpoint: "127.0.0.1:2197")
    #expect(!masked.contains(hex))
    #expect(masked.hasSuffix(#" "http://127.0.0.1:2197/3/device/$TOKEN""#))
    let whole = copy.text(of: .curlWithToken, on: device, endpoint: "127.0.0.1:2197")
    #expect(whole.hasSuffix(" 'http://127.0.0.1:2197/3/device/\(hex)'"))
    #expect(!whole.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    // A shell reads it as it was meant: one word each, nothing expanded.
    let home = try Home()
    let words = try home.run(
      program: "/bin/sh", ["-c", "curl() { printf '%s\\n' \"$@\"; }; \(whole)"]
    ).lines
    #expect(
      words == [
        "--http2-prior-knowledge", "--data-raw", #"{"aps":{"alert":"it's $HOME `x`"}}"#, "-H",
        "apns-topic: a'b\(PlainText.clean("\u{1B}]0;x\u{7}\n"))c",
        "http://127.0.0.1:2197/3/device/\(hex)",
      ])
  }

  @Test func `parts are what they are called`() throws {
    var phone = PhoneStub()
    let id = phone.push(
      #"{"alert":{"title":"Ann","subtitle":"Lunch","body":"At 12?"}}"#, age: 5)
    let record = try #require(phone.details[id]?.record)
    let copy = PushCopy(record: record)
    let text = { copy.text(of: $0, on: phone.device, endpoint: "") }
    #expect(text(.payload).hasPrefix(#"{"aps":"#))
    #expect(text(.id) == record.delivery.apnsID)
    #expect(text(.token) == DeviceToken.local.hex)
    #expect(text(.text) == "Ann\nLunch\nAt 12?")
    phone.change(.lock(.locked))
    let hidden = copy.text(of: .text, on: phone.device, endpoint: "")
    #expect(hidden == "Notification")
  }

  // MARK: The clipboard

  @Test func `a text goes to the clipboard in base64, in tmux once more wrapped`() {
    let plain = "\u{1B}]52;c;SGk=\u{7}"
    #expect(Clipboard.sequence(for: "Hi", inTmux: false) == plain)
    #expect(
      Clipboard.sequence(for: "Hi", inTmux: true)
        == plain + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;SGk=\u{7}\u{1B}\\")
    let most = String(repeating: "я", count: Clipboard.limit / 2)
    #expect(Clipboard.sequence(for: most, inTmux: false)?.utf8.count == 99_992 + 8)
    #expect(Clipboard.sequence(for: most + "x", inTmux: false) == nil)
  }

  @Test func `whatever a text holds, nothing of it reaches the terminal as it is`() throws {
    let hostile = "\u{7}\u{1B}\\\u{1B}]0;owned\u{7}\n\u{9C}"
    let sequence = try #require(Clipboard.sequence(for: hostile, inTmux: false))
    let inner = sequence.dropFirst(7).dropLast()
    #expect(inner.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) })
  }

  // MARK: What a command prints

  @Test(
    arguments: [
      (.exited(0), "a\n\nb\n", ["a", "", "b"], false),
      (.exited(0), "", ["it printed nothing"], false),
      (.exited(3), "no\n", ["no", "it ended with 3"], true),
      (.killed(9), "", ["it was ended by signal 9"], true),
      (.timedOut, "x", ["x", "it took more than 30 s and was ended"], true),
    ] as [(ChildResult.Ending, String, [String], Bool)])
  func `what a command prints is shown, and how it ended if that was not well`(
    ending: ChildResult.Ending, output: String, lines: [String], isFailure: Bool
  ) {
    let answer = PipeAnswer.lines(of: ChildResult(ending: ending, output: Array(output.utf8)))
    #expect(answer.lines == lines)
    #expect(answer.isFailure == isFailure)
  }
}
