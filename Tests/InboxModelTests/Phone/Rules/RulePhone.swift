import Foundation
import Testing

@testable import InboxModel

/// A phone that is configured with `set` and queried with `why`, as a user would.
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

  /// Delivers a push, `after` seconds from the start.
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

  /// The only group, or the newest; nil for none.
  var group: NotificationGroup? {
    device.inbox.firstGroup.flatMap { device.inbox.group($0) }
  }

  /// The numbers of the entries, by group.
  var groups: [[Int]] {
    device.inbox.groups.map { group in
      device.inbox.notifications(in: group.key).map(\.id.rawValue)
    }
  }
}

extension StepName {
  /// The steps of a push that is not for a Live Activity.
  static let ofNotifications = allCases.filter { !Rule.ofActivities.map(\.name).contains($0) }
}

extension PushRecord {
  var why: Trace { Presentation.trace(of: self) }
}

extension Trace {
  /// `step code setting` of the deciding rule; empty for none.
  var decision: String {
    steps.first { $0.result == .stop }.map {
      "\($0.name.rawValue) \($0.code?.rawValue ?? "-") \($0.setting ?? "-")"
    } ?? ""
  }

  /// Returns the sentence of a step.
  func because(_ step: StepName) -> String {
    steps.first { $0.name == step }?.because ?? ""
  }

  var remedies: [String] { wouldShowIf.map(\.text) }
}

/// Returns the `aps` of a push of the table, with a sound.
func aps(_ level: String, _ rest: String = "") -> String {
  #"{"alert":"Hi","sound":"default","interruption-level":"\#(level)"\#(rest)}"#
}
