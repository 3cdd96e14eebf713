/// The sound that a push requests, and its replacement if the app does not contain it.
///
/// Apple, "Generating a remote notification", `sound`: a file of the app's main bundle or of the
/// `Library/Sounds` folder of its container; the system plays the default sound when there is no
/// such file.
public struct NotificationSound: Equatable, Sendable {
  /// The name of the system's own sound.
  public static let defaultName = "default"

  /// The file name in the payload, or `default`; never empty.
  public var name: String
  /// The volume from 0 to 1; 1 unless the sound is critical.
  public var volume: Double
  /// Whether the sound plays at critical level, at its own volume and despite the mute switch.
  public var isCritical: Bool
  /// Whether the app's sounds are known and do not include this name, so that the default sound
  /// plays.
  public var isMissing: Bool

  /// Makes a sound.
  public init(
    name: String = defaultName, volume: Double = 1, isCritical: Bool = false,
    isMissing: Bool = false
  ) {
    self.name = name
    self.volume = volume
    self.isCritical = isCritical
    self.isMissing = isMissing
  }

  /// Makes the sound of a push at its effective interruption level; nil if the push is silent.
  init?(of payload: Payload, at level: InterruptionLevel, isMissing: Bool) {
    let isCritical = level == .critical
    guard let sound = payload.sound ?? (isCritical ? Sound(isCritical: true) : nil),
      !sound.name.isEmpty
    else { return nil }
    name = sound.name
    volume = isCritical ? sound.volume : 1
    self.isCritical = isCritical
    self.isMissing = isMissing
  }

  /// The name of the sound that plays.
  public var playedName: String { isMissing ? Self.defaultName : name }

  /// The sound in words: `default`, `IM, not among the app's sounds, so the default`,
  /// `siren.caf, critical at 80 % volume`.
  public var words: String {
    var words = name
    if isMissing { words += ", not among the app's sounds, so the default" }
    if isCritical { words += ", critical at \(Int((volume * 100).rounded())) % volume" }
    return words
  }
}

extension NotificationSound: JSONFieldList {
  init() {
    self.init(name: Self.defaultName)
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("name", &name, unless: Self.defaultName)
    fields.field("volume", &volume, unless: 1)
    fields.field("critical", &isCritical, unless: false)
    fields.field("missing", &isMissing, unless: false)
  }

  /// The stored form of a sound: a JSON object of the fields that differ from the default sound.
  public var stored: String { String(decoding: jsonText, as: UTF8.self) }

  /// Parses ``stored``; nil for any other text.
  public init?(stored text: String) { self.init(jsonText: Array(text.utf8)) }
}

extension JSONMembers {
  /// Adds the sound of a push, `null` if it has none. `plays` is the name of the sound that plays,
  /// `null` if a rule silenced it.
  mutating func add(_ key: String, _ sound: NotificationSound?, presented: PresentationOptions) {
    guard let sound else { return add(key, json: nil) }
    add(key) { json in
      json.add("critical", sound.isCritical)
      json.add("name", sound.name)
      json.add("plays", presented.isAudible ? sound.playedName : nil)
      json.add("volume") { JSONWriter.append(.number(JSONNumber(sound.volume)), to: &$0) }
    }
  }
}
