import Foundation
import InboxModel

/// The history of one push, oldest first: its arrival, its events, then facts whose events are no
/// longer known.
struct Timeline {
  let record: PushRecord
  /// The notification as the phone has it now.
  let notification: DeliveredNotification
  /// The known events about the push, oldest first.
  let events: [InboxEvent]
  let clock: ScreenClock

  func write(to page: inout PageText) {
    received(to: &page)
    for event in events {
      let words = EventWords(event)
      line(clock.precise(event.at), words.word, text(of: event, words), words.style, &page)
    }
    remains(to: &page)
    if !events.contains(where: \.isPresented) {
      page.blank()
      page.text(
        "Events are stored while the program runs, the \(Words.number(EventLog.limit)) newest. "
          + "Rows without a time are older.", style: .dim)
    }
  }

  private func received(to page: inout PageText) {
    let delivery = record.delivery
    let origin = delivery.origin
    var way = "\(origin.wire.rawValue) \(origin.transport)"
    if origin.connection > 0 { way += "  connection \(origin.connection), stream \(origin.stream)" }
    line(
      clock.precise(delivery.receivedAt), "received",
      "\(way)  \(delivery.payload.bytes.count) B", .plain, &page)
    let uniqueID = delivery.uniqueID.map { ", apns-unique-id \($0)" } ?? ""
    line("", "answered", "apns-id \(delivery.apnsID)\(uniqueID), once it was stored", .plain, &page)
    let transit = delivery.transit
    if let since = transit.heldSince {
      let words =
        transit.isForPower ? "while the phone saved power" : "for the phone to come online"
      line(clock.precise(since), "waited", words, Palette.warning, &page)
    }
    if transit.coalesced > 0 {
      let pushes = transit.coalesced.counted("older push", "older pushes")
      line("", "coalesced", "replaced \(pushes) while it waited", .plain, &page)
    }
    if let deliveredAt = notification.deliveredAt, let delay = notification.times.delay {
      line(
        clock.precise(deliveredAt), "delivered", "\(delay) after it was accepted",
        Palette.warning, &page)
    }
    switch record.context.serviceExtension {
    case .none: break
    case .answered(_, let changed):
      let names = changed.isEmpty ? "nothing" : changed.joined(separator: ", ")
      line("", "extension", "changed \(names)", Palette.accent, &page)
    case .timedOut(let limit):
      let words = "took longer than \(TimeSpan.text(limit))"
      line("", "extension", words + ": the original is shown", Palette.warning, &page)
    case .failed(let reason):
      line("", "extension", "it \(reason): the original is shown", Palette.warning, &page)
    }
    line(
      clock.precise(record.context.at), "decided", notification.reason.rawValue,
      Palette.outcome(notification.outcome), &page)
    if notification.replaced > 0 {
      let pushes = notification.replaced.counted("push", "pushes")
      line("", "replaced", "replaced \(pushes)", .plain, &page)
    }
  }

  /// Writes the facts that no known event states.
  private func remains(to page: inout PageText) {
    if !events.contains(where: \.isPresented), notification.outcome != .none {
      line(
        "", notification.outcome.rawValue, Self.places(notification.presented),
        Palette.outcome(notification.outcome), &page)
    }
    if case .held(let until) = record.place {
      line(clock.precise(until), "comes", "what is held enters the list", Palette.warning, &page)
    }
    if let action = notification.acted, !events.contains(where: \.isAction) {
      line("", "action", action.text, Palette.accent, &page)
    }
    if notification.isRead, !events.contains(where: \.isReading) {
      line("", "read", "", .plain, &page)
    }
    let isGone = events.contains(where: \.isRemoval)
    if record.place == .removed, !isGone { line("", "removed", "", .plain, &page) }
  }

  private static func places(_ presented: PresentationOptions) -> String {
    presented.names.isEmpty ? "nowhere" : presented.names.joined(separator: " ")
  }

  private func text(of event: InboxEvent, _ words: EventWords) -> String {
    guard case .presented(_, let reason, let presented, _, _, _, _, _) = event.kind else {
      return words.text
    }
    return Self.places(presented) + (reason == .shown ? "" : "  [\(reason.rawValue)]")
  }

  /// The widths of the columns for the moment and for the word.
  private static let momentColumns = 14
  private static let wordColumns = 11

  private func line(
    _ moment: String, _ word: String, _ text: String, _ style: Style, _ page: inout PageText
  ) {
    var line = StyledLine(SanitizedText(moment).padded(to: Self.momentColumns), .dim)
    line.append(SanitizedText(word).padded(to: Self.wordColumns), style)
    page.add(line, text)
  }
}

extension InboxEvent {
  fileprivate var isPresented: Bool { if case .presented = self.kind { true } else { false } }
  fileprivate var isAction: Bool { if case .action = self.kind { true } else { false } }
  fileprivate var isReading: Bool { if case .read = self.kind { true } else { false } }
  fileprivate var isRemoval: Bool {
    switch self.kind {
    case .dismissed, .removed: true
    default: false
    }
  }
}
