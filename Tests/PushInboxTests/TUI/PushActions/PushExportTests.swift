import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A stored push in other forms.
@Suite struct PushExportTests {
  private func copy(
    _ payload: String = #"{"aps":{"alert":"Hi"}}"#, _ change: (inout PushRecord) -> Void = { _ in }
  ) throws -> PushExport {
    var record = PushRecord.stub(31, payload: payload)
    record.delivery.payload = try Payload.read(Array(payload.utf8)).get()
    change(&record)
    return PushExport(.entry(record))
  }

  @Test func `a push sent again has a new identifier and the same lifetime`() throws {
    let moment = Date(timeIntervalSince1970: 1_777_000_000.25)
    let copy = try copy {
      $0.delivery.headers = PushHeaders(
        id: "old", pushType: .alert, priority: .conserving,
        expiration: Expiration(rawValue: Int64($0.delivery.receivedAt.timeIntervalSince1970) + 60),
        collapseID: "c")
      $0.delivery.token = DeviceToken(hex: "00fc") ?? .local
    }
    let request = try copy.request(at: moment, freshID: "new")
    #expect(request.path == "/3/device/00fc")
    #expect(request.freshID == "new")
    #expect(request.receivedAt == moment)
    #expect(request.body == copy.push.body)
    #expect(
      request.fields.map { "\($0.name): \($0.value)" } == [
        "apns-topic: com.example.chat", "apns-push-type: alert", "apns-priority: 5",
        "apns-collapse-id: c", "apns-expiration: 1777000061",
      ])
    #expect(
      copy.editedText(at: moment).hasSuffix(
        """

        POST /3/device/00fc
        apns-topic: com.example.chat
        apns-push-type: alert
        apns-priority: 5
        apns-collapse-id: c
        apns-expiration: 1777000061

        {
          "aps": {
            "alert": "Hi"
          }
        }
        """))
    let once = try self.copy { $0.delivery.headers.expiration = .once }
    #expect(try once.request(at: moment, freshID: "").fields.last?.value == "0")
  }

  @Test func `the simulator file names the app once`() throws {
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
  func `the file name is safe for any app name`(app: String, name: String) {
    #expect(PushExport.fileName(app: app, .entry(31)) == name)
  }

  @Test func `the copied text of a push controls no terminal`() throws {
    var phone = PhoneStub()
    let id = phone.push(
      #"{"alert":{"title":"a\u001b[2J","subtitle":"\u202eb","body":"c\nd\u009b👩\u200d👧"}}"#, age: 5)
    let copy = PushExport(.entry(try #require(phone.details[id]?.record)))
    #expect(
      copy.text(of: .text, on: phone.device, endpoint: "h:1")
        == #"a\x1b[2J"# + "\n" + #"\u202eb"# + "\nc\n" + #"d\x9b"# + "👩\u{200D}👧")
  }

  @Test(arguments: [CopiedPart.token, .authorization, .text])
  func `the copied text of a rejected push controls no terminal`(part: CopiedPart) throws {
    let copy = PushExport(
      .rejected(
        RejectedRequest(
          number: 9, origin: Origin(wire: .h1), at: Moment.now, reason: "BadDeviceToken",
          status: 400,
          because: "The token is a\u{9B}b.", fix: "", token: "a\u{9B}b", path: "/3/device/a\u{9B}b",
          fields: [HeaderField("authorization", "bearer a\u{9B}b")])))
    let text = try #require(
      copy.text(of: part, on: Phone(settings: PhoneSettings()), endpoint: "h:1"))
    #expect(text.contains("a\\x9bb") && !text.unicodeScalars.contains("\u{9B}"))
  }

  @Test func `a curl line contains the token only on request`() throws {
    let hex = String(repeating: "ab", count: 32)
    let copy = try copy(#"{"aps":{"alert":"it's $HOME `x`"}}"#) {
      $0.delivery.token = DeviceToken(hex: hex) ?? .local
      $0.delivery.topic = "a'b\u{1B}]0;x\u{7}\nc"
    }
    let device = Phone(settings: PhoneSettings())
    let masked = try #require(
      copy.text(of: .curl, on: device, endpoint: "127.0.0.1:2197"))
    #expect(!masked.contains(hex))
    #expect(masked.hasSuffix(#" "http://127.0.0.1:2197/3/device/$TOKEN""#))
    let whole = try #require(
      copy.text(of: .curlWithToken, on: device, endpoint: "127.0.0.1:2197"))
    #expect(whole.hasSuffix(" 'http://127.0.0.1:2197/3/device/\(hex)'"))
    #expect(!whole.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    // A shell parses each argument as one word, without expansion.
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

  @Test(arguments: [
    ("/3/device/a-b_c.d%20:e", "'http://h:1/3/device/a-b_c.d%20:e'"),
    ("/3/device/[1-9]{a,b}", "--request-target '/3/device/[1-9]{a,b}' 'http://h:1/'"),
    ("/3/../x", "--request-target '/3/../x' 'http://h:1/'"),
    ("@evil.test/x", "--request-target '@evil.test/x' 'http://h:1/'"),
    (".evil.test/x", "--request-target '.evil.test/x' 'http://h:1/'"),
    ("/\u{301}@evil", "--request-target '/\u{301}@evil' 'http://h:1/'"),
  ])
  func `a curl line sends every path to the inbox`(path: String, words: String) throws {
    let device = Phone(settings: PhoneSettings())
    let line = try #require(
      rejected(path: path).text(of: .curlWithToken, on: device, endpoint: "h:1"))
    #expect(line.hasSuffix(" " + words), "\(line)")
    #expect(line.contains("--http2-prior-knowledge") == (path.utf8.first == UInt8(ascii: "/")))
  }

  @Test func `payload, id, token and text are copied, and the hidden text while locked`() throws {
    var phone = PhoneStub()
    let id = phone.push(
      #"{"alert":{"title":"Ann","subtitle":"Lunch","body":"At 12?"}}"#, age: 5)
    let record = try #require(phone.details[id]?.record)
    let copy = PushExport(.entry(record))
    let text = { copy.text(of: $0, on: phone.device, endpoint: "") }
    #expect(text(.payload)?.hasPrefix(#"{"aps":"#) == true)
    #expect(text(.id) == record.delivery.apnsID.text)
    #expect(text(.token) == DeviceToken.local.hex)
    #expect(text(.text) == "Ann\nLunch\nAt 12?")
    phone.change(.lock(.locked))
    let hidden = copy.text(of: .text, on: phone.device, endpoint: "")
    #expect(hidden == "Notification")
  }

  // MARK: Rejected pushes

  private func rejected(
    body: String = #"{"aps":{"alert":"Hi"}}"#, path: String = "/3/device/zz",
    _ fields: [(String, String)] = [
      ("apns-topic", "com.example.chat"), ("apns-priority", "11"), ("user-agent", "x"),
      ("authorization", "bearer secret"),
    ]
  ) -> PushExport {
    PushExport(
      .rejected(
        RejectedRequest(
          number: 9, origin: Origin(wire: .h2), at: Moment.now, reason: "BadPriority", status: 400,
          because: "The priority is “11”.", fix: "Send 10.", body: Array(body.utf8),
          app: "com.example.chat", token: "zz", path: path,
          fields: fields.map { HeaderField($0.0, $0.1) })))
  }

  private enum Moment { static let now = Date(timeIntervalSince1970: 1_777_000_000) }

  @Test func `of a rejected push stored in part no text with its body is copied`() {
    let text = String(repeating: "x", count: 9000)
    let copy = rejected(body: #"{"aps":{"alert":"\#(text)"}}"#)
    let device = Phone(settings: PhoneSettings())
    for part in [CopiedPart.payload, .curl, .curlWithToken] {
      #expect(copy.text(of: part, on: device, endpoint: "127.0.0.1:2197") == nil)
    }
    #expect(copy.text(of: .authorization, on: device, endpoint: "") == "bearer secret")
    #expect(copy.simulatorFile == nil)
    #expect(copy.truncation == "only the first 8192 of 9020 bytes are stored")
  }

  @Test func `a rejected push is sent again unchanged`() throws {
    let copy = rejected()
    let request = try copy.request(at: Moment.now, freshID: "new")
    #expect(request.path == "/3/device/zz")
    #expect(request.fields.map(\.name) == copy.rejectedFields)
    #expect(request.body == copy.push.body)
    #expect(request.origin.client == "R9, sent again")
  }

  @Test func `a rejected push is edited completely, except for secrets`() throws {
    let text = rejected().editedText(at: Moment.now)
    #expect(
      text.hasSuffix(
        """

        POST /3/device/zz
        apns-topic: com.example.chat
        apns-priority: 11

        {
          "aps": {
            "alert": "Hi"
          }
        }
        """))
    let mended = try PushForm(text.replacing("11", with: "10").replacing("zz", with: "00fc"))
    let request = try mended.request(
      name: "R9", client: rejected().client, at: Moment.now, freshID: "new")
    #expect(request.origin.client == "R9, sent again")
    #expect(request.path == "/3/device/00fc")
    #expect(request.fields.map(\.value) == ["com.example.chat", "10"])
    #expect(request.body == Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
    var gateway = Gateway()
    #expect(
      gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt).contains {
        $0.isDelivery
      })
  }

  @Test func `a body that is not JSON is edited as text, an invalid line unchanged`() throws {
    let text = rejected(body: #"{"aps":"#).editedText(at: Moment.now)
    #expect(text.hasSuffix("\napns-priority: 11\n\n" + #"{"aps":"#))
    let line = rejected(body: #"{"payload":{"aps":}"#, path: "", [])
    let kept = line.editedText(at: Moment.now)
    #expect(kept.hasSuffix("\n\n" + #"{"payload":{"aps":}"#))
    let request = try PushForm(kept.replacing(#":}"#, with: #":{}}}"#)).request(
      name: "R9", client: line.client, at: Moment.now, freshID: "new")
    #expect(request.body == Array(#"{"aps":{}}"#.utf8))
    #expect(throws: RejectedRequest.self) { try line.request(at: Moment.now, freshID: "new") }
  }

  @Test func `a copied part that a rejected push lacks is nil`() {
    let device = Phone(settings: PhoneSettings())
    let text = { (copy: PushExport, part) in copy.text(of: part, on: device, endpoint: "h:1") }
    #expect(text(rejected(), .authorization) == "bearer secret")
    #expect(text(rejected(), .id) == nil)
    #expect(text(rejected(), .text) == "400 BadPriority\nThe priority is “11”.\nSend 10.")
    #expect(text(rejected(), .curl)?.hasSuffix(#" "http://h:1/3/device/$TOKEN""#) == true)
    #expect(text(rejected(), .curlWithToken)?.contains("secret") == false)
    let failure = PushExport(
      .rejected(
        RejectedRequest(
          number: 1, origin: Origin(wire: .tls), at: Moment.now,
          reason: "intake.tls.unknown-ca", because: "", fix: "")))
    for part in CopiedPart.parts(of: .rejected(1)) where part != .text {
      #expect(text(failure, part) == nil, "\(part)")
    }
  }

  // MARK: The clipboard

  @Test func `OSC 52 has the text in base64, in tmux also wrapped`() {
    let plain = "\u{1B}]52;c;SGk=\u{7}"
    #expect(Clipboard.sequence(for: "Hi", inTmux: false) == plain)
    #expect(
      Clipboard.sequence(for: "Hi", inTmux: true)
        == plain + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;SGk=\u{7}\u{1B}\\")
    let most = String(repeating: "я", count: Clipboard.limit / 2)
    #expect(Clipboard.sequence(for: most, inTmux: false)?.utf8.count == 99_992 + 8)
    #expect(Clipboard.sequence(for: most + "x", inTmux: false) == nil)
  }

  @Test func `hostile texts reach the terminal only encoded`() throws {
    let hostile = "\u{7}\u{1B}\\\u{1B}]0;owned\u{7}\n\u{9C}"
    let sequence = try #require(Clipboard.sequence(for: hostile, inTmux: false))
    let inner = sequence.dropFirst(7).dropLast()
    #expect(inner.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) })
  }

  // MARK: Output of a command

  @Test(
    arguments: [
      (.exited(0), "a\n\nb\n", ["a", "", "b"], false),
      (.exited(0), "", ["it printed nothing"], false),
      (.exited(3), "no\n", ["no", "it exited with 3"], true),
      (.killed(9), "", ["it was ended by signal 9"], true),
      (.timedOut, "x", ["x", "it took too long and was ended"], true),
    ] as [(ChildResult.Ending, String, [String], Bool)])
  func `the output of a shell command is shown, with its exit if it failed`(
    ending: ChildResult.Ending, output: String, lines: [String], isFailure: Bool
  ) {
    let answer = PipeAnswer.lines(of: ChildResult(ending: ending, output: Array(output.utf8)))
    #expect(answer.lines == lines)
    #expect(answer.isFailure == isFailure)
  }
}

extension PushExport {
  fileprivate var rejectedFields: [String] {
    if case .rejected(let push) = push { push.fields.map(\.name) } else { [] }
  }
}

extension Gateway.Effect {
  var isDelivery: Bool { if case .deliver = self { true } else { false } }
}
