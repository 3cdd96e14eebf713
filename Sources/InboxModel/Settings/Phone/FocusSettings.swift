import Foundation

/// One Focus (`spec/ios-presentation.md` §5).
public struct FocusSettings: Equatable, Sendable {
  /// When it turns itself on; none means by hand only.
  public var schedules: [FocusSchedule] = []
  /// Which apps pass.
  public var apps = AppList.allow([])
  /// Whose messages pass, by the names of ``Payload/senders``, as written; whatever the apps.
  public var allowPeople: Set<String> = []
  /// Whether time-sensitive pushes pass.
  public var allowTimeSensitive = true
  /// Per app: the `filter-criteria` that pass.
  public var filters: [BundleID: [String]] = [:]
  /// Whether the icons show no badges while it is on (B9).
  public var hideBadges = false

  /// A Focus works with one list or the other.
  public enum AppList: Equatable, Sendable {
    /// Only these pass.
    case allow(Set<BundleID>)
    /// All but these pass.
    case silence(Set<BundleID>)
  }

  /// A Focus that lets nothing but time-sensitive and critical pushes pass.
  public init() {}
}

/// A daily span of wall-clock time: start inclusive, end exclusive, may cross midnight; equal times mean
/// the whole day (`spec/ios-presentation.md` §5.3).
public struct FocusSchedule: Equatable, Sendable {
  /// Start, minutes after midnight, 0 to 1439.
  public var from: Int
  /// End, minutes after midnight, 0 to 1439.
  public var to: Int
  /// The days on which it starts, 1 = Monday … 7 = Sunday.
  public var days: Set<Int>
  /// The zone of the wall clock; nil is the phone's.
  public var timeZone: TimeZone?

  /// Makes a span.
  public init(from: Int, to: Int, days: Set<Int> = Set(1...7), timeZone: TimeZone? = nil) {
    self.from = from
    self.to = to
    self.days = days
    self.timeZone = timeZone
  }
}

/// The scheduled summary (`spec/ios-presentation.md` §5.4).
public struct SummarySettings: Equatable, Sendable {
  /// Times of day, minutes after midnight, in their order; those that were set.
  public var times: [Int] = []
  /// The apps it holds.
  public var apps: Set<BundleID> = []

  /// The times a phone offers first: 08:00 and 18:00.
  public static let standardTimes = [8 * 60, 18 * 60]

  /// The times at which it comes: with apps to hold and no times set ``standardTimes``.
  public var timesInForce: [Int] { isStandard ? Self.standardTimes : times }

  /// Whether it comes at ``standardTimes`` because no others were set.
  public var isStandard: Bool { times.isEmpty && !apps.isEmpty }

  /// No summary.
  public init() {}
}
