import Foundation

/// A Live Activity for programs (`docs/guides/live-activities.md`, "JSON").
public enum ActivityJSON {
  /// Returns a card as a line of `ls is:activity --json`.
  public static func text(_ card: ActivityCard) -> String {
    JSONMembers.text { append(card, to: &$0) }
  }

  /// Writes the members of a card.
  static func append(_ card: ActivityCard, to json: inout JSONMembers) {
    json.add("app", card.app)
    json.add("attributes", json: text(card.attributes))
    json.add("changed", texts: card.changedKeys.sorted())
    json.add("channel", card.channel)
    json.add("contentState", json: text(card.state))
    json.add("dismissed", card.isDismissed)
    json.add("end", card.end?.rawValue)
    json.add("endedAt", card.endedAt)
    json.add("id", card.id.text)
    json.add("leavesAt", card.leavesAt)
    json.add("push", card.lastPush.rawValue)
    json.add("relevance", json: Array(JSONNumber(card.relevance).text.utf8))
    json.add("stale", card.isStale)
    json.add("staleAt", card.staleAt)
    json.add("startedAt", card.startedAt)
    json.add("timestamp", json: Array(JSONNumber(card.timestamp).text.utf8))
    json.add("token", card.token?.hex)
    json.add("type", card.attributesType)
    json.add("updatedAt", card.updatedAt)
  }

  private static func text(_ object: JSONObject) -> [UInt8] {
    Array(JSONWriter.text(.object(object), printable: true).utf8)
  }
}
