import Foundation
import InboxModel

/// The text about a push on the tabs of the inspector.
struct InspectorText {
  let id: NotificationID
  /// The stored record; nil while it is loaded, or when it is no longer stored.
  let detail: InspectedPush?
  /// The view of the app's content extension; nil if none was requested.
  let view: ContentView?
  let device: Phone
  let clock: ScreenClock
  let width: Int
  var symbols = Symbols.unicode
  /// The filter of the inbox, whose words are highlighted.
  var filter = Filter()
  /// The folds of the payload that differ from their initial state.
  var toggled: Set<FoldedJSON.Path> = []
  /// The open folds and the tried changes of the tab Why.
  var whyPlace = WhyPlace()
  /// The known events about the push, for the timeline.
  var events: [InboxEvent] = []

  /// The notification as it is in the list, otherwise as it is stored.
  var notification: DeliveredNotification? { device.inbox[id] ?? detail?.record.notification }

  func lines(_ tab: InspectorPage.Tab) -> [StyledLine] {
    var page = PageText(width: width)
    guard let notification else {
      page.text(ScreenMessage.notStored(.entry(id)).text, style: .dim)
      return page.lines
    }
    guard tab == .summary || detail != nil else {
      page.text("loading", style: .dim)
      return page.lines
    }
    switch tab {
    case .summary: summary(of: notification, to: &page)
    case .why: for line in why.lines { page.add(line.line) }
    case .payload:
      for line in payload(toggled) { page.add(line.line) }
      page.mark(words(in: .payload), after: 0)
    case .headers: if let delivery = detail?.record.delivery { headers(delivery, to: &page) }
    case .timeline:
      if let record = detail?.record {
        Timeline(record: record, notification: notification, events: events, clock: clock)
          .write(to: &page)
      }
    case .raw:
      let bytes = detail?.record.delivery.payload.bytes ?? []
      for line in RawText.lines(of: bytes, width: width) { page.add(line) }
      page.mark(words(in: .payload), after: 0)
    }
    return page.lines
  }

  /// Returns the words of the inbox's filter that are highlighted in a field.
  func words(in field: Filter.Field) -> [FoldedText] { filter.words(in: field) }

  // MARK: Summary

  func summary(of notification: DeliveredNotification, to page: inout PageText) {
    let visible = device.visibleText(of: notification)
    if !expanded(notification, to: &page) {
      text(visible.title, visible.subtitle, visible.body, isSearched: !visible.isHidden, to: &page)
    }
    if visible.isHidden {
      page.blank()
      page.text("The preview is hidden. The full text:", style: .dim)
      let content = notification.content
      text(content.title, content.subtitle, content.body, isSearched: true, to: &page)
    }
    page.blank()
    page.field("Outcome", outcome(of: notification), style: Palette.outcome(notification.outcome))
    remedies(to: &page)
    let count = page.lines.count
    page.field(
      "App",
      "\(device.appName(notification.app))  \(notification.app)  "
        + device.runState(of: notification.app).rawValue)
    page.mark(words(in: .app), after: count)
    page.field("Group", group(of: notification))
    page.field("Level", level(of: notification))
    if let remark = entitlement(of: notification) { page.field("", remark, style: .dim) }
    if let sound = notification.sound {
      page.field("Sound", sound.words, style: sound.isMissing ? Palette.warning : .plain)
    }
    if let category = notification.categoryIdentifier {
      let isKnown = device.category(of: notification) != nil
      page.field("Category", category.text + (isKnown ? "" : "  not registered: no actions"))
    }
    actions(of: notification, to: &page)
    page.field("State", state(of: notification))
    if let note = notification.textNote {
      page.field("Text", note.rawValue, style: Palette.warning)
    }
    times(notification.times, to: &page)
    page.field("apns-id", notification.apnsID.text)
    if let uniqueID = notification.uniqueID { page.field("unique-id", uniqueID.text) }
    if notification.requestID.text != notification.apnsID.text {
      page.field("Request", notification.requestID.text)
    }
  }

  /// Writes the lint findings of an accepted push.
  func lint(to page: inout PageText) {
    guard let record = detail?.record else { return }
    let delivery = record.delivery
    let findings = Lint.findings(
      for: delivery, app: device.settings.app(delivery.app), era: record.context.era)
    guard !findings.isEmpty else { return }
    page.heading("LINT")
    for finding in findings { page.add(finding) }
  }

