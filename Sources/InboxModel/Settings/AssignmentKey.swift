/// A key of `set` beside the paths of ``SettingsSchema/phone``.
///
/// The table is the list of these keys for errors, help, completion, the reference and the schema
/// of scenarios.
struct AssignmentKey: Sendable {
  /// The key; one that ends with a dot is followed by a bundle identifier.
  let name: String
  /// The effect, one sentence; nil for the short name of a setting, which has the sentence of the
  /// setting.
  var meaning: String?
  /// The accepted values; nil for the short name of a setting.
  var form: SettingsSchema.Form?
}

extension AssignmentKey {
  /// The keys in the order in which help lists them.
  static let all: [AssignmentKey] = {
    let own =
      [
        short("lock"), doNotDisturb, focus, focusUntil, short("previews"), short("grouping"),
        online, language, short("ringer"), short("app."), mute, badge, remove, activity, tokens,
      ]
      + Guests.AppOperation.prefixes.map { prefix in
        AssignmentKey(
          name: prefix, meaning: Guests.AppOperation.meaning(of: prefix),
          form: Guests.AppOperation.form)
      } + [summary, clock]
    let names = own.map(\.name)
    return own + SettingsSchema.shortNames.map(\.name).filter { !names.contains($0) }.map(short)
  }()

  /// Returns the key with a name.
  static func named(_ name: String) -> AssignmentKey? { all.first { $0.name == name } }

  /// Returns the key of an assignment: the name itself, or the prefix before a bundle identifier.
  static func of(_ key: String) -> AssignmentKey? {
    all.first { $0.name.hasSuffix(".") ? key.hasPrefix($0.name) : key == $0.name }
  }

  private static func short(_ name: String) -> AssignmentKey { AssignmentKey(name: name) }

  private static let doNotDisturb = AssignmentKey(
    name: "dnd",
    meaning: "Turns Do Not Disturb on or off: `on`, `off`, `30m` or `until:07:00`.",
    form: words("on", "off", others: ["yes", "true", "no", "false"], pattern: end))

  private static let focus = AssignmentKey(
    name: "focus", meaning: "Turns on a Focus by its name; `off` turns off the one that is on.",
    form: .init(SettingScalar<String>.text))

  private static let focusUntil = AssignmentKey(
    name: "focus.until",
    meaning: "The time at which the Focus of the same command turns itself off.",
    form: words(pattern: "\(TimeSpan.patternAboveZero)|\(moment)"))

  private static let online = AssignmentKey(
    name: "online",
    meaning: "Whether the phone is on the network; an offline phone receives nothing.",
    form: words("yes", "no", others: ["on", "true", "off", "false"]))

  private static let language = AssignmentKey(
    name: "language", meaning: "The preferred language of the phone.",
    form: .init(SettingScalar<String>.language))

  private static let mute = AssignmentKey(
    name: "mute.", meaning: "Mutes an app: `1h`, `until:07:00`, `today` or `off`.",
    form: words("off", "today", others: ["no", "false"], pattern: end))

  private static let badge: AssignmentKey = {
    var form = words("0")
    form.range = 0...Int(Int32.max)
    return AssignmentKey(
      name: "badge.", meaning: "Sets the badge of an app, as the app itself does.", form: form)
  }()

  private static let remove: AssignmentKey = {
    var form = words("all", pattern: #"[\s\S]+"#)
    form.kindsOfText = [.number, .boolean]
    return AssignmentKey(
      name: "remove.",
      meaning: "Removes notifications, as the app itself does: an identifier or `all`.", form: form)
  }()

  private static let activity = AssignmentKey(
    name: "activity.",
    meaning: "Removes a Live Activity from the lock screen, as the user does: `A3` or `all`.",
    form: words("all", pattern: "[Aa]0*[1-9][0-9]*"))

  private static let tokens = AssignmentKey(
    name: "tokens.", meaning: "Replaces the push tokens of an app's Live Activities: `new`.",
    form: words("new"))

  private static let summary = AssignmentKey(
    name: "summary", meaning: "Delivers the scheduled summary now.", form: words("now"))

  private static let clock = AssignmentKey(
    name: "clock", meaning: "Moves the clock: `+5m`, a time in RFC 3339, or `real`.",
    form: words("real", pattern: ClockChange.virtualPattern))

  /// `07:00` or a time in RFC 3339.
  private static let moment = "\(TimeOfDay.pattern)|\(Timestamp.pattern)"
  /// `30m` or `until:07:00`.
  private static let end = "\(TimeSpan.patternAboveZero)|until:(\(moment))"

  /// Returns the form of a value that is one of a few words.
  ///
  /// - Parameters:
  ///   - words: The words that are offered.
  ///   - others: The words that are accepted, too.
  ///   - pattern: The other texts; nil for none.
  private static func words(
    _ words: String..., others: [String] = [], pattern: String? = nil
  ) -> SettingsSchema.Form {
    var form = SettingsSchema.Form(
      expected: words.alternatives, kinds: [.string], choices: words, pattern: pattern)
    form.otherWords = others
    return form
  }
}
