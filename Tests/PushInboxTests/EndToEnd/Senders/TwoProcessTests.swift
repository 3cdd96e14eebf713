import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Provider and phone as two processes (`docs/reference/relay.md`).
@Suite(.patient) struct TwoProcessTests {
  private static let mail = "com.example.mail"

  private let provider: RunningInbox
  private var socket: String { provider.home.path + "/offer.sock" }

  init() throws {
    let home = try Home()
    provider = try RunningInbox(["--offer", "unix:\(home.path)/offer.sock"], home: home)
  }

  private func phone(_ settings: String = "{}") throws -> RunningInbox {
    let phone = try RunningInbox(["--feed", "unix:\(socket)"], home: Home(configuration: settings))
    try subscribed(phone)
    return phone
  }

  /// Waits until a phone receives the pushes sent from now on.
  private func subscribed(_ phone: RunningInbox) throws {
    let end = Date(timeIntervalSinceNow: patience)
    let question = "Are you there, \(UUID().uuidString)?"
    // Pushes accepted before the phone subscribed are not relayed to it.
    while !phone.out.all.contains(where: { $0.contains(question) }), Date() < end {
      try provider.run("send", question, "--app", "com.example.knock")
    }
  }

  private func send(_ text: String, _ options: String...) throws {
    let result = try provider.home.run(["send", text, "--app", Self.mail] + options)
    try #require(result.status == 0, "\(result.err)")
  }

  private func bodies(_ phone: RunningInbox) throws -> [String] {
    try phone.home.list("app:mail").bodies.map { $0 ?? "" }
  }

  @Test func `a relayed push is shown by the other phone under its own rules`() throws {
    let phone = try phone()
    try phone.run("set", "dnd=on")
    try send("one", "--title", "Ann")
    try phone.event("quiet", containing: "\"one\"")
    try phone.run("set", "dnd=off")
    try send("two")
    try phone.event("shown", containing: "\"two\"")
    #expect(try bodies(phone) == ["two", "one"])
    #expect(provider.endpoints["offer"]?.string == "unix:\(socket)")
    #expect(phone.endpoints["offer"]?.isNull == true)
    let here = try provider.home.list("app:mail").notifications.map { $0["apnsID"]?.string }
    let there = try phone.home.list("app:mail").notifications.map { $0["apnsID"]?.string }
    #expect(here == there)
  }

