import Foundation
import InboxModel

/// The text of a Live Activity's page.
struct ActivityText {
  private let card: ActivityCard
  private let device: Phone
  private let clock: ScreenClock
  private let symbols: Symbols

  init(_ card: ActivityCard, in context: PageContext) {
    self.card = card
    device = context.device
    clock = context.clock
    symbols = context.symbols
  }

  func write(to page: inout PageText) {
    writeState(to: &page)
    writeFacts(to: &page)
    writeTokens(to: &page)
    writeBudgets(to: &page)
    writeTimeline(to: &page)
  }

  // MARK: State

  /// Writes the content state with the values before the last update, and the attributes.
  func writeState(to page: inout PageText) {
    let fields = card.stateFields
    let changed = fields.count(where: \.isChanged)
    let remark = changed == 0 ? "" : "  \(changed) changed by #\(card.lastPush.rawValue)"
    page.heading("CONTENT STATE\(remark)")
    if fields.isEmpty { page.text("(none)", style: .dim) }
    for field in fields {
      write(field, to: &page)
    }
    page.heading("ATTRIBUTES  \(card.attributesType ?? "(the phone has seen no start)")")
    if card.attributes.isEmpty { page.text("  (none)", style: .dim) }
    for member in card.attributes.members { write(member, to: &page) }
  }

  private func write(_ field: ActivityCard.StateField, to page: inout PageText) {
    let head = head(field.key, mark: field.isChanged ? "* " : "  ", width: page.width)
    let value = field.value.map { JSONWriter.text($0) } ?? "(removed)"
    guard field.isChanged else { return page.add(head, value) }
    let before = field.before.map { JSONWriter.text($0) }
    // Parts are drawn one by one: text that is written from right to left does not move the others.
    var line = head
    line.append(CardText.line(value, columns: page.width), .bold)
    line.append(before == nil ? "  (new)" : "  (was ", .dim)
    if let before {
      line.append(CardText.line(before, columns: page.width), .dim)
      line.append(")", .dim)
    }
    if line.columns <= page.width { return page.add(line) }
    page.add(head, value, style: .bold)
    page.add(self.head("", mark: "  ", width: page.width), before ?? "(new)", style: .dim)
  }

  private func write(_ member: JSONObject.Member, to page: inout PageText) {
    page.add(head(member.key, mark: "  ", width: page.width), JSONWriter.text(member.value))
  }

  /// Returns the mark and the key of a row of a table.
  private func head(_ key: String, mark: SanitizedText, width: Int) -> StyledLine {
    var head = StyledLine(mark, Palette.accent)
    let column = min(16, width / 3)
    head.append(
      CardText.line(key, columns: 60).padded(to: column, ellipsis: symbols.ellipsis) + " ", .dim)
    return head
  }

  // MARK: Facts

  private func writeFacts(to page: inout PageText) {
    page.heading("CARD")
    let limits = device.settings.device.activities
    page.field("started", clock.precise(card.startedAt))
    page.field(
      "changed",
      "\(clock.precise(card.updatedAt)), by #\(card.lastPush.rawValue), "
        + "timestamp \(timestamp(card.timestamp))")
    if let stale = card.staleAt {
      page.field(
        card.isStale ? "stale" : "fresh",
        (card.isStale ? "since " : "until ") + clock.shortly(stale),
        style: card.isStale ? Palette.warning : .plain)
    } else {
      page.field("fresh", "always: no stale-date")
    }
    if card.relevance != 0 { page.field("relevance", JSONNumber(card.relevance).text) }
    if let channel = card.channel { page.field("channel", channel) }
    if let end = card.end, let endedAt = card.endedAt {
      page.field("ended", "\(clock.precise(endedAt)), \(Self.cause(end))")
      if let leaves = card.leavesAt {
        let word = card.isDismissed ? "left" : "leaves"
        page.field(word, "the lock screen at \(clock.shortly(leaves))")
      }
    } else {
      page.field(
        "ends",
        "by itself at \(clock.shortly(card.startedAt.addingTimeInterval(limits.life)))"
          + "  (device.activities.life)")
    }
  }

  private static func cause(_ end: ActivityCard.End) -> String {
    switch end {
    case .push: "by a push"
    case .life: "by the phone, after its longest life"
    case .user: "by the user"
    case .app: "the app was removed, or its Live Activities were turned off"
    }
  }

  /// Returns a timestamp with its time: `1776189600 (21:00:00.000)`.
  private func timestamp(_ seconds: Double) -> String {
    if LiveActivity.isInMilliseconds(seconds) {
      return JSONNumber(seconds).text + " (in milliseconds: seconds are expected)"
    }
    return JSONNumber(seconds).text
      + " (\(clock.precise(Date(timeIntervalSince1970: seconds).clamped)))"
  }

  // MARK: Tokens and budgets

