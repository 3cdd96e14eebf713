import Foundation

// Which tokens are of use, and what becomes of a push to one that is not.

extension Gateway {
  /// Why a token is of no use to an app any more.
  struct TokenEnd {
    enum Cause {
      /// The app is not on the phone.
      case missing
      /// The app is there again, with another token.
      case replaced
      /// `gateway.devices` says so.
      case listed
    }

    /// Since when.
    var since: Date
    var cause: Cause
    /// The change of the token book by this push.
    var change: TokenRegistration?
  }

  /// Looks whether a push reaches nobody, since its app is or was uninstalled. That a token is gone
  /// is found out by its push at the latest, as a real device tells it.
  ///
  /// An interface that does not answer never says so: there the token has to be reported, once more
  /// with each push to it after that was done.
  mutating func tokenEnd(
    _ token: DeviceToken, of app: BundleID, wire: Origin.Wire, at now: Date
  ) -> TokenEnd? {
    if let listed = settings.devices[token], listed.state == .unregistered {
      let since = listed.since ?? now
      return TokenEnd(
        since: since, cause: .listed,
        change: wire.isHeaderless ? unreported(token, of: app, since: since, isGone: false) : nil)
    }
    guard !missingApps.isEmpty || !tokens.hasOnlyActive else { return nil }
    let isMissing = missingApps.contains(app)
    // A push that names no token means the one the app has now.
    if token == .local { return isMissing ? TokenEnd(since: now, cause: .missing) : nil }
    let goneSince = tokens[token, app]?.goneSince
    guard let since = goneSince ?? (isMissing ? now : nil) else { return nil }
    let isNews = goneSince == nil || wire.isHeaderless
    return TokenEnd(
      since: since, cause: isMissing ? .missing : .replaced,
      change: isNews ? unreported(token, of: app, since: since, isGone: true) : nil)
  }

  /// Marks a token as one to be reported; nil when it is.
  ///
  /// - Parameter isGone: Whether it is gone for good, and not only by what the configuration says
  ///   today.
  private mutating func unreported(
    _ token: DeviceToken, of app: BundleID, since: Date, isGone: Bool
  ) -> TokenRegistration? {
    var known = tokens[token, app] ?? TokenRegistration(token: token, app: app)
    guard known.untoldSince == nil else { return nil }
    known.untoldSince = since
    if isGone { known.goneSince = since }
    tokens.insert(known)
    return known
  }

  /// These apps are not on the phone now. Whichever way one went, the tokens it had are of no use,
  /// and what waits for it is for nobody.
  mutating func setMissing(_ apps: Set<BundleID>, at now: Date) -> [Effect] {
    let changed = apps.symmetricDifference(missingApps).sorted { $0 < $1 }
    missingApps = apps
    let retired = changed.flatMap { tokens.retire($0, at: now) }
    return queue.remove { apps.contains($0.app) }.map { .deliver($0.dropped(.appNotInstalled)) }
      + retired.map { .store(.token($0)) }
  }
}

extension Rejection {
  /// `Unregistered`, in the words of this phone.
  init(_ end: Gateway.TokenEnd, of app: BundleID) {
    let since = Timestamp.text(end.since)
    switch end.cause {
    case .listed:
      self.init(
        .unregistered,
        because: "The app is gone from the device, as was known at \(since).")
    case .replaced:
      self.init(
        .unregistered,
        because:
          "\(app.text) was uninstalled at \(since); installed again, it has another token.",
        fix: "Forget this token and send to the new one: here any other is taken for it.")
    case .missing:
      self.init(
        .unregistered, because: "\(app.text) is not installed; known since \(since).",
        fix:
          "Forget this token. Installed again (`apps.\(app.text).installed`), the app has another."
      )
    }
    unregisteredSince = end.since
  }
}
