import Foundation

// The apps that the user muted until a moment (`docs/rules.md` §3.4).

extension Phone {
  /// Returns the end of an app's mute; nil if it is not muted.
  public func mutedUntil(_ app: BundleID) -> Date? { mutes[app]?.until }

  /// The muted apps, sorted by identifier.
  public var mutedApps: [BundleID] { mutes.keys.sorted { $0 < $1 } }
}
