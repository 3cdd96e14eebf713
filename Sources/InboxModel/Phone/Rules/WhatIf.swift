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

  private let changes: [SettingChange]
  private let clock: ClockChange?
  private let level: InterruptionLevel?
  private let filterCriteria: String?
  /// The moment to which relative moments in the changes refer.
  private let now: Date
  /// A phone with the changes in force, which provides the changed context.
  private var phone: Phone

  /// Parses assignments such as `focus=off`, as for `set`, and `interruption-level=…` and
  /// `filter-criteria=…` of the payload. `clock` moves every push to a moment, or by a span.
  ///
  /// - Throws: The errors of `set`, and an error for a setting that no rule uses.
  public init(_ words: [String], on device: Phone, now: Date) throws(SettingsError) {
    var settings = words
    clock = try SettingChangeReader.extract("clock", from: &settings).map(Self.clock)
    level = try SettingChangeReader.extract("interruption-level", from: &settings).map(Self.level)
    filterCriteria = try SettingChangeReader.extract("filter-criteria", from: &settings)
    self.now = now
    changes = try SettingChangeReader(now: now, phone: device.settings).changes(settings)
    if let idle = changes.first(where: { !$0.isAskedFor }) {
      throw SettingsError(.undecisive, path: idle.key)
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
        .wrongValue(expected: "a span such as `+5m` or a time", found: "`real`"), path: "clock")
    }
    return change
  }

  private static func level(_ text: String) throws(SettingsError) -> InterruptionLevel {
    guard let level = InterruptionLevel(rawValue: text) else {
      let words = InterruptionLevel.allCases.map(\.rawValue)
      throw SettingsError(
        .wrongValue(expected: words.alternatives, found: "`\(text)`"), path: "interruption-level",
        suggestion: NearestName.of(text, among: words))
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
      of: record.delivery.changed(in: record.circumstances), in: record.circumstances,
      saying: record.notification.content)
    let (push, circumstances, content) = changed(record)
    var wouldBe = Appearance(of: push, in: circumstances, saying: content)
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
    var circumstances = record.circumstances
    var push = record.delivery.changed(in: circumstances)
    let served = circumstances.serviceExtension
    if let level, !served.decides("interruption-level") { push.payload.interruptionLevel = level }
    if let filterCriteria, !served.decides("filter-criteria") {
      push.payload.filterCriteria = filterCriteria
    }
    if let clock { circumstances.at = clock.moved(circumstances.at) }
    let current = phone.context(about: push, at: circumstances.at)
    if clock != nil { circumstances.followClock(current) }
    for change in changes { apply(change, current, &circumstances, &push) }
    guard changes.contains(where: { $0.changesText(of: push.app) }) else {
      return (push, circumstances, record.notification.content)
    }
    let (content, text) = phone.localize(circumstances.era.understood(push))
    (circumstances.text, circumstances.language) = (text.text, text.language)
    return (push, circumstances, content)
  }

  /// Applies the values that a change affects.
  private func apply(
    _ change: SettingChange, _ current: PresentationContext,
    _ circumstances: inout PresentationContext,
    _ push: inout Delivery
  ) {
    switch change {
    case .setting(let path, _): apply(path, current, &circumstances, push)
    case .language: break  // Handled once, with all changes of the text.
    case .online(let isOnline):
      if isOnline { push.transit.fate = .delivered }
    case .focusOff: circumstances.focus = nil
    case .focusOn(let name, let until):
      let inForce = FocusInForce(name: name, isManual: true, until: until.map(moved(circumstances)))
      circumstances.focus = phone.facts(of: inForce, about: push)
    case .mute(let app, let until):
      if app == push.app { circumstances.mutedUntil = until.map(moved(circumstances)) }
    case .showSummary, .byApp: break  // Rejected earlier.
    }
  }

  private func apply(
    _ path: SettingPath, _ current: PresentationContext, _ circumstances: inout PresentationContext,
    _ push: Delivery
  ) {
    switch (path[0], path[1], path[2]) {
    case ("device", "timeZone", _):
      circumstances.reschedule(nil, current)
      circumstances.followSummary(current)
    case ("device", "previews", _) where phone.settings.app(push.app).previews != nil,
      ("device", "grouping", _) where phone.settings.app(push.app).grouping != nil:
      break  // The app has its own value, so the phone's does not apply.
    case ("device", let key, _): Fact.ofDevice[key]?.copy(&circumstances, current)
    case ("apps", push.app.text, let key): Fact.ofApp[key]?.copy(&circumstances, current)
    case ("focus", _, "filters") where !["", push.app.text].contains(path[3]): break
    case ("focus", let text, let key):
      let name = FocusName(text)
      guard let fact = Fact.ofFocus[key] else { return circumstances.reschedule(name, current) }
      guard var focus = circumstances.focus, focus.name == name else { return }
      let inForce = FocusInForce(name: name, isManual: focus.isManual, until: focus.until)
      fact.copy(&focus, phone.facts(of: inForce, about: push))
      circumstances.focus = focus
    case ("summary", _, _): circumstances.followSummary(current)
    default: Guests.facts[path]?(&circumstances, phone)
    }
  }

  /// Returns a function that moves the changes' moments, which are relative to now, by the age of
  /// the push.
  private func moved(_ circumstances: PresentationContext) -> (Date) -> Date {
    { circumstances.at.addingTimeInterval($0.timeIntervalSince(now)).wholeMilliseconds.clamped }
  }
}

extension WhatIf.Appearance {
  fileprivate init(
    of push: Delivery, in circumstances: PresentationContext,
    saying text: DeliveredNotification.Content
  ) {
    let verdict = Presentation.decide(changed: push, in: circumstances)
    (outcome, reason, presented) = (verdict.outcome, verdict.reason, verdict.presented)
    if verdict.isPlayed {
      sound = NotificationSound(
        of: push.payload, at: verdict.level, isMissing: circumstances.lacksSound)
    }
    let isReadable = verdict.isKept || verdict.canInterrupt
    if isReadable || sound != nil { level = verdict.level }
    isHidden = isReadable && circumstances.hidesPreviews
    if isReadable { content = text }
    if verdict.isKept {
      group = GroupKey(
        of: push.id, thread: push.payload.threadIdentifier, app: push.app,
        grouping: circumstances.grouping)
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
