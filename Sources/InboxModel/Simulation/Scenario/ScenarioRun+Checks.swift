import Foundation

// The checks of expectations against the program's output: the inbox JSON, the event stream, the
// entries that match a filter.

extension ScenarioRun {
  /// Checks an expectation after ``perform(_:)``, which advances the clock to its moment.
  ///
  /// An `expectEvent` that holds is recorded: the next one considers later events only, so that a
  /// sequence of them asserts an order.
  ///
  /// - Returns: The result; nil for a step that is not an expectation, and for `screen`, which the
  ///   program checks.
  public mutating func check(_ step: Scenario.Step) -> CheckResult? {
    var result = checkUnnamed(step)
    result?.name = step.name
    return result
  }

  private mutating func checkUnnamed(_ step: Scenario.Step) -> CheckResult? {
    switch step.action {
    case .expect(let expected): return check(inbox: expected, step.place)
    case .expectEvent(let expected): return check(event: expected, step.place)
    case .expectNone(let filter): return check(none: filter, step.place)
    default: return nil
    }
  }

  private func result(
    _ kind: CheckResult.Kind, _ text: String, _ place: Scenario.Location,
    _ differences: [CheckResult.Difference] = [], _ concerned: [NotificationID] = [],
    rejected: [RejectedRequest] = [], steps: Set<StepName>? = nil
  ) -> CheckResult {
    let (most, ids) = (Self.maximumConcerned, concerned.withoutRepeats)
    var result = CheckResult(
      kind, text: PlainText.clean(text), place: place, at: now, timeZone: timeZone,
      differences: differences, concerned: concernedEntries(Array(ids.prefix(most)), steps),
      rejected: Array(rejected.prefix(most)))
    result.furtherRejected = max(0, rejected.count - most)
    result.furtherConcerned = max(0, ids.count - most)
    for push in result.rejected { result.rejectedLines[push.number] = rejectedLines[push.number] }
    return result
  }

  // MARK: expect

  private func check(inbox expected: JSONObject, _ place: Scenario.Location) -> CheckResult {
    let got = inbox(naming: expected)
    let mismatches = Comparison.mismatches(of: .object(got), from: .object(expected))
    let text = JSONWriter.text(.object(expected))
    guard !mismatches.isEmpty else { return result(.expect, text, place) }
    let paths = mismatches.map(\.path)
    return result(
      .expect, text, place, mismatches.map(\.difference),
      misplaced(by: mismatches, in: got) + concernedEntries(by: paths, in: got),
      rejected: concernedRejections(by: paths), steps: StepName.steps(about: paths))
  }

  /// Returns the members of the inbox JSON that an expectation names, since `groups` is expensive.
  private func inbox(naming expected: JSONObject) -> JSONObject {
    let keys = InboxJSON.Key.allCases.filter { expected.member($0.rawValue) != nil }
    let bytes = InboxJSON.bytes(
      keys, of: system.device, isOnline: system.gateway.isDeviceOnline,
      rejected: system.gateway.rejectedCount, counts: Guests.counts(of: system.guests))
    var inbox = Self.read(bytes).object ?? JSONObject()
    if expected.member("last") != nil { inbox["last"] = lastPush }
    return inbox
  }

  /// The newest push in the form of a list entry, whether it is listed or not; `null` for none.
  private var lastPush: JSONValue {
    guard let newest else { return .null }
    guard let id = newest.id else {
      return rejected.last.map { Self.read(RejectedJSON.line($0).utf8) } ?? .null
    }
    return records[id].map {
      Self.read(InboxJSON.text(of: $0.notification, on: system.device).utf8)
    } ?? .null
  }

  /// Parses the program's own output, in which a payload may have its maximum depth.
  private static func read(_ bytes: some Sequence<UInt8>) -> JSONValue {
    (try? JSONReader.read(Array(bytes), maximumDepth: 80))?.root ?? .null
  }

  // MARK: expectEvent

  private mutating func check(
    event expected: JSONObject, _ place: Scenario.Location
  ) -> CheckResult {
    let text = JSONWriter.text(.object(expected))
    if let found = places(ofEvents: expected, in: foundEvents..<events.count).first(where: {
      holds(expected, ofEvent: $0)
    }) {
      foundEvents = found + 1
      return result(.expectEvent, text, place)
    }
    let (differences, concerned, paths) = nearest(toEvent: expected)
    return result(
      .expectEvent, text, place, differences, concerned.isEmpty ? newestAccepted : concerned,
      rejected: rejected.reversed(), steps: StepName.steps(about: paths))
  }

