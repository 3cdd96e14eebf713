import Foundation

/// Repeats the decisions about received pushes with other settings, without changing anything.
///
/// Each push stores the context of its arrival (``PresentationContext``). The values that a change
/// affects are replaced; all others stay as they were, whatever the settings are now. A list that
/// `+=` extends is the current one. So are the schedules if one of them, the time zone or the clock
/// changes: which of them had been turned off manually at that time is not recorded.
public struct WhatIf: Sendable {
  /// The appearance of a push, as determined by the rules.
  public struct Appearance: Equatable, Sendable {
    /// The outcome.
    public var outcome: Outcome
    /// The code of the deciding rule.
    public var reason: ReasonCode
    /// The places where it appeared.
    public var presented: PresentationOptions
    /// The effective level; nil if it appeared nowhere.
    public var level: InterruptionLevel?
    /// The sound that played; nil for none.
    public var sound: NotificationSound?
    /// Whether its content was hidden at its arrival.
    public var isHidden: Bool
    /// The group of its entry; nil without an entry.
    public var group: GroupKey?
    /// The text, hidden or not; nil if it was not shown anywhere.
    public var content: DeliveredNotification.Content?
  }

  /// A push whose appearance would have differed.
  public struct Difference: Equatable, Sendable {
    /// The push's notification.
    public var notification: DeliveredNotification
    /// The actual appearance.
    public var was: Appearance
    /// The appearance with the change.
    public var wouldBe: Appearance
  }

  /// A fact of a push that a change can name beside settings: its time, or a key of its payload.
  public enum Fact: String, CaseIterable, Sendable {
    case clock
    case level = "interruption-level"
    case filterCriteria = "filter-criteria"
    case timestamp

    /// The sentence about the fact.
    public var meaning: String {
      switch self {
      case .clock: "The time at which the push arrives, or a span after it."
      case .level: "The level that the sender gives the push."
      case .filterCriteria: "The key of the payload that the filters of a Focus compare."
      case .timestamp: "The time of a push to a Live Activity, in seconds since 1970."
      }
    }

    /// The values, if they are a few words.
    public var words: [String] {
      self == .level ? InterruptionLevel.allCases.map(\.rawValue) : []
    }

    fileprivate func extract(from words: inout [String]) throws(SettingsError) -> String? {
      try SettingChangeReader.extract(rawValue, from: &words)
    }
  }

  private let changes: [SettingChange]
  private let clock: ClockChange?
  private let level: InterruptionLevel?
  private let filterCriteria: String?
  private let timestamp: Double?
  /// The moment to which relative moments in the changes refer.
  private let now: Date
  /// A phone with the changes in force, which provides the changed context.
  private var phone: Phone

  /// Parses assignments such as `focus=off`, as for `set`, and those of a ``Fact``. `clock` moves
  /// every push to a moment, or by a span.
  ///
  /// - Throws: The errors of `set`, and an error for a setting that no rule uses.
  public init(_ words: [String], on device: Phone, now: Date) throws(SettingsError) {
    var settings = words
    clock = try Fact.clock.extract(from: &settings).map(Self.clock)
    level = try Fact.level.extract(from: &settings).map(Self.level)
    filterCriteria = try Fact.filterCriteria.extract(from: &settings)
    timestamp = try Fact.timestamp.extract(from: &settings).map(Self.timestamp)
    self.now = now
    changes = try SettingChangeReader(now: now, phone: device.settings).changes(settings)
    if let idle = changes.first(where: { !$0.isUsedByRules }) {
      throw SettingsError(.withoutEffect, path: idle.key)
    }
    phone = Phone(
      settings: SettingChanges(changes).applied(to: device.settings), state: Phone.State())
  }

  /// Returns whether a word is a change and not part of a filter: its sign precedes any colon or
  /// quote.
  public static func isChange(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    guard let sign = scalars.firstIndex(of: "="), scalars.first != "\"", scalars.first != "-" else {
      return false
    }
    return !scalars[..<sign].contains(":")
  }

  private static func clock(_ text: String) throws(SettingsError) -> ClockChange {
    let change = try ClockChange(text)
    guard change != .real else {
      throw SettingsError(
        .wrongValue(expected: "a span such as `+5m` or a time", found: "`real`"),
        path: Fact.clock.rawValue)
    }
    return change
  }

  private static func timestamp(_ text: String) throws(SettingsError) -> Double {
    guard let seconds = Double(text), seconds.isFinite else {
      throw SettingsError(
        .wrongValue(expected: "a number of seconds since 1970", found: "`\(text)`"),
        path: Fact.timestamp.rawValue)
    }
    return seconds
  }

  private static func level(_ text: String) throws(SettingsError) -> InterruptionLevel {
    guard let level = InterruptionLevel(rawValue: text) else {
      throw SettingsError(
        .wrongValue(expected: Fact.level.words.alternatives, found: "`\(text)`"),
        path: Fact.level.rawValue, suggestion: NearestName.of(text, among: Fact.level.words))
    }
    return level
  }
}

// MARK: - Repeating decisions

