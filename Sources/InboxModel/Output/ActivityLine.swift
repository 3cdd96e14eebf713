import Foundation

/// Live Activities as text: lines of `ls`, sentences for screen readers.
public enum ActivityLine {
  /// Returns the line of one card: identifier, time of the last change, app, type, content state
  /// with what changed, state.
  public static func line(of card: ActivityCard, on device: Phone) -> String {
    let timeZone = device.settings.device.timeZone
    var facts: [String] = [card.end.map { "ended by \($0.rawValue)" } ?? "running"]
    if card.isStale { facts.append("stale") }
    if let channel = card.channel { facts.append("channel \(PlainText.clean(channel))") }
    if card.isRunning, card.token == nil, card.channel == nil { facts.append("no update token") }
    if card.relevance != 0 { facts.append("relevance \(JSONNumber(card.relevance).text)") }
    let words = [device.appName(card.app), card.title, state(of: card, arrow: "->")]
    return "\(card.id.text)  " + PlainText.moment(card.updatedAt, in: timeZone) + "  "
      + PlainText.clean(words.joined(separator: "  ")) + "  [" + facts.joined(separator: ", ") + "]"
  }

  /// Returns the content state in one line: `home 0->1  away 0`.
  static func state(of card: ActivityCard, arrow: String) -> String {
    card.stateFields.map { field in
      let value = field.value.map(text) ?? ""
      guard field.isChanged else { return "\(field.key) \(value)" }
      return "\(field.key) " + (field.before.map(text) ?? "") + arrow + value
    }.joined(separator: "  ")
  }

  /// Returns the content state for listeners: `home 1, was 0; away 0`.
  static func spokenState(of card: ActivityCard) -> String {
    card.stateFields.map { field in
      let value = field.value.map(text) ?? "removed"
      let was = field.isChanged ? field.before.map { ", was \(text($0))" } ?? ", new" : ""
      return "\(field.key) \(value)\(was)"
    }.joined(separator: "; ")
  }

  /// Returns a value: a string without quotes, anything else as JSON.
  public static func text(_ value: JSONValue) -> String {
    value.string ?? JSONWriter.text(value, printable: true)
  }
}