  /// Returns the reason for which no event matches: an event that came too early, and the nearest
  /// of the others.
  private func nearest(
    toEvent expected: JSONObject
  ) -> ([CheckResult.Difference], [NotificationID], [JSONPath]) {
    var paths: [JSONPath] = []
    var differences: [CheckResult.Difference] = []
    var concerned: [NotificationID] = []
    let since = foundEvents == 0 ? "" : " after \(moment(ofEvent: foundEvents - 1))"
    func add(_ got: String, _ event: Int? = nil) {
      let json = JSONValue.object(expected).excerpt
      differences.append(
        .init(path: "", expected: "an event\(since) that contains \(json)", got: got))
      if let id = event.flatMap({ events[$0].id }) { concerned.append(id) }
    }
    let earlier = places(ofEvents: expected, in: 0..<foundEvents).last {
      holds(expected, ofEvent: $0)
    }
    if let earlier { add("one before that, " + excerpt(ofEvent: earlier), earlier) }
    let values = (foundEvents..<events.count).reversed().lazy.map {
      (offset: $0, element: json(ofEvent: $0))
    }
    if let (place, value) = Comparison.nearest(
      to: .object(expected), among: values, calledBy: Self.namesOfPushes, orNone: true)
    {
      add("none; the nearest is " + excerpt(ofEvent: place), place)
      let mismatches = Comparison.mismatches(of: value, from: .object(expected))
      differences += mismatches.map(\.difference)
      paths = mismatches.map(\.path)
    } else if differences.isEmpty {
      add("none")
    }
    return (differences, concerned, paths)
  }

  /// The keys of an event that tell one push from another.
  private static let namesOfPushes: Set<String> = [
    "apnsID", "body", "collapseID", "id", "requestID", "title",
  ]

  /// Returns the events that may match, by cheap comparisons.
  private func places(
    ofEvents expected: JSONObject, in range: Range<Int>
  ) -> some BidirectionalCollection<Int> {
    let name = expected["event"]?.string
    return range.lazy.filter { [events] in name == nil || events[$0].name == name }
  }

  private func holds(_ expected: JSONObject, ofEvent place: Int) -> Bool {
    Comparison.holds(.object(expected), of: json(ofEvent: place))
  }

  private func excerpt(ofEvent place: Int) -> String {
    "at \(moment(ofEvent: place)): \(json(ofEvent: place).excerpt)"
  }

  private func moment(ofEvent place: Int) -> String {
    Timestamp.text(events[place].at, in: timeZone)
  }

  private func json(ofEvent place: Int) -> JSONValue {
    let event = events[place]
    let payload = event.id.flatMap { records[$0]?.payload(for: event) }
    return Self.read(EventJSON.line(event, payload: payload))
  }

  // MARK: expectNone

  private func check(none text: String, _ place: Scenario.Location) -> CheckResult {
    let found: [(id: NotificationID?, name: String, json: String)]
    var rows: [RejectedRequest] = []
    var steps: Set<StepName>?
    do throws(FilterError) {
      let filter = try filter(text)
      steps = StepName.steps(decidingOn: filter)
      if filter.asksForRejected {
        rows = rejected.reversed().filter { filter.matches($0) }
        found = rows.map { (nil, "R\($0.number)", RejectedJSON.line($0)) }
      } else {
        let pushes = filter.asksForSilent || filter.asksForHeard ? sent(filter) : listed(filter)
        found = pushes.map {
          ($0.id, "#\($0.id.rawValue)", InboxJSON.text(of: $0, on: system.device))
        }
      }
    } catch {
      let problem = CheckResult.Difference(path: text, expected: "a filter", got: error.sentence)
      return result(.expectNone, text, place, [problem])
    }
    guard !found.isEmpty else { return result(.expectNone, text, place) }
    let list = Comparison.list(found) { Self.read($0.json.utf8).summary ?? $0.name }
    let count = found.count.counted("push", "pushes")
    return result(
      .expectNone, text, place, [.init(path: text, expected: "no push", got: count + list)],
      found.compactMap(\.id), rejected: rows, steps: steps)
  }

  /// Returns the accepted pushes that match a filter, newest first. A search of the list would find
  /// no background push, and none that was heard and is not in the list.
  private func sent(_ filter: Filter) -> [DeliveredNotification] {
    records.values.map(\.notification).filter { filter.matches($0, on: system.device) }
      .sorted { $0.arrival > $1.arrival }
  }

  // MARK: The pushes that a failure concerns

  private var newestAccepted: [NotificationID] { records.keys.max().map { [$0] } ?? [] }