  /// Writes the view of the app's content extension; returns whether it replaces the text.
  private func expanded(_ notification: DeliveredNotification, to page: inout PageText) -> Bool {
    guard let view, let contentExtension = device.contentExtension(of: notification) else {
      return false
    }
    switch view {
    case .working: page.text("The content extension is running.", style: .dim)
    case .failed(let problem):
      page.text("The content extension failed: it \(problem).", style: Palette.warning)
    case .shown(let text): page.text(text)
    }
    page.blank()
    if case .shown = view { return contentExtension.hidesDefaultContent }
    return false
  }

  /// Writes the changes that would have shown the push, and how to try them.
  private func remedies(to page: inout PageText) {
    guard let trace = detail?.trace, let first = trace.wouldShowIf.first else { return }
    page.field("Would show", "if " + trace.wouldShowIf.map(\.text).joined(separator: " | "))
    let words = trace.wouldShowIf.first { !$0.set.isEmpty && $0.payload.isEmpty } ?? first
    guard !words.set.isEmpty, words.payload.isEmpty else { return }
    let line = words.set.map(Quoting.shellWord).joined(separator: " ")
    page.field("Try it", ":what-if \(line)", style: Palette.accent)
  }

  private func text(
    _ title: String?, _ subtitle: String?, _ body: String?, isSearched: Bool,
    to page: inout PageText
  ) {
    for (text, field, style) in [
      (title, Filter.Field.title, Style.bold), (subtitle, .subtitle, .plain), (body, .body, .plain),
    ] {
      guard let text else { continue }
      let count = page.lines.count
      page.text(text, style: style)
      if isSearched { page.mark(words(in: field), after: count) }
    }
    if title == nil, subtitle == nil, body == nil { page.text("(no text)", style: .dim) }
  }

  private func outcome(of notification: DeliveredNotification) -> String {
    let places = notification.presented.names.joined(separator: " ")
    let reason = notification.reason == .shown ? "" : "  \(notification.reason.rawValue)"
    return notification.outcome.rawValue + reason + (places.isEmpty ? "" : "  on: \(places)")
  }

  private func group(of notification: DeliveredNotification) -> String {
    let thread =
      notification.threadIdentifier.isEmpty
      ? "no thread-id" : "thread-id \"\(notification.threadIdentifier)\""
    guard let key = device.inbox.groupKey(of: id), let group = device.inbox.group(key) else {
      return thread + "  not in the list"
    }
    let by =
      switch key.kind {
      case .thread: "by thread"
      case .app: "by app"
      case .single: "not grouped"
      }
    return
      "\(thread)  \(by)  \(group.count.counted("entry", "entries")), \(group.unread) unread"
  }

  private func level(of notification: DeliveredNotification) -> String {
    var words = [notification.level.rawValue]
    if let badge = notification.badge { words.append("badge \(badge)") }
    if notification.relevanceScore > 0 { words.append("relevance \(notification.relevanceScore)") }
    if notification.replaced > 0 {
      words.append("replaced \(notification.replaced.counted("push", "pushes"))")
    }
    return words.joined(separator: "  ")
  }

  /// Returns the entitlement that the level needs on a real phone, if the app's settings do not
  /// grant it.
  private func entitlement(of notification: DeliveredNotification) -> String? {
    guard detail?.record.context.entitlement(for: notification.level) == .assumed else {
      return nil
    }
    return notification.level.requirement.map { "assumed, \($0)" }
  }

  private func actions(of notification: DeliveredNotification, to page: inout PageText) {
    let actions = device.category(of: notification)?.actions ?? []
    for (number, action) in actions.enumerated() {
      let remarks = Words.remarks(action).joined(separator: ", ")
      page.field(number == 0 ? "Actions" : "", "\(number + 1) \(action.title)  (\(remarks))")
    }
  }

  private func state(of notification: DeliveredNotification) -> String {
    let read = notification.isRead ? "read" : "unread"
    return switch notification.acted {
    case nil: read
    case .open?: read + "  opened"
    case .dismiss?: read + "  dismissed"
    case let action?: "\(read)  last action \(action.text)"
    }
  }

  // MARK: Payload and headers

