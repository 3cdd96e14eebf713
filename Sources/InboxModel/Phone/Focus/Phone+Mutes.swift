import Foundation

// The apps the person muted for a while (`docs/rules.md` §3.4).

extension Phone {
  /// Until when an app is muted; nil for one that is not.
  public func mutedUntil(_ app: BundleID) -> Date? { mutes[app]?.until }

  /// The apps that are muted, by their identifiers.
  public var mutedApps: [BundleID] { mutes.keys.sorted { $0 < $1 } }
}