  @Test func `two phones are numbered separately, and an absent one receives all pushes later`()
    throws
  {
    let first = try phone(#"{queue:{deviceId:"first"}}"#)
    try send("one")
    try first.event("shown", containing: "\"one\"")
    let second = try phone(#"{queue:{deviceId:"second"}}"#)
    try second.kill()
    for text in ["two", "three"] { try send(text) }
    try second.restart()
    for phone in [first, second] { try phone.event("shown", containing: "\"three\"") }
    #expect(try bodies(first) == ["three", "two", "one"])
    #expect(try bodies(second) == ["three", "two"])
    func number(_ phone: RunningInbox) throws -> JSONValue? {
      let pushes = try phone.home.run(["export", "app:mail"]).json().notifications
      return pushes.first?["payload"]?["xiva"]?["notificationPosition"]
    }
    let (one, two) = (try number(first)?.int, try number(second)?.int)
    #expect(one == 3)
    #expect(two == 2)
  }

  @Test func `a push lost by the phone is requested and repeated`() throws {
    let phone = try phone(#"{queue:{apps:["com.example.mail"]}}"#)
    try send("one")
    try phone.event("shown", containing: "\"one\"")
    try phone.run("set", "queue.loseNext=2")
    for text in ["two", "three", "four"] { try send(text) }
    // The first repeated push alerts for both.
    for text in ["four", "two"] { try phone.event("shown", containing: "\"\(text)\"") }
    try phone.event("quiet", containing: "\"three\"")
    #expect(Set(try bodies(phone)) == ["one", "two", "three", "four"])
    try phone.event("queue", containing: "\"kind\":\"gap\"")
  }

  @Test func `a second relay on the same path is rejected`() throws {
    let home = try Home()
    let result = try home.run([
      "serve", "--listen", "127.0.0.1:0", "--offer", "unix:\(socket)",
    ])
    #expect(result.status == 3)
    #expect(result.err.contains("offers on \(socket)"), "\(result.err)")
    let wrong = try home.run(["serve", "--offer", "tcp:127.0.0.1:1"])
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("expected unix:PATH"), "\(wrong.err)")
  }

  // MARK: kill -9

  /// Sends many pushes at the same time; phone or provider may be killed at any moment.
  private struct Volley {
    private let client: RawClient
    private let numbers: Range<Int>

    init(_ numbers: Range<Int>, to provider: RunningInbox) throws {
      self.numbers = numbers
      client = try RawClient(port: provider.port)
      for number in numbers {
        let body = #"{"aps":{"alert":"push \#(number)"}}"#
        client.send(
          """
          POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\napns-topic: \(TwoProcessTests.mail)\r\n\
          apns-id: \(Self.id(number))\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
          """)
      }
    }

    static func id(_ number: Int) -> String {
      let digits = String(number)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Waits for `count` responses.
    func wait(for count: Int) {
      if count > 0 { _ = client.text(until: "HTTP/1.1 200", count: count) }
    }

    /// Returns the pushes with status 200, once all responses arrived or the connection ended.
    func accepted() -> Set<String> {
      let text = client.text(until: "HTTP/1.1 200", count: numbers.count)
      return Set(numbers.map(Self.id).filter { text.contains("apns-id: \($0)\r\n") })
    }
  }

  @Test func `after kill -9 of either process under load each accepted push is listed once`() throws
  {
    let phone = try phone()
    var random = SplitMix64(seed: 7)
    var accepted: Set<String> = []
    var next = 1
    for round in 0..<6 {
      let volley = try Volley(next..<next + 40, to: provider)
      next += 40
      let moment = Int.random(in: 0...40, using: &random)
      if round % 2 == 0 {
        volley.wait(for: moment)
        try provider.kill()
        accepted.formUnion(volley.accepted())
        try provider.restart()
      } else {
        if moment > 0 {
          try phone.event("shown", containing: "\"push \(next - 41 + moment)\"")
        }
        try phone.kill()
        accepted.formUnion(volley.accepted())
        try phone.restart()
      }
    }
    try send("the last")
    try phone.event("shown", containing: "the last")
    let pushes = try phone.home.list("app:mail").notifications
    let ids = pushes.compactMap { $0["apnsID"]?.string }
    #expect(accepted.count >= 120)
    #expect(accepted.subtracting(ids).isEmpty)
    #expect(Set(ids).count == ids.count)
    // A second copy would have replaced the first.
    #expect(pushes.allSatisfy { $0["replaced"]?.int == 0 })
  }

  @Test func `over a lossy link each accepted push is listed once, without a gap in the numbers`()
    throws
  {
    let phone = try phone(
      #"{queue:{apps:["com.example.mail"],repeatMaxCount:1000,loss:15,duplicate:10,delay:"20ms",seed:3}}"#
    )
    // Nothing is requested before the first push that arrives.
    try phone.run("set", "queue.loss=0")
    try send("the first")
    try phone.event("shown", containing: "the first")
    try phone.run("set", "queue.loss=15")
    var random = SplitMix64(seed: 5)
    var accepted: Set<String> = []
    for round in 0..<4 {
      let volley = try Volley(round * 40 + 1..<round * 40 + 41, to: provider)
      volley.wait(for: Int.random(in: 0...40, using: &random))
      let victim = round % 2 == 0 ? phone : provider
      try victim.kill()
      accepted.formUnion(volley.accepted())
      try victim.restart()
    }
    // A restarted phone does not know when it asked, and requests all missed pushes with the next
    // one.
    try phone.run("set", "queue.loss=0")
    try phone.kill()
    try phone.restart()
    try send("the last")
    try phone.event("shown", containing: "the last")
    let end = Date(timeIntervalSinceNow: patience)
    var pushes: [JSONValue] = []
    var there: Set<String> = []
    repeat {
      pushes = try phone.home.run(["export", "app:mail"]).json().notifications
      there = Set(pushes.compactMap { $0["apnsID"]?.string })
    } while !accepted.isSubset(of: there) && Date() < end
    #expect(accepted.count >= 80)
    #expect(accepted.subtracting(there) == [])
    #expect(there.count == pushes.count)
    let numbers = pushes.compactMap { $0["payload"]?["xiva"]?["notificationPosition"]?.int }
    #expect(numbers.sorted() == Array(1...max(1, pushes.count)))
    #expect(pushes.allSatisfy { $0["body"]?.string?.contains("missed") == false })
  }

  @Test func `a phone with a new identifier resubscribes without losing pushes`() throws {
    let phone = try phone()
    try send("one")
    try phone.event("shown", containing: "\"one\"")
    try phone.run("set", "queue.deviceId=two")
    try subscribed(phone)
    try send("two")
    try phone.event("shown", containing: "\"two\"")
    try phone.kill()
    try send("three")
    try phone.restart()
    try phone.event("shown", containing: "\"three\"")
    try phone.run("set", "queue.deviceId=phone")
    try send("four")
    try phone.event("shown", containing: "\"four\"")
    #expect(Set(try bodies(phone)) == ["one", "two", "three", "four"])
    let counts = try provider.home.run(["queue", "--json"]).json()
    #expect(
      Set((counts["phones"]?.array ?? []).compactMap { $0["device"]?.string }) == ["phone", "two"])
  }
}