  /// Returns the lines of the payload with their folds; its errors come first.
  func payload(_ toggled: Set<FoldedJSON.Path>) -> [FoldedJSON.Line] {
    guard let record = detail?.record else { return [] }
    var page = PageText(width: width)
    for finding in record.delivery.payload.findings
    where record.context.era.isConcerned(by: finding) {
      let style = finding.level == .advice ? Style.dim : Palette.warning
      page.text("\(finding.level.rawValue)  \(finding.placed)", hanging: 2, style: style)
    }
    page.blank()
    var lines = page.lines.map { FoldedJSON.Line(line: $0) }
    for (place, part) in payloads.enumerated() {
      if place > 0 {
        lines.append(FoldedJSON.Line(line: StyledLine()))
        lines.append(FoldedJSON.Line(line: StyledLine("After the service extension:", .dim)))
      }
      lines +=
        FoldedJSON(part, width: width, toggled: toggled, root: [place], symbols: symbols).lines
    }
    return lines
  }

  /// Returns the folds to toggle so that the payload is expanded, or collapsed except for its
  /// outermost members.
  func payloadFolds(open: Bool) -> Set<FoldedJSON.Path> {
    let folds = payloads.enumerated().flatMap { FoldedJSON.foldable($1, root: [$0]) }
    return Set(folds.filter { $0.isOpenAtFirst != open && $0.path.count > 1 }.map(\.path))
  }

  /// The received payload and, if an extension changed it, the changed one.
  private var payloads: [JSONValue] {
    guard let record = detail?.record else { return [] }
    var all = [record.delivery.payload.bytes]
    if case .answered(let answer, let changed) = record.context.serviceExtension,
      !changed.isEmpty
    {
      all.append(answer.bytes)
    }
    return all.compactMap { try? JSONReader.read($0).root }
  }

  func headers(_ delivery: Delivery, to page: inout PageText) {
    let headers = delivery.headers
    let none = "(none)"
    page.field("apns-id", headers.id?.text ?? "not sent; assigned \(delivery.apnsID)")
    if let uniqueID = delivery.uniqueID { page.field("unique-id", uniqueID.text) }
    page.field("topic", headers.topic ?? "not sent; taken as \(delivery.topic)")
    page.field("push-type", headers.pushType?.rawValue ?? none)
    page.field("priority", String(headers.priority.rawValue))
    page.field("expires", expiration(headers.expiration))
    page.field("collapse", headers.collapseID?.text ?? none)
    page.blank()
    page.field("Token", delivery.token.hex)
    page.field("Protocol", "\(delivery.origin.wire.rawValue)  \(delivery.origin.transportTitle)")
    if let client = delivery.origin.client { page.field("Client", client) }
    if delivery.origin.connection > 0 {
      page.field("Connection", "\(delivery.origin.connection), stream \(delivery.origin.stream)")
    }
    page.field("Signed", authentication(delivery.transit.authentication))
    times(delivery.times, to: &page)
    if let since = delivery.transit.heldSince { page.field("Held", "since \(clock.full(since))") }
  }

  /// Writes the moment of acceptance, and that of delivery if it was more than a second later.
  private func times(_ times: DeliveryTimes, to page: inout PageText) {
    page.field("Received", clock.full(times.receivedAt))
    guard let deliveredAt = times.deliveredAt, let delay = times.delay else { return }
    page.field(
      "Delivered", "\(clock.full(deliveredAt))  \(delay) after it was accepted",
      style: Palette.warning)
  }

  private func expiration(_ expiration: Expiration?) -> String {
    guard let expiration else { return "(none)" }
    guard let date = expiration.date else { return "0  one attempt, not stored" }
    return "\(expiration.rawValue)  \(clock.full(date))"
  }

  private func authentication(_ authentication: TransitInfo.Authentication) -> String {
    switch authentication {
    case .none: "no provider token"
    case .providerToken(let key, let team, let issued, let isVerified):
      "key \(key), team \(team), issued \(clock.full(issued))" + (isVerified ? ", verified" : "")
    case .accessToken(let account, let until):
      "access token of \(account), valid until \(clock.full(until))"
    case .certificate(let subject, _, let until):
      "certificate \(subject), valid until \(clock.full(until))"
    }
  }
}

extension PageText {
  /// Adds a lint finding.
  mutating func add(_ finding: LintFinding) {
    text(
      "\(finding.level.rawValue)  \(finding.placed)  [\(finding.rule.rawValue)]", hanging: 2,
      style: finding.level == .advice ? .dim : Palette.warning)
  }
}
