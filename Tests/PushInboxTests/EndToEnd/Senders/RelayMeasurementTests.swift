import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Loss measured across processes: a provider and two phones, each a separate process
/// (`docs/reference/relay.md`).
@Suite(.patient) struct RelayMeasurementTests {
  private static let mail = "com.example.mail"
  /// The app of test pushes, which are not numbered.
  private static let knock = "com.example.knock"

  private let provider: RunningInbox
  private var socket: String { provider.home.path + "/offer.sock" }

  init() throws {
    let home = try Home()
    provider = try RunningInbox(["--offer", "unix:\(home.path)/offer.sock"], home: home)
  }

  /// Starts a phone that has subscribed and received a first push; no earlier push can be missed.
  private func phone(_ device: String, seed: Int) throws -> RunningInbox {
    let phone = try RunningInbox(
      ["--feed", "unix:\(socket)"],
      home: Home(
        configuration: #"{queue:{apps:["\#(Self.mail)"],deviceId:"\#(device)",seed:\#(seed)}}"#))
    let end = Date(timeIntervalSinceNow: patience)
    while try self.row(of: device) == nil, Date() < end {
      try provider.run("send", "Are you there?", "--app", Self.knock)
    }
    return phone
  }

  /// Returns the provider's counts of a phone, without the app of the test pushes.
  private func row(of device: String, _ app: String? = nil) throws -> JSONValue? {
    try provider.run("queue", "--json").json()["phones"]?.array?.first {
      $0["device"]?.string == device && (app == nil || $0["app"]?.string == app)
    }
  }

  /// Returns a phone's own counts.
  private func row(on phone: RunningInbox) throws -> JSONValue? {
    try phone.run("queue", "--json").json()["queues"]?.array?.first {
      $0["app"]?.string == Self.mail
    }
  }

  private static let shared = [
    "coalesced", "delivered", "duplicates", "expired", "late", "lateMean", "lateWorst", "lost",
    "missing", "network", "rate", "rateWithout", "recovered", "rejected", "repeated", "replaced",
    "reportedMissing", "sent", "unreadable",
  ]

  /// Sends pushes on one connection, each after the response to the previous one.
  private func send(_ numbers: ClosedRange<Int>) throws {
    let client = try RawClient(port: provider.port)
    for number in numbers {
      let body = #"{"aps":{"alert":"letter \#(number)"}}"#
      client.send(
        """
        POST /3/device/abcd HTTP/1.1\r\nHost: localhost\r\napns-topic: \(Self.mail)\r\n\
        Content-Length: \(body.utf8.count)\r\n\r\n\(body)
        """)
    }
    _ = client.text(until: "HTTP/1.1 200", count: numbers.count)
  }

  /// Waits until a phone has counted `sent` pushes, and the provider agrees.
  private func settled(
    _ phone: RunningInbox, _ device: String, sent: Int
  ) throws -> (here: JSONValue, there: JSONValue) {
    let end = Date(timeIntervalSinceNow: patience)
    var rows: (here: JSONValue?, there: JSONValue?)
    repeat {
      rows = (try row(of: device, Self.mail), try row(on: phone))
      if rows.there?["sent"]?.int == sent,
        Self.shared.allSatisfy({ rows.here?[$0] == rows.there?[$0] })
      {
        break
      }
    } while Date() < end
    return (try #require(rows.here), try #require(rows.there))
  }

  /// Waits until a phone has counted `sent` pushes, and loses no further ones.
  private func endLosses(_ phone: RunningInbox, _ device: String, sent: Int) throws {
    _ = try settled(phone, device, sent: sent)
    try phone.run("set", "queue.loss=0")
  }

  /// Waits like ``settled(_:_:sent:)``, and until no repeated push is in transit; no phone may lose
  /// pushes any more. When the phone has acknowledged the first of two test pushes, all its
  /// requests have arrived at the provider, and with the second one all that the provider sent for
  /// them.
  private func finished(
    _ phone: RunningInbox, _ device: String, sent: Int
  ) throws -> (here: JSONValue, there: JSONValue) {
    for _ in 1...2 {
      try provider.run("send", "Are you done?", "--app", Self.knock)
      let end = Date(timeIntervalSinceNow: patience)
      while let row = try row(of: device, Self.knock), row["acknowledged"] != row["offered"],
        Date() < end
      {}
    }
    return try settled(phone, device, sent: sent)
  }

  /// Checks the standard output of the phone, and its list.
  private func check(
    _ phone: RunningInbox, _ counts: JSONValue, outputs: [Lines], _ place: String
  ) throws {
    var (events, reported): ([String: Int], Int) = ([:], 0)
    for line in outputs.flatMap(\.all) where line.contains(#""event":"queue""#) {
      let event = try JSONReader.read(Array(line.utf8)).root
      guard event["app"]?.string == Self.mail, let kind = event["kind"]?.string else { continue }
      events[kind, default: 0] += 1
      if let reason = event["reason"]?.string { events[reason, default: 0] += 1 }
      if kind == "replaced" { reported += event["missed"]?.int ?? 0 }
    }
    func number(_ key: String) -> Int { counts[key]?.int ?? -1 }
    #expect(number("lost") == events["lost"] ?? 0, "\(place)")
    #expect(number("network") == events["link.lost"] ?? 0, "\(place)")
    #expect(number("repeated") == events["repeat"] ?? 0, "\(place)")
    #expect(number("recovered") + number("duplicates") == events["late"] ?? 0, "\(place)")
    #expect(number("replaced") == events["replaced"] ?? 0, "\(place)")
    #expect(number("reportedMissing") == reported, "\(place)")
    let bodies = try phone.home.list("app:mail").bodies.compactMap(\.self)
    #expect(number("delivered") + number("recovered") == bodies.count, "\(place)")
    #expect(number("unreadable") == bodies.count { $0.contains("missed") }, "\(place)")
    #expect(
      number("delivered") + number("recovered") + number("missing") == number("sent"), "\(place)")
  }

  /// Returns a number of `/metrics`.
  private func metric(_ name: String) throws -> Int? {
    let text = try provider.curl(nil, path: "/metrics").body
    return text.split(separator: "\n").first { $0.hasPrefix("pushinbox_queue_\(name)_total ") }
      .flatMap { Int($0.split(separator: " ").last ?? "") }
  }

  @Test(arguments: [0, 10, 20, 50])
  func `XIV-39 provider and two phones agree exactly on lost pushes, for each loss rate`(
    loss: Int
  ) throws {
    let devices = ["first", "second"]
    let phones = try devices.enumerated().map { try phone($1, seed: loss + $0) }
    try send(1...1)
    for phone in phones {
      try phone.event("shown", containing: "letter 1\"")
      try phone.run("set", "queue.loss=\(loss)")
    }
    try send(2...80)
    for (device, phone) in zip(devices, phones) { try endLosses(phone, device, sent: 80) }
    var total: [String: Int] = [:]
    for (device, phone) in zip(devices, phones) {
      let (here, there) = try finished(phone, device, sent: 80)
      for key in Self.shared { #expect(here[key] == there[key], "\(device) \(key)") }
      #expect(here["arrivals"] == "reported")
      #expect(here["chart"] == there["chart"])
      #expect((there["network"]?.int ?? 0 > 0) == (loss > 0))
      try check(phone, there, outputs: [phone.out], device)
      for key in Self.shared { total[key, default: 0] += here[key]?.int ?? 0 }
      // Neither side reports a false loss, nor misses one.
      let text = try phone.run("queue").out
      #expect(text.contains("\(Self.mail) from provider "), "\(text)")
      #expect(text.contains("losses: ") == (loss > 0), "\(text)")
    }
    let screen = try provider.run("queue").out
    for device in devices {
      #expect(
        screen.contains("\(Self.mail) to \(device): 80 offered, 80 acknowledged"), "\(screen)")
    }
    // The test pushes arrived without a loss.
    let names = [
      "lost": "lost", "network": "lost_network", "recovered": "recovered",
      "repeated": "repeated", "replaced": "replaced", "reportedMissing": "reported_missing",
      "unreadable": "unreadable", "duplicates": "duplicates",
    ]
    for (key, name) in names { #expect(try metric(name) == total[key], "\(name)") }
    #expect(try metric("unreported") == 0)
  }

  @Test func `after kill -9 of either side the counts continue and agree`() throws {
    let phone = try phone("first", seed: 7)
    var outputs = [phone.out]
    try send(1...1)
    try phone.event("shown", containing: "letter 1\"")
    try phone.run("set", "queue.loss=20")
    try send(2...30)
    _ = try settled(phone, "first", sent: 30)
    try phone.kill()
    try send(31...45)
    try phone.restart()
    outputs.append(phone.out)
    _ = try settled(phone, "first", sent: 45)
    try send(46...60)
    try provider.kill()
    try provider.restart()
    try send(61...80)
    try endLosses(phone, "first", sent: 80)
    let (here, there) = try finished(phone, "first", sent: 80)
    for key in Self.shared { #expect(here[key] == there[key], "\(key)") }
    #expect(here["chart"] == there["chart"])
    try check(phone, there, outputs: outputs, "after restarts")
    // Each side resets its counts separately.
    try phone.run("queue", "--reset")
    #expect(try row(on: phone)?["sent"] == 0)
    #expect(try row(of: "first", Self.mail)?["sent"] == 80)
  }

  @Test func `a push that expires while the phone is away counts as expired at its provider`()
    throws
  {
    let phone = try phone("first", seed: 1)
    try phone.kill()
    let expired = try provider.curl(
      #"{"aps":{"alert":"too late"}}"#, "-H", "apns-topic: \(Self.mail)", "-H",
      "apns-expiration: 1")
    #expect(expired.status == 200)
    try send(1...1)
    try phone.restart()
    try phone.event("shown", containing: "letter 1\"")
    let end = Date(timeIntervalSinceNow: patience)
    var row: JSONValue?
    repeat {
      row = try self.row(of: "first", Self.mail)
    } while row?["delivered"] != 1 && Date() < end
    #expect(row?["sent"] == 2)
    #expect(row?["expired"] == 1)
    #expect(row?["missing"] == 1)
    #expect(try self.row(on: phone)?["sent"] == 1)
  }
}