  /// Returns the pushes at differing paths of the inbox; for the number of groups the newest push
  /// of each. If there are none, it returns the newest push, or for the number of unread entries
  /// the newest entry. The clock and the settings of the phone concern no push.
  private func concernedEntries(by paths: [JSONPath], in inbox: JSONObject) -> [NotificationID] {
    var ids = paths.flatMap { self.ids(at: $0, in: .object(inbox)) }
    if ids.isEmpty, paths.contains(where: { $0.parts == [.key("groups")] }) {
      ids = newestOfGroups(in: .object(inbox))
    }
    if paths.contains(where: \.concernsGrouping) { ids = newestSuspects + ids }
    guard ids.isEmpty else { return ids }
    let keys = Set(
      paths.compactMap { path -> InboxJSON.Key? in
        guard case .key(let key)? = path.parts.first else { return nil }
        return InboxJSON.Key(rawValue: key)
      })
    var ofPushes: Set<InboxJSON.Key> = [.groups, .held, .badges, .silent, .queue]
    if rejected.isEmpty { ofPushes.insert(.rejected) }
    if !keys.isDisjoint(with: ofPushes) { return newestAccepted }
    return keys.contains(.unread) ? newestUnread : []
  }

  /// Returns the pushes that are in another group than expected: those that a group lacks, at most
  /// two for each, and those that it has besides.
  private func misplaced(
    by mismatches: [Comparison.Mismatch], in inbox: JSONObject
  ) -> [NotificationID] {
    let pushes = (inbox["groups"]?.array ?? []).flatMap { $0.notifications ?? [] }
    return mismatches.filter { $0.path.parts.first == .key("groups") }.flatMap { mismatch in
      if case .surplus(let element) = mismatch.got {
        return [element.notifications?.first ?? element]
      }
      guard case .element(let push) = mismatch.expected,
        mismatch.path.parts.last == .key("notifications")
      else { return [] }
      return Array(pushes.lazy.filter { Comparison.holds(push, of: $0) }.prefix(2))
    }.compactMap(\.notificationID)
  }

  /// Returns the rejected pushes, newest first: they may be the cause of any difference except
  /// those of the clock, the settings and a newest push that was accepted.
  private func concernedRejections(by paths: [JSONPath]) -> [RejectedRequest] {
    let keys = paths.compactMap { path -> String? in
      guard case .key(let key)? = path.parts.first else { return nil }
      return key
    }
    var others = [InboxJSON.Key.device, .now, .v].map(\.rawValue)
    if newest?.id != nil { others.append("last") }
    return Set(keys).isSubset(of: others) ? [] : rejected.reversed()
  }

  private var newestUnread: [NotificationID] {
    let inbox = system.device.inbox
    return inbox.ids.first { inbox[$0]?.isRead == false }.map { [$0] } ?? []
  }

  /// Returns the push that contains a path; of a group its pushes, those with findings first, in
  /// turns with those of the other groups of the app, which may have been meant for this one, and
  /// the newest of its app; of a badge the newest push of the app.
  private func ids(at path: JSONPath, in inbox: JSONValue) -> [NotificationID] {
    if path.parts.first == .key("badges"), case .key(let app)? = path.parts.dropFirst().first {
      return newestPush(of: app)
    }
    var ids: [NotificationID] = []
    var value: JSONValue? = inbox
    for part in path.parts {
      switch part {
      case .key(let key): value = value?.object?[key]
      case .index(let index):
        value = value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      guard let element = value else { continue }
      if let id = element.notificationID {
        ids = [id]
      } else if let members = element.notifications?.compactMap(\.notificationID) {
        // Only their number concerns all of them.
        let isTheirNumber = [.key("count"), .key("notifications")].contains(path.parts.last)
        ids = isTheirNumber ? suspectsFirst(members) : Array(members.prefix(1))
        if let app = element.object?["app"]?.string {
          ids = ids.alternating(with: newestOfGroups(in: inbox, of: app)) + newestPush(of: app)
        }
      }
    }
    return ids
  }

  /// Returns pushes, those whose payload has findings first.
  private func suspectsFirst(_ ids: [NotificationID]) -> [NotificationID] {
    let suspects = ids.filter(isSuspect)
    return suspects + ids.filter { !suspects.contains($0) }
  }

  /// The newest pushes with findings, at most two: a misspelt `thread-id` puts a push into another
  /// group than the one that differs.
  private var newestSuspects: [NotificationID] {
    Array(records.keys.filter(isSuspect).sorted(by: >).prefix(2))
  }

  private func isSuspect(_ id: NotificationID) -> Bool {
    records[id]?.delivery.payload.findings.contains { $0.level != .advice } ?? false
  }

  /// Returns the newest push of each group, or of each group of one app, that of the smallest group
  /// first: a push with a wrong thread-id is often alone.
  private func newestOfGroups(in inbox: JSONValue, of app: String? = nil) -> [NotificationID] {
    let groups = inbox.object?["groups"]?.array ?? []
    let entries = groups.filter { app == nil || $0.object?["app"]?.string == app }
      .compactMap(\.notifications)
    return entries.enumerated()
      .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
      .compactMap { $0.element.first?.notificationID }
  }

  private func newestPush(of app: String) -> [NotificationID] {
    let app = BundleID(app)
    let ids = records.values.lazy.filter { $0.notification.app == app }.map(\.notification.id)
    return ids.max().map { [$0] } ?? []
  }

  /// The maximum number of pushes that a failure names.
  private static let maximumConcerned = 5

  private func concernedEntries(
    _ ids: [NotificationID], _ steps: Set<StepName>?
  ) -> [CheckResult.Concerned] {
    ids.compactMap { records[$0] }.map { record in
      let content = record.notification.content
      let texts = [content.title, content.body].compactMap(\.self)
      let title = texts.isEmpty ? record.notification.app.text : texts.joined(separator: ": ")
      return CheckResult.Concerned(
        id: record.notification.id, line: lines[record.notification.id],
        title: PlainText.clean(title).cut(to: 80),
        trace: Presentation.trace(of: record, in: timeZone), steps: steps)
    }
  }
}

extension JSONPath {
  /// Whether the value is one of the groups as a whole: their number, or the thread or the number
  /// of pushes of one.
  fileprivate var concernsGrouping: Bool {
    parts.first == .key("groups") && !parts.dropLast().contains(.key("notifications"))
  }
}

extension JSONValue {
  /// The pushes of a group in the inbox JSON; nil for another value.
  fileprivate var notifications: [JSONValue]? { object?["notifications"]?.array }

