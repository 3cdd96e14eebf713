/// The generation of the phone, `device.era`. All changes of the rules in another generation are in
/// this file and in `PhoneGeneration+Rules.swift`.
///
/// The phone of 2012 has iOS 5, as most phones had before iOS 6 introduced Do Not Disturb in
/// September of that year. It shows an alert with a badge and a sound unless the app runs in the
/// foreground, which receives the payload instead (APL-10). It groups by app, has one button that
/// opens the app (APL-15, BOK-05), and removes the badge if a push has none (APL-16).
public enum PhoneGeneration: String, Sendable, CaseIterable {
  /// The current generation.
  case today
  /// The generation of 2012.
  case year2012 = "2012"

  /// The rules that do not apply, since their features did not exist.
  var unknownRules: Set<StepName> { self == .today ? [] : Self.unknownIn2012 }

  private static let unknownIn2012: Set<StepName> = [
    .extension, .collapse, .delivery, .summary, .focus, .level, .preview,
  ]

  /// Whether the phone has Focus and Do Not Disturb.
  var hasFocus: Bool { !unknownRules.contains(.focus) }

  /// Whether apps can register categories.
  var hasCategories: Bool { self == .today }

  /// Whether dismissed notifications can be restored. A closed alert box could not be.
  var keepsDismissed: Bool { self == .today }

  /// Whether ``inForce(_:)`` changes anything.
  var changesApps: Bool { self == .year2012 }

  /// Returns an app's settings as far as the phone has them.
  ///
  /// Before quiet delivery existed, provisional authorization counted as authorized.
  func inForce(_ settings: AppSettings) -> AppSettings {
    guard changesApps else { return settings }
    var known = settings
    if known.permission == .provisional { known.permission = .authorized }
    known.deliverQuietly = false
    known.previews = .always
    known.grouping = .byApp
    known.present = .payloadOnly
    known.categories = [:]
    return known
  }

  /// Returns whether a lint finding applies to this phone: in 2012 `action-loc-key` is shown, and
  /// there are no threads and no levels.
  public func isConcerned(by finding: LintFinding) -> Bool {
    guard self == .year2012 else { return true }
    switch finding.rule {
    case .deprecatedKey: return finding.path != "aps.alert.action-loc-key"
    case .noThread, .unstableThread, .threadPerPush: return false
    case .criticalEntitlement, .timeSensitiveEntitlement: return false
    default: return true
    }
  }
}
