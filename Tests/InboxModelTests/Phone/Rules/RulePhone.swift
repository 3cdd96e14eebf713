import Foundation
import Testing

@testable import InboxModel

/// A phone that is set by the words of `set` and asked by `why`, as a person would.
struct RulePhone {
  var device = Phone.stub()
  private var lastID = 0

  init(_ words: [String] = []) throws {
    try set(words)
  }

  mutating func set(_ words: [String], at moment: Date = Moment.start) throws {
    let reader = SettingChangeReader(now: moment, phone: device.settings)
    for change in try reader.changes(words) {
      _ = device.handle(.changed(change), at: moment)
    }
  }

  mutating func set(_ words: String..., at moment: Date = Moment.start) throws {
    try set(words, at: moment)
  }

  /// A push that arrives; `after` seconds from the start.
  @discardableResult
  mutating func push(
    _ aps: String = #"{"alert":"Hi"}"#, app: BundleID = "com.example.chat",
    collapseID: CollapseID? = nil, after seconds: TimeInterval = 0
  ) throws -> PushRecord {
    lastID += 1
    let push = try Delivery.stub(
      lastID, app: app, aps: aps, collapseID: collapseID, at: Moment.start + seconds)
    return try #require(device.deliver(push).record)
  }

  /// The only group, or the newest.
  var group: NotificationGroup? {
    device.inbox.firstGroup.flatMap { device.inbox.group($0) }
  }

  /// The numbers of the newest group's entries.
  var groups: [[Int]] {
    device.inbox.groups.map { group in
      device.inbox.notifications(in: group.key).map(\.id.rawValue)
    }
  }
}

extension PushRecord {
  var why: Trace { Presentation.trace(of: self) }
}

extension Trace {
  /// `step code setting` of the rule that decided; empty when none did.
  var decision: String {
    steps.first { $0.result == .stop }.map {
      "\($0.name.rawValue) \($0.code?.rawValue ?? "-") \($0.setting ?? "-")"
    } ?? ""
  }

  /// The sentence of a step.
  func because(_ step: StepName) -> String {
    steps.first { $0.name == step }?.because ?? ""
  }

  var remedies: [String] { wouldShowIf.map(\.text) }
}

/// A push of the table, `sound` present.
func aps(_ level: String, _ rest: String = "") -> String {
  #"{"alert":"Hi","sound":"default","interruption-level":"\#(level)"\#(rest)}"#
}