  /// The number of a push in the inbox JSON; nil for another value.
  fileprivate var notificationID: NotificationID? {
    object?["id"]?.int.map(NotificationID.init(rawValue:))
  }
}

extension [NotificationID] {
  /// Returns the elements of both in turns, then those that remain.
  fileprivate func alternating(with others: Self) -> Self {
    let both = zip(self, others).flatMap { [$0, $1] }
    let shorter = Swift.min(count, others.count)
    return both + dropFirst(shorter) + others.dropFirst(shorter)
  }

  fileprivate var withoutRepeats: Self {
    var seen: Set<NotificationID> = []
    return filter { seen.insert($0).inserted }
  }
}

extension StepName {
  /// The steps that decide about a key of the inbox JSON or of an event.
  private static let ofKeys: [String: Set<StepName>] = [
    "activities": [.activity, .event, .address, .order, .state], "app": [.app], "badge": [.badge],
    "badges": [.badge], "body": [.extension, .text, .preview], "by": [.group],
    "collapseID": [.collapse], "deliveredAt": [.queue, .device], "groups": [.collapse, .group],
    "held": [.delivery, .summary], "hidden": [.preview], "lateBy": [.queue, .device],
    "level": [.level], "presented": [.badge, .foreground, .delivery, .focus, .level, .present],
    "queue": [.queue], "replaced": [.collapse], "silent": [.kind],
    "sound": [.foreground, .delivery, .focus, .level, .present],
    "subtitle": [.extension, .text, .preview], "thread": [.group],
    "title": [.extension, .text, .preview], "unread": [.kind, .collapse],
  ]

  /// The keys about which any step may decide.
  private static let keysOfAll: Set<String> = ["event", "last", "outcome", "reason"]

  /// Returns the steps that decide about the values at some paths; nil if any step may.
  fileprivate static func steps(about paths: [JSONPath]) -> Set<StepName>? {
    var steps: Set<StepName> = []
    for path in paths {
      let keys = path.parts.compactMap { if case .key(let key) = $0 { key } else { nil } }
      if let key = keys.last, keysOfAll.contains(key) { return nil }
      for key in keys { steps.formUnion(ofKeys[key] ?? []) }
    }
    return steps.isEmpty ? nil : steps
  }
  /// Returns the steps that decide whether pushes match a filter; nil if any may.
  fileprivate static func steps(decidingOn filter: Filter) -> Set<StepName>? {
    var steps: Set<StepName> = []
    for term in filter.terms {
      switch term.condition {
      case .thread: steps.insert(.group)
      case .level: steps.insert(.level)
      case .state, .reason, .late, .feature, .saved: return nil
      case .text, .title, .body, .payload, .json, .app, .topic, .id, .token, .category, .type,
        .before, .after, .larger:
        break
      }
    }
    return steps.isEmpty ? nil : steps
  }
}
