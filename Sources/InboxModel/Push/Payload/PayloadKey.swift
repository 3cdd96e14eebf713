/// A key of the payload: its type and effect, as `docs/reference/payload.md` lists them (Apple,
/// "Generating a remote notification").
struct PayloadKey: Sendable {
  let name: String
  /// The type of the value.
  let type: ValueType
  /// The effect, one sentence.
  let meaning: String
  /// The words of a string; empty for any.
  let words: [String]
  /// The range of a number; nil for any.
  let range: ClosedRange<Double>?

  init(
    _ name: String, _ type: ValueType, _ meaning: String, words: [String] = [],
    in range: ClosedRange<Double>? = nil
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.words = words
    self.range = range
  }

  /// The type of a value.
  enum ValueType {
    case string, stringOrNull, number, wholeNumber, flag, boolean, strings, object
    /// A Boolean value of which only `true` has an effect.
    case truth
    /// A string or the object of an alert.
    case alert
    /// A string or the object of a sound.
    case sound
    /// A string; in a Live Activity also the key of one with its arguments.
    case activityText

    /// The type for people.
    var words: String {
      switch self {
      case .string, .activityText: "string"
      case .stringOrNull: "string or null"
      case .number, .wholeNumber: "number"
      case .flag: "1 or 0"
      case .boolean: "true or false"
      case .truth: "true"
      case .strings: "array of strings"
      case .object: "object"
      case .alert, .sound: "string or object"
      }
    }
  }
}

extension PayloadKey {
  /// The keys of `aps` of every push.
  static let aps = [
    PayloadKey("alert", .alert, "The text; an object has the keys of the next table."),
    PayloadKey("badge", .wholeNumber, "The number on the icon; 0 removes it.", in: 0...(.infinity)),
    PayloadKey(
      "sound", .sound, "The sound, by name or as the object of a critical alert."),
    PayloadKey("thread-id", .string, "The group of the list; without it the app's default group."),
    PayloadKey("category", .string, "The category, which has the actions."),
    PayloadKey("content-available", .flag, "Wakes the app in the background."),
    PayloadKey("content-changed", .truth, "Reloads the app's widgets, in a push to them."),
    PayloadKey("mutable-content", .flag, "Starts the service extension of the app."),
    PayloadKey("target-content-id", .string, "The window that the app opens."),
    PayloadKey(
      "interruption-level", .string, "`passive`, `active`, `time-sensitive` or `critical`.",
      words: InterruptionLevel.allCases.map(\.rawValue)),
    PayloadKey(
      "relevance-score", .number, "The order in the scheduled summary, from 0 to 1.",
      in: 0...1),
    PayloadKey("filter-criteria", .string, "The criterion that a Focus filter compares."),
    PayloadKey(
      "url-args", .strings, "Arguments of Safari's push service; phones do not read them."),
  ]

  /// The keys of `aps.alert`.
  static let alert = [
    PayloadKey("title", .activityText, "The title."),
    PayloadKey("subtitle", .activityText, "The subtitle."),
    PayloadKey("body", .activityText, "The text of the message."),
    PayloadKey("launch-image", .string, "The image shown while the app starts."),
    PayloadKey("title-loc-key", .string, "The key of the title in the strings of the app."),
    PayloadKey("title-loc-args", .strings, "The arguments of the title."),
    PayloadKey("subtitle-loc-key", .string, "The key of the subtitle in the strings of the app."),
    PayloadKey("subtitle-loc-args", .strings, "The arguments of the subtitle."),
    PayloadKey("loc-key", .string, "The key of the body in the strings of the app."),
    PayloadKey("loc-args", .strings, "The arguments of the body."),
    PayloadKey(
      "action-loc-key", .stringOrNull, "The button of an alert box; not read since iOS 10."),
    PayloadKey("action", .string, "A button of Safari's push service; phones do not read it."),
    PayloadKey(
      "summary-arg", .string, "The name in the summary of a group; read by iOS 12 to 14."),
    PayloadKey(
      "summary-arg-count", .wholeNumber, "How many the push counts for in that summary.",
      in: 1...(.infinity)),
    PayloadKey(
      "show-view", .boolean, "Whether the alert box has a button that opens the app; iOS 2 to 9."),
  ]

  /// The keys of `aps.sound` where it is an object.
  static let sound = [
    PayloadKey("critical", .flag, "Plays the sound past the mute switch."),
    PayloadKey("name", .string, "The sound file of the app, or `default`."),
    PayloadKey("volume", .number, "The volume of a critical alert, from 0 to 1.", in: 0...1),
  ]

  /// The keys of `aps` of a Live Activity.
  static let liveActivity = [
    PayloadKey("event", .string, "`start`, `update` or `end`.", words: ["start", "update", "end"]),
    PayloadKey("timestamp", .number, "The time of the state, in seconds since 1970."),
    PayloadKey("content-state", .object, "The state that the activity shows."),
    PayloadKey("stale-date", .number, "The time at which the state is outdated."),
    PayloadKey("dismissal-date", .number, "The time at which an ended activity disappears."),
    PayloadKey("attributes-type", .string, "The type of the attributes, with `start`."),
    PayloadKey("attributes", .object, "The attributes, with `start`."),
    PayloadKey("input-push-channel", .string, "The channel that the activity listens to."),
    PayloadKey("input-push-token", .flag, "Asks the app for a push token of the activity."),
  ]

  /// The names of the keys.
  static func names(_ keys: [PayloadKey]) -> Set<String> { Set(keys.map(\.name)) }
}