  private func writeTokens(to page: inout PageText) {
    page.heading("TOKENS")
    let common = device.activities.common(of: card.app)
    if let token = card.token {
      let since = card.tokenSince.map { "  since \(clock.precise($0))" } ?? ""
      page.field("update", "\(token.hex)\(since)")
    } else {
      let isMissing = card.isRunning && card.channel == nil
      page.field("update", absence, style: isMissing ? Palette.warning : .dim)
    }
    if let token = card.senderToken, token != .local {
      page.field("sender's", "\(token.hex)  the update to it added the card")
    }
    if let token = common.startToken {
      let since = common.startTokenSince.map { "  since \(clock.precise($0))" } ?? ""
      page.field("start", "\(token.hex)\(since)")
    }
    for old in common.retired.reversed() where old.card == nil || old.card == card.id.rawValue {
      let kind = old.card == nil ? "start" : "update"
      let reason = old.isReplaced ? "replaced" : "ended"
      page.field(
        "old", "\(old.token.hex)  \(kind), \(reason) \(clock.precise(old.since))", style: .dim)
    }
  }

  /// The reason for which there is no update token.
  private var absence: String {
    guard card.isRunning else { return "none: the Live Activity has ended" }
    guard card.channel == nil else { return "none: broadcasts on its channel update it" }
    return device.settings.app(card.app).liveActivities == .undecided
      ? "none: the user has not allowed Live Activities yet "
        + "(set apps.\(card.app.text).liveActivities=allowed)"
      : "none: the app was force-quit, and iOS does not start it"
  }

  private func writeBudgets(to page: inout PageText) {
    page.heading("BUDGET  in the last hour, all cards of \(device.appName(card.app))")
    let budgets = device.activityBudgets(of: card.app)
    write("updates", budgets.updates, "with priority 10", to: &page)
    write("starts", budgets.starts, "by pushes", to: &page)
  }

  private func write(
    _ label: String, _ budget: ActivityBudget, _ words: String, to page: inout PageText
  ) {
    let next = budget.nextAt.map { ", the next one at \(clock.shortly($0))" } ?? ""
    page.field(
      label, "\(budget.used) of \(budget.limit) \(words)\(next)",
      style: budget.nextAt == nil ? .plain : Palette.warning)
  }

  // MARK: Timeline

  private func writeTimeline(to page: inout PageText) {
    page.heading("TIMELINE  newest first")
    // Each state is compared with the one before it.
    var before: JSONObject?
    var entries: [[StyledLine]] = []
    for (place, moment) in card.history.enumerated() {
      if place == 1, card.forgottenMoments > 0 {
        let words = "(\(card.forgottenMoments.counted("event")) no longer kept)"
        entries.append([StyledLine(SanitizedText(words), .dim)])
        before = nil
      }
      var head = StyledLine(
        SanitizedText(clock.precise(moment.at)).padded(to: min(13, page.width / 3)) + " ", .dim)
      let push = moment.push.map { " #\($0.rawValue)" } ?? ""
      head.append(
        CardText.line(moment.event + push, columns: 24).padded(to: 11) + " ",
        moment.ignored == nil ? .plain : .dim)
      if let reason = moment.ignored {
        let times = moment.count == 1 ? "" : "  \(moment.count) pushes"
        head.append(SanitizedText("ignored: \(reason.rawValue)\(times)"), Palette.warning)
      }
      guard let state = moment.state else {
        entries.append([head])
        continue
      }
      entries.append(lines(of: state, after: before, head: head, width: page.width))
      before = state
    }
    for line in entries.reversed().joined() { page.add(line) }
  }

  /// Returns a state in as many rows as it needs; an arrow marks what is not as before.
  private func lines(
    of state: JSONObject, after before: JSONObject?, head: StyledLine, width: Int
  ) -> [StyledLine] {
    let column = width - head.columns < 20 ? 4 : head.columns
    var rows = [head]
    if column != head.columns { rows.append(StyledLine(PageText.space(column))) }
    let removed = (before?.members ?? []).filter { state[$0.key] == nil }
    for member in state.members + removed {
      var field = StyledLine(CardText.line(member.key, columns: 24) + " ", .dim)
      let (old, new) = (before?[member.key], state[member.key])
      let isChanged = before != nil && ActivityCard.differ(old, new)
      if isChanged {
        if let old { field.append(CardText.line(ActivityLine.text(old), columns: width), .dim) }
        field.append(symbols.arrow, .bold)
      }
      let value = new.map { CardText.line(ActivityLine.text($0), columns: width) } ?? "(removed)"
      field.append(value, isChanged ? .bold : .plain)
      field = field.truncated(to: width - column, ellipsis: symbols.ellipsis)
      if rows[rows.count - 1].columns > column {
        if rows[rows.count - 1].columns + 2 + field.columns <= width {
          rows[rows.count - 1].append("  ")
        } else {
          rows.append(StyledLine(PageText.space(column)))
        }
      }
      rows[rows.count - 1].parts += field.parts
    }
    return rows
  }
}
