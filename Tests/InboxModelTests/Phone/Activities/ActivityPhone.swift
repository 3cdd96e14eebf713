import Foundation
import Testing

@testable import InboxModel

/// A phone with Live Activities of one app, changed by arguments of `set`.
struct ActivityPhone {
  static let app: BundleID = "com.example.match"
  static let match: JSONObject = ["home": 0, "away": 0]

  var system: PushSystem
  private var lastID = 0
  /// The effects of the last push.
  private(set) var effects: [Phone.Effect] = []

  init(_ words: [String] = [], strict: Bool = false) throws {
    system = PushSystem(device: Phone.stub())
    isStrict = strict
    try set(words)
  }

  private let isStrict: Bool

  var device: Phone {
    get { system.device }
    set { system.device = newValue }
  }

  mutating func set(_ words: [String], after seconds: TimeInterval = 0) throws {
    let now = max(Moment.start + seconds, device.now)
    let reader = SettingChangeReader(now: now, phone: device.settings)
    for change in try reader.changes(words) {
      effects = device.handle(.changed(change), at: now)
    }
  }

  /// Delivers a push some seconds after the start, with the timestamp of that time unless the keys
  /// have one.
  @discardableResult
  mutating func push(
    _ event: String?, _ keys: String = "", after seconds: TimeInterval = 0,
    token: DeviceToken = .local, priority: Priority = .immediate
  ) throws -> PushRecord {
    let now = Moment.start + seconds
    var aps = keys.isEmpty ? "" : "," + keys
    if let event { aps += #","event":"\#(event)""# }
    if !keys.contains("timestamp") {
      aps += #","timestamp":\#(Int(now.timeIntervalSince1970))"#
    }
    lastID += 1
    var push = try Delivery.stub(
      lastID, app: Self.app, aps: "{\(aps.dropFirst())}", type: .liveactivity,
      topic: Self.app.text + ".push-type.liveactivity", at: now)
    push.token = token
    push.headers.priority = priority
    push.transit.isStrict = isStrict
    effects = device.deliver(push)
    return try #require(effects.record)
  }

  /// Starts a match.
  @discardableResult
  mutating func start(
    _ name: String = "A-B", _ more: String = "", after seconds: TimeInterval = 0,
    token: DeviceToken = .local
  ) throws -> PushRecord {
    try push("start", Self.startKeys(name, more), after: seconds, token: token)
  }

  static func startKeys(_ name: String = "A-B", _ more: String = "") -> String {
    #""attributes-type":"Match","attributes":{"name":"\#(name)"},"content-state":{"home":0,"away":0}\#(more)"#
  }

  static func score(_ home: Int, _ away: Int = 0) -> String {
    #""content-state":{"home":\#(home),"away":\#(away)}"#
  }

  /// Moves the clock to some seconds after the start.
  mutating func wait(until seconds: TimeInterval) {
    var all: [Phone.Effect] = []
    while let next = device.nextMoment, next < Moment.start + seconds, next > device.now {
      all += device.handle(.timePassed, at: next)
    }
    effects = all + device.handle(.timePassed, at: Moment.start + seconds)
  }

  /// The newest card.
  var card: ActivityCard { get throws { try #require(device.activities.newestFirst.first) } }

  /// The changes of cards in the last step.
  var changes: [String] {
    effects.events.compactMap {
      if case .activity(_, let change) = $0 { change } else { nil }
    }
  }
}

/// A token that the phone did not create.
let strangeToken = DeviceToken(hex: String(repeating: "ab", count: 32)) ?? .local
