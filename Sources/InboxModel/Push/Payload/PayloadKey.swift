/// A key of the payload: its type and effect, as `docs/reference/payload.md` lists them (Apple, "Generating a remote
/// notification").
struct PayloadKey: Sendable {
  let name: String
  /// The type of the value.
  let type: String
  /// The effect, one sentence.
  let meaning: String

  init(_ name: String, _ type: String, _ meaning: String) {
    self.name = name
    self.type = type
    self.meaning = meaning
  }
}

extension PayloadKey {
  /// The keys of `aps` of every push.
  static let aps = [
    PayloadKey("alert", "string or object", "The text; an object has the keys of the next table."),
    PayloadKey("badge", "number", "The number on the icon; 0 removes it."),
    PayloadKey(
      "sound", "string or object", "The sound, by name or as the object of a critical alert."),
    PayloadKey("thread-id", "string", "The group of the list; without it the app's default group."),
    PayloadKey("category", "string", "The category, which has the actions."),
    PayloadKey("content-available", "1 or 0", "Wakes the app in the background."),
    PayloadKey("content-changed", "true", "Reloads the app's widgets, in a push to them."),
    PayloadKey("mutable-content", "1 or 0", "Starts the service extension of the app."),
    PayloadKey("target-content-id", "string", "The window that the app opens."),
    PayloadKey(
      "interruption-level", "string", "`passive`, `active`, `time-sensitive` or `critical`."),
    PayloadKey("relevance-score", "number", "The order in the scheduled summary, from 0 to 1."),
    PayloadKey("filter-criteria", "string", "The criterion that a Focus filter compares."),
  ]

  /// The keys of `aps.alert`.
  static let alert = [
    PayloadKey("title", "string", "The title."),
    PayloadKey("subtitle", "string", "The subtitle."),
    PayloadKey("body", "string", "The text of the message."),
    PayloadKey("launch-image", "string", "The image shown while the app starts."),
    PayloadKey("title-loc-key", "string", "The key of the title in the strings of the app."),
    PayloadKey("title-loc-args", "array of strings", "The arguments of the title."),
    PayloadKey("subtitle-loc-key", "string", "The key of the subtitle in the strings of the app."),
    PayloadKey("subtitle-loc-args", "array of strings", "The arguments of the subtitle."),
    PayloadKey("loc-key", "string", "The key of the body in the strings of the app."),
    PayloadKey("loc-args", "array of strings", "The arguments of the body."),
    PayloadKey(
      "action-loc-key", "string or null", "The button of an alert box; not read since iOS 10."),
    PayloadKey("action", "string", "A button of Safari's push service; phones do not read it."),
    PayloadKey(
      "summary-arg", "string", "The name in the summary of a group; read by iOS 12 to 14."),
    PayloadKey("summary-arg-count", "number", "How many the push counts for in that summary."),
  ]

  /// The keys of `aps.sound` where it is an object.
  static let sound = [
    PayloadKey("critical", "1 or 0", "Plays the sound past the mute switch."),
    PayloadKey("name", "string", "The sound file of the app, or `default`."),
    PayloadKey("volume", "number", "The volume of a critical alert, from 0 to 1."),
  ]

  /// The keys of `aps` of a Live Activity.
  static let liveActivity = [
    PayloadKey("event", "string", "`start`, `update` or `end`."),
    PayloadKey("timestamp", "number", "The time of the state, in seconds since 1970."),
    PayloadKey("content-state", "object", "The state that the activity shows."),
    PayloadKey("stale-date", "number", "The time at which the state is outdated."),
    PayloadKey("dismissal-date", "number", "The time at which an ended activity disappears."),
    PayloadKey("attributes-type", "string", "The type of the attributes, with `start`."),
    PayloadKey("attributes", "object", "The attributes, with `start`."),
    PayloadKey("input-push-channel", "string", "The channel that the activity listens to."),
    PayloadKey("input-push-token", "1 or 0", "Asks the app for a push token of the activity."),
  ]

  /// The names of the keys.
  static func names(_ keys: [PayloadKey]) -> Set<String> { Set(keys.map(\.name)) }
}