extension WhatIf {
  /// Returns the difference in a push's appearance; nil if there is none. It is fastest for pushes
  /// in the order of their arrival.
  public mutating func difference(of record: PushRecord) -> Difference? {
    var was = Appearance(
      of: record.delivery.changed(in: record.context), in: record.context,
      saying: record.notification.content)
    let (push, context, content) = changed(record)
    var wouldBe = Appearance(of: push, in: context, saying: content)
    if record.hasLeftSummary {
      was.leaveSummary()
      wouldBe.leaveSummary()
    }
    guard was != wouldBe else { return nil }
    return Difference(notification: record.notification, was: was, wouldBe: wouldBe)
  }

  /// Returns a push as changed by its app's extension, its context and its text, with the changes
  /// applied.
  private mutating func changed(
    _ record: PushRecord
  ) -> (Delivery, PresentationContext, DeliveredNotification.Content) {
    var context = record.context
    var push = record.delivery.changed(in: context)
    let served = context.serviceExtension
    if let level, !served.decides("interruption-level") { push.payload.interruptionLevel = level }
    if let filterCriteria, !served.decides("filter-criteria") {
      push.payload.filterCriteria = filterCriteria
    }
    if let clock { context.at = clock.moved(context.at) }
    if let timestamp { push.payload.liveActivity?.timestamp = timestamp }
    let current = phone.context(about: push, at: context.at)
    if clock != nil { context.followClock(current) }
    for change in changes { apply(change, current, &context, &push) }
    guard changes.contains(where: { $0.changesText(of: push.app) }) else {
      return (push, context, record.notification.content)
    }
    let (content, text) = phone.localize(context.era.understood(push))
    (context.text, context.language) = (text.text, text.language)
    return (push, context, content)
  }

  /// Applies the values that a change affects.
  private func apply(
    _ change: SettingChange, _ current: PresentationContext,
    _ context: inout PresentationContext,
    _ push: inout Delivery
  ) {
    switch change {
    case .setting(let path, _): apply(path, current, &context, push)
    case .language: break  // Handled once, with all changes of the text.
    case .online(let isOnline):
      if isOnline { push.transit.fate = .delivered }
    case .focusOff: context.focus = nil
    case .focusOn(let name, let until):
      let inForce = FocusInForce(name: name, isManual: true, until: until.map(moved(context)))
      context.focus = phone.facts(of: inForce, about: push)
    case .mute(let app, let until):
      if app == push.app { context.mutedUntil = until.map(moved(context)) }
    case .showSummary, .byApp: break  // Rejected earlier.
    }
  }

  private func apply(
    _ path: SettingPath, _ current: PresentationContext, _ context: inout PresentationContext,
    _ push: Delivery
  ) {
    switch (path[0], path[1], path[2]) {
    case ("device", "timeZone", _):
      context.reschedule(nil, current)
      ContextField.summary.copy(&context, current)
    case ("device", "previews", _) where phone.settings.app(push.app).previews != nil,
      ("device", "grouping", _) where phone.settings.app(push.app).grouping != nil:
      break  // The app has its own value, so the phone's does not apply.
    case ("device", let key, _): ContextField.ofDevice[key]?.copy(&context, current)
    case ("apps", push.app.text, "activityTypes"):
      context.decodeState(of: push, as: phone.settings.app(push.app).activityTypes)
    case ("apps", push.app.text, let key): ContextField.ofApp[key]?.copy(&context, current)
    case ("focus", _, "filters") where !["", push.app.text].contains(path[3]): break
    case ("focus", let text, let key):
      let name = FocusName(text)
      guard let fact = ContextField.ofFocus[key] else { return context.reschedule(name, current) }
      guard var focus = context.focus, focus.name == name else { return }
      let inForce = FocusInForce(name: name, isManual: focus.isManual, until: focus.until)
      fact.copy(&focus, phone.facts(of: inForce, about: push))
      context.focus = focus
    case ("summary", let key, _): ContextField.ofSummary[key]?.copy(&context, current)
    default: Guests.facts[path]?(&context, phone)
    }
  }

  /// Returns a function that moves the changes' moments, which are relative to now, by the age of
  /// the push.
  private func moved(_ context: PresentationContext) -> (Date) -> Date {
    { context.at.addingTimeInterval($0.timeIntervalSince(now)).wholeMilliseconds.clamped }
  }
}

extension WhatIf.Appearance {
  fileprivate init(
    of push: Delivery, in context: PresentationContext,
    saying text: DeliveredNotification.Content
  ) {
    let decision = Presentation.decide(changed: push, in: context)
    (outcome, reason, presented) = (decision.outcome, decision.reason, decision.presented)
    if decision.isPlayed {
      sound = NotificationSound(
        of: push.payload, at: decision.level, isMissing: context.lacksSound)
    }
    let isReadable = decision.isKept || decision.canInterrupt
    if isReadable || sound != nil { level = decision.level }
    isHidden = isReadable && context.hidesPreviews
    if isReadable { content = text }
    if decision.isKept {
      group = GroupKey(
        of: push.id, thread: push.payload.threadIdentifier, app: push.app,
        grouping: context.grouping)
    }
  }

  /// Replaces the outcome of a summarized push by that of its later delivery, as `why` does.
  fileprivate mutating func leaveSummary() {
    guard outcome == .held else { return }
    outcome = .quiet
    presented.insert(.list)
  }
}

extension ClockChange {
  /// Returns the setting with its moment moved.
  fileprivate func moved(_ moment: Date) -> Date {
    switch self {
    case .real: moment
    case .advance(let seconds): moment.addingTimeInterval(seconds).wholeMilliseconds.clamped
    case .moment(let moment): moment
    }
  }
}
