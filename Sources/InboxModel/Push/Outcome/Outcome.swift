/// The outcome of a push.
public enum Outcome: String, Sendable, CaseIterable {
  /// Shown as a banner or on the lit lock screen.
  case shown
  /// Added to the list or shown on a card, without banner and sound.
  case quiet
  /// A background push, which has no list entry.
  case silent
  /// Held for the scheduled summary, or snoozed.
  case held
  /// Not presented at all.
  case none

  /// Returns the outcome for people, with the code of the deciding rule if there is one: `shown`,
  /// `quiet, dnd.manual`.
  public func words(because reason: ReasonCode) -> String {
    reason == .shown ? rawValue : "\(rawValue), \(reason.rawValue)"
  }
}

/// The places where a push appeared (`presented` in JSON).
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The badge on the app's icon.
  public static let badge = PresentationOptions(rawValue: 1)
  /// A banner at the top of the unlocked screen.
  public static let banner = PresentationOptions(rawValue: 2)
  /// The critical sound, which overrides the mute switch.
  public static let critical = PresentationOptions(rawValue: 4)
  /// The notification list.
  public static let list = PresentationOptions(rawValue: 8)
  /// The lock screen, lit.
  public static let lock = PresentationOptions(rawValue: 16)
  /// A sound.
  public static let sound = PresentationOptions(rawValue: 32)

  /// The card of a Live Activity.
  public static let activity = PresentationOptions(rawValue: 64)

  /// The options that are heard.
  static let audible: PresentationOptions = [.sound, .critical]

  /// Whether a sound plays.
  public var isAudible: Bool { !isDisjoint(with: .audible) }

  /// All options.
  static let all: PresentationOptions = [
    .activity, .badge, .banner, .critical, .list, .lock, .sound,
  ]

  /// The sorted names of the options in this set.
  public var names: [String] {
    let all: [(PresentationOptions, String)] = [
      (.activity, "activity"), (.badge, "badge"), (.banner, "banner"), (.critical, "critical"),
      (.list, "list"),
      (.lock, "lock"), (.sound, "sound"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension PresentationOptions {
  /// The names for people, separated by commas.
  var sentence: String { isEmpty ? "nothing" : names.joined(separator: ", ") }
}
