/// The outcome of a push.
public enum Outcome: String, Sendable, CaseIterable {
  /// A banner, or a lit lock screen.
  case shown
  /// In the list only.
  case quiet
  /// A background push: no list entry.
  case silent
  /// Kept for the scheduled summary, or snoozed.
  case held
  /// Nothing came of it.
  case none

  /// The outcome for people, with the code of the rule that decided where one did: `shown`, `quiet,
  /// dnd.manual`.
  public func words(because reason: ReasonCode) -> String {
    reason == .shown ? rawValue : "\(rawValue), \(reason.rawValue)"
  }
}

/// The places where a push appeared (`presented` in JSON).
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The icon's number was set.
  public static let badge = PresentationOptions(rawValue: 1)
  /// A banner at the top of the unlocked screen.
  public static let banner = PresentationOptions(rawValue: 2)
  /// The critical sound, past the mute switch.
  public static let critical = PresentationOptions(rawValue: 4)
  /// The notification list.
  public static let list = PresentationOptions(rawValue: 8)
  /// The lock screen, lit.
  public static let lock = PresentationOptions(rawValue: 16)
  /// A sound.
  public static let sound = PresentationOptions(rawValue: 32)

  /// All of them.
  static let all: PresentationOptions = [.badge, .banner, .critical, .list, .lock, .sound]

  /// The names in use, sorted.
  public var names: [String] {
    let all: [(PresentationOptions, String)] = [
      (.badge, "badge"), (.banner, "banner"), (.critical, "critical"), (.list, "list"),
      (.lock, "lock"), (.sound, "sound"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension PresentationOptions {
  /// The names for people.
  var sentence: String { isEmpty ? "nothing" : names.joined(separator: ", ") }
}
