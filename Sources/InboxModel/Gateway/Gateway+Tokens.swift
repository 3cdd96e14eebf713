import Foundation

// Which tokens are of use, and what becomes of a push to one that is not.

extension Gateway {
  /// Why a token is of no use to an app any more.
  struct TokenEnd {
    /// Since when.
    var since: Date
    /// Whether the app is there again, with another token.
    var isReplaced: Bool
    /// What this push has changed in the book.
    var change: TokenRegistration?
  }

  /// Looks whether a push reaches nobody, since its app is or was uninstalled. That a token is gone is found
  /// out by its push at the latest, as a real device tells it.
  ///
  /// The binary interface never says so: there the token stands in the feedback list, once more with each
  /// push to it after the list was read (`spec/legacy-binary.md` §4.7, §5).
  mutating func tokenEnd(
    _ token: DeviceToken, of app: BundleID, wire: Origin.Wire, at now: Date
  ) -> TokenEnd? {
    guard !missingApps.isEmpty || !tokens.hasOnlyActive else { return nil }
    let isMissing = missingApps.contains(app)
    // A push that names no token means the one the app has now.
    if token == .local { return isMissing ? TokenEnd(since: now, isReplaced: false) : nil }
    let known = tokens[token, app]
    guard let since = known?.goneSince ?? (isMissing ? now : nil) else { return nil }
    var end = TokenEnd(since: since, isReplaced: !isMissing)
    let isNews = known?.goneSince == nil || wire == .legacy
    if isNews, known?.isUntold != true {
      let change = TokenRegistration(token: token, app: app, goneSince: since, isUntold: true)
      tokens.keep(change)
      end.change = change
    }
    return end
  }

  /// These apps are not on the phone now. Whichever way one went, the tokens it had are of no use, and
  /// what waits for it is for nobody.
  mutating func setMissing(_ apps: Set<BundleID>, at now: Date) -> [Effect] {
    let changed = apps.symmetricDifference(missingApps).sorted { $0.rawValue < $1.rawValue }
    missingApps = apps
    let retired = changed.flatMap { tokens.retire($0, at: now) }
    return queue.take { apps.contains($0.app) }.map { .deliver($0.dropped(.appNotInstalled)) }
      + retired.map { .store(.token($0)) }
  }
}

extension Rejection {
  /// `Unregistered`, in the words of this phone.
  init(_ end: Gateway.TokenEnd, of app: BundleID) {
    let since = Timestamp.text(end.since)
    if end.isReplaced {
      self.init(
        .unregistered,
        because:
          "\(app.rawValue) was uninstalled at \(since); installed again, it has another token.",
        fix: "Forget this token and send to the new one: here any other is taken for it.")
    } else {
      self.init(
        .unregistered, because: "\(app.rawValue) is not installed; known since \(since).",
        fix:
          "Forget this token. Installed again (`apps.\(app.rawValue).installed`), the app has another."
      )
    }
    unregisteredSince = end.since
  }
}
