import Foundation

/// The numbered queue, and the link to the phone: the `queue` object (`docs/reference/queue.md`).
public struct QueueSettings: Equatable, Sendable {
  /// The apps whose pushes are numbered and which detect gaps.
  public var apps: Set<BundleID> = []
  /// The folders that an app's accounts subscribed to; an app without an entry receives all pushes.
  public var subscriptions: Subscriptions = [:]
  /// The subscriptions that changed while the phone was offline; the provider does not know them
  /// yet.
  public var pendingSubscriptions: Subscriptions = [:]
  /// The time for which a push can be sent again, in seconds.
  public var ttl: TimeInterval = 86_400
  /// The maximum number of missed pushes that an app requests. If more are missing, it shows their
  /// number.
  public var repeatMaxCount = 10
  /// The counting rule of the apps.
  public var rule = CountingRule.corrected
  /// The policy for alerts of missed pushes that are sent again together.
  public var catchUp = CatchUp.once
  /// The phone's identifier at the queue and its apps.
  public var deviceID: PhoneID = "phone"
  /// The percentage of repeat requests that fail.
  public var failRepeats = 0
  /// The link.
  public var link = LinkSettings()

  /// `queue.rule` (`docs/reference/queue.md`).
  public enum CountingRule: String, Sendable, CaseIterable {
    /// Every push in order is recorded, and requested pushes that did not arrive are requested
    /// again.
    case corrected
    /// The rule as published: a push in order is not recorded (XIV-32).
    case printed
  }

  /// `queue.catchUp`: the policy for alerts of the pushes of one repeat request.
  public typealias CatchUp = PresentationContext.CatchUp.Policy

  /// The folders of each account, by app.
  public typealias Subscriptions = [BundleID: [String: [String]]]

  /// The form of a device identifier, for people.
  static let deviceIDForm = "a text of 1 to 64 visible characters"

  /// Returns whether a text is a device identifier: 1 to 64 visible characters, none of which
  /// controls a terminal.
  static func isDeviceID(_ text: String) -> Bool {
    text.utf8.count <= 256 && (1...64).contains(text.count) && PlainText.clean(text) == text
  }
}

/// The faults of the link between gateway and phone, in percent of deliveries.
public struct LinkSettings: Equatable, Sendable {
  /// The percentage of lost deliveries.
  public var loss = 0
  /// The number of following deliveries that are lost; it counts down.
  public var loseNext = 0
  /// The percentage of duplicated deliveries.
  public var duplicate = 0
  /// The percentage of deliveries that take ``lag`` longer than the others, so that following ones
  /// overtake them.
  public var reorder = 0
  /// The delay of each delivery, in seconds.
  public var delay: TimeInterval = 0
  /// The seed of the random numbers: the same seed causes the same losses.
  public var seed = 0

  /// The additional delay of a delivery that is overtaken, in seconds.
  static let lag: TimeInterval = 1
}

// MARK: - Settings

extension QueueSettings: SettingsObject {
  static let fields: [SettingField<Self>] = ofQueue + LinkSettings.fields.within(\.link)

  private static let ofQueue: [SettingField<Self>] = [
    .set(
      "apps", \.apps, of: .app,
      "Apps whose pushes are numbered; the app requests missing ones again."
    ).sample(#"["com.example.mail"]"#),
    .form(
      "subscriptions", \.subscriptions, .subscriptions,
      "The folders of each account that an app has subscribed to."
    ).sample(#"{ "com.example.mail": { "ann@example.com": ["Inbox"] } }"#),
    .form(
      "pendingSubscriptions", \.pendingSubscriptions, .subscriptions,
      "Subscriptions made offline, which the provider does not know yet."
    ).samples(),
    .value("ttl", \.ttl, .span("`24h` or `200ms`"), "The time for which a push can be sent again.")
      .sample(#""24h""#),
    .number(
      "repeatMaxCount", \.repeatMaxCount, in: 0...1000,
      "The maximum number of missing pushes that an app requests; others are counted."
    ),
    .choice(
      "rule", \.rule,
      "How an app counts; with `printed` a push in order does not move the position."
    ),
    .choice(
      "catchUp", \.catchUp, "Pushes that arrive late together alert once, each, or as one summary."
    ),
    .value(
      "deviceId", \.deviceID, .identifier(.text(deviceIDForm, where: isDeviceID)),
      "The phone's name at the queue and at a provider it subscribes to."
    ),
    .number(
      "failRepeats", \.failRepeats, in: 0...100,
      "How many of 100 requests for missing pushes fail."
    ),
  ]
}

extension LinkSettings: SettingsObject {
  /// The keys of the `queue` object.
  static let fields: [SettingField<Self>] = [
    .number(
      "loss", \.loss, in: 0...100, "How many of 100 deliveries are lost on the way to the phone."
    ),
    .number(
      "loseNext", \.loseNext, in: 0...1_000_000,
      "The number of deliveries to lose next; it counts down."
    ),
    .number("duplicate", \.duplicate, in: 0...100, "How many of 100 deliveries arrive twice."),
    .number(
      "reorder", \.reorder, in: 0...100, "How many of 100 deliveries are overtaken by the next."
    ),
    .value("delay", \.delay, .span("`24h` or `200ms`"), "The time that each delivery takes."),
    .number(
      "seed", \.seed, in: 0...Int.max,
      "The seed that chooses which deliveries are lost, repeated or overtaken."
    ),
  ]
}

extension SettingForm<QueueSettings.Subscriptions> {
  /// Lists of folders, by account and app.
  fileprivate static var subscriptions: Self {
    var form = SettingForm.table(of: .table(of: .list(of: .text)) { _ in [] }) { _ in [:] }
    form.read = { [table = form.read] reader, key, value throws(SettingsError) in
      try table(&reader, key, &value)
      value = value.filter { !$0.value.isEmpty }
    }
    return form
  }
}
