import Foundation

/// The numbered queue, and the link over which the phone gets what is sent (`queue` in
/// `design/contract.md` §10; `spec/seeds.md` S003).
public struct QueueSettings: Equatable, Sendable {
  /// The apps whose pushes are numbered, and which look for gaps.
  public var apps: Set<BundleID> = []
  /// The folders that an app's accounts want pushes for; an app without any wants all.
  public var subscriptions: Subscriptions = [:]
  /// The folders that accounts want since the phone went offline; the provider knows nothing of it yet.
  public var pendingSubscriptions: Subscriptions = [:]
  /// Seconds for which a push can be sent again.
  public var ttl: TimeInterval = 86_400
  /// How many missed pushes an app asks for; of more it tells the number.
  public var repeatMaxCount = 10
  /// How an app counts.
  public var rule = CountingRule.corrected
  /// How pushes alert that were missed and come again together.
  public var catchUp = CatchUp.once
  /// The phone's identifier, as the queue and its apps know it.
  public var deviceID: PhoneID = "phone"
  /// How many of a hundred requests for a repeat fail.
  public var failRepeats = 0
  /// The link.
  public var link = LinkSettings()

  /// `queue.rule` (`spec/seeds.md` S003.5, "Two traps").
  public enum CountingRule: String, Sendable, CaseIterable {
    /// Whatever came in order is remembered, and what was to come again and has not is asked for once more.
    case corrected
    /// As on the slide: a push that came in order is not remembered.
    case printed
  }

  /// `queue.catchUp`: how the answers to one repeat request alert.
  public enum CatchUp: String, Sendable, CaseIterable {
    /// The first that may alert does; the others enter the list quietly.
    case once
    /// Each alerts as if it had come alone.
    case each
    /// As `once`, with a banner that states how many came, in place of the first one's text.
    case summary
  }

  /// Folders by account, by app.
  public typealias Subscriptions = [BundleID: [String: [String]]]

  /// No app is numbered, and the link is perfect.
  public init() {}

  /// What a device identifier is, for people.
  static let deviceIDForm = "a text of 1 to 64 characters that all can be seen"

  /// Whether a text is a device identifier: what neither steers a terminal nor hides in it.
  static func isDeviceID(_ text: String) -> Bool {
    text.utf8.count <= 256 && (1...64).contains(text.count) && PlainText.clean(text) == text
  }
}

/// What the link between gateway and phone does to what is sent, in percent of the deliveries.
public struct LinkSettings: Equatable, Sendable {
  /// How many are lost.
  public var loss = 0
  /// How many of the next are lost, whichever they are; counts down.
  public var loseNext = 0
  /// How many come twice.
  public var duplicate = 0
  /// How many take ``lag`` longer than the others, so that what follows overtakes them.
  public var reorder = 0
  /// Seconds that each takes.
  public var delay: TimeInterval = 0
  /// What decides which ones: the same seed, the same losses.
  public var seed = 0

  /// How much longer one takes that is overtaken, seconds.
  static let lag: TimeInterval = 1

  /// Everything arrives, once, at once and in order.
  public init() {}
}

extension QueueSettings {
  /// The `queue` object.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    if let named = try reader.apps("apps") { apps = named }
    try reader.subscriptions("subscriptions", into: &subscriptions)
    try reader.subscriptions("pendingSubscriptions", into: &pendingSubscriptions)
    try reader.span("ttl", into: &ttl)
    try reader.number("repeatMaxCount", in: 0...1000, into: &repeatMaxCount)
    try reader.choice("rule", into: &rule)
    try reader.choice("catchUp", into: &catchUp)
    try reader.read("deviceId", as: Self.deviceIDForm, into: &deviceID) { value in
      value.string.flatMap { Self.isDeviceID($0) ? PhoneID(rawValue: $0) : nil }
    }
    try reader.number("failRepeats", in: 0...100, into: &failRepeats)
    try reader.number("loss", in: 0...100, into: &link.loss)
    try reader.number("loseNext", in: 0...1_000_000, into: &link.loseNext)
    try reader.number("duplicate", in: 0...100, into: &link.duplicate)
    try reader.number("reorder", in: 0...100, into: &link.reorder)
    try reader.span("delay", into: &link.delay)
    try reader.number("seed", in: 0...Int.max, into: &link.seed)
  }

  /// As a file would say it.
  var json: JSONObject {
    [
      "apps": .array(apps.map(\.rawValue).sorted().map(JSONValue.string)),
      "subscriptions": Self.json(subscriptions),
      "pendingSubscriptions": Self.json(pendingSubscriptions),
      "ttl": .string(TimeSpan.text(ttl)), "repeatMaxCount": JSONValue(repeatMaxCount),
      "rule": .string(rule.rawValue), "catchUp": .string(catchUp.rawValue),
      "deviceId": .string(deviceID.rawValue),
      "failRepeats": JSONValue(failRepeats), "loss": JSONValue(link.loss),
      "loseNext": JSONValue(link.loseNext), "duplicate": JSONValue(link.duplicate),
      "reorder": JSONValue(link.reorder), "delay": .string(TimeSpan.text(link.delay)),
      "seed": JSONValue(link.seed),
    ]
  }

  private static func json(_ subscriptions: Subscriptions) -> JSONValue {
    .object(
      JSONObject(
        sorted: subscriptions.map { app, accounts in
          (
            app.rawValue,
            .object(JSONObject(sorted: accounts.map { ($0, .array($1.map(JSONValue.string))) }))
          )
        }))
  }
}

extension SettingsReader {
  fileprivate mutating func subscriptions(
    _ key: String, into target: inout QueueSettings.Subscriptions
  ) throws(SettingsError) {
    var subscriptions = target
    try names(key) { (name: String, accounts: inout SettingsReader) throws(SettingsError) in
      let app = try accounts.app(name)
      try accounts.names(name) {
        (account: String, reader: inout SettingsReader) throws(SettingsError) in
        try reader.texts(account, into: &subscriptions[app, default: [:]][account, default: []])
      }
    }
    target = subscriptions
  }

  fileprivate mutating func span(
    _ key: String, into target: inout TimeInterval
  ) throws(SettingsError) {
    try read(key, as: "a span such as `24h` or `200ms`", into: &target) { value in
      value.string.flatMap(TimeSpan.seconds)
    }
  }
}
