import Foundation

/// The event stream for programs: one object per line, with sorted keys.
public enum EventJSON {
  /// Returns an event as UTF-8 with its line feed.
  ///
  /// - Parameter payload: The result of ``PushRecord/payload(for:)``, for events with a payload for
  ///   the app's delegate: `action`, and `app` with `carriesPayload`. The model does not retain it.
  public static func line(_ event: InboxEvent, payload: [UInt8]? = nil) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(512)
    JSONMembers.append(to: &line) { json in
      json.add("at", event.at)
      json.add("event", event.name)
      json.add("v", 1)
      if let id = event.id {
        json.add("app", event.app)
        json.add("id", id.rawValue)
        json.add("thread", event.thread ?? "")
      }
      append(event, payload: payload.map(JSONMembers.onOneLine), to: &json)
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func append(_ event: InboxEvent, payload: [UInt8]?, to json: inout JSONMembers) {
    switch event.kind {
    case .presented(
      let outcome, let reason, let presented, let title, let body, let requestID, let apnsID,
      let times):
      json.add("apnsID", apnsID.orNull)
      json.add("body", body?.orNull)
      if let report = event.contents.wrappedValue.broadcast {
        json.add("broadcast") { json in
          json.add("changed", report.changed)
          json.add("channel", report.channel)
          json.add("reached", report.reached)
          json.add("storedUntil", report.storedUntil)
        }
      }
      json.add("deliveredAt", times.deliveredAt)
      json.add("lateBy", seconds: times.lateBy)
      json.add("outcome", outcome.rawValue)
      json.add("presented", texts: presented.names)
      json.add("reason", reason.rawValue)
      json.add("receivedAt", times.receivedAt)
      json.add("requestID", requestID.orNull)
      json.add("sound", event.sound, presented: presented)
      json.add("title", title?.orNull)
    case .rejected(let rejected):
      json.addFacts(of: rejected)
    case .action(let action, let userText, let foreground):
      json.add("action", action)
      json.add("foreground", foreground)
      json.add("payload", json: payload)
      json.add("userText", userText)
    case .dismissed(let actor), .removed(let actor):
      json.add("by", actor.rawValue)
    case .read(let actor, let isRead):
      json.add("by", actor.rawValue)
      json.add("read", isRead)
    case .app(let state, let delegate, _):
      if event.id == nil { json.add("app", event.app) }
      json.add("delegate", delegate)
      json.add("launchImage", delegate.flatMap { launchImage(for: $0, in: payload) })
      json.add("payload", json: payload)
      json.add("state", state.rawValue)
    case .setting(let key, let value, let was):
      json.add("key", key)
      json.add("value", value)
      json.add("was", was)
    case .activity(let card, let change):
      json.add("activity", card.id.text)
      json.add("card") { ActivityJSON.append(card, to: &$0) }
      json.add("change", change)
    case .activityToken(let activity, let token):
      if event.id == nil { json.add("app", event.app) }
      json.add("activity", activity?.text)
      json.add("token", token.hex)
    case .channel(let channel, let change):
      json.add("app", event.app)
      json.add("change", change.rawValue)
      json.add("channel", channel.key.id)
      json.add("environment", channel.key.owner.environment?.rawValue)
      json.add("storage", channel.storage.rawValue)
    case .guest(let news):
      let known: Set = event.id == nil ? [] : ["app", "id", "thread"]
      for (key, value) in news.fields(of: event).sorted(by: { $0.key < $1.key })
      where !known.contains(key) {
        json.add(key, json: Array(JSONWriter.text(value, printable: true).utf8))
      }
    }
  }
}

extension EventJSON {
  /// Returns the `launch-image` of the payload that launches an app (Apple, "Generating a remote
  /// notification"); nil for other calls and without the key.
  private static func launchImage(for delegate: String, in payload: [UInt8]?) -> String? {
    guard delegate == AppCall.didFinishLaunching.rawValue, let payload,
      let alert = try? JSONReader.read(payload).root.object?["aps"]?.object?["alert"]?.object
    else { return nil }
    return alert["launch-image"]?.string?.orNull
  }
}
