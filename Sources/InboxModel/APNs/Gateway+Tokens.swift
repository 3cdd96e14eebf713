import Foundation

// The validity of device tokens, and the handling of pushes to invalid ones.

extension Gateway {
  /// The reason for which a token is no longer valid for an app.
  struct TokenEnd {
    enum Cause: Equatable {
      /// The app is not installed.
      case missing
      /// The app was installed again and has another token.
      case replaced
      /// `gateway.devices` lists the token as unregistered.
      case listed
      /// The token belonged to a Live Activity.
      case activity(ActivityTokens.Ended)
    }

    /// The moment from which the token is not valid.
    var since: Date
    var cause: Cause
    /// The change of the token book that this push causes; nil for none.
    var change: TokenRegistration?
  }

  /// Returns the end of a token if its app is or was uninstalled; nil if the token is valid. As on
  /// a real device, the push to a token marks it as gone at the latest.
  ///
  /// A wire format without responses does not report the end to the sender. There the feedback
  /// service reports the token, and again after each further push to it.
  mutating func tokenEnd(
    _ token: DeviceToken, of app: BundleID, wire: Origin.Wire, at now: Date
  ) -> TokenEnd? {
    if let listed = settings.devices[token], listed.state == .unregistered {
      let since = listed.since ?? now
      return TokenEnd(
        since: since, cause: .listed,
        change: wire.isHeaderless ? unreported(token, of: app, since: since, isGone: false) : nil)
    }
    if settings.activityTokens == .gone, !activityTokens.ended.isEmpty,
      let ended = activityTokens.end(of: token, for: app), !missingApps.contains(app)
    {
      return TokenEnd(since: ended.since, cause: .activity(ended))
    }
    guard !missingApps.isEmpty || !tokens.hasOnlyActive else { return nil }
    let isMissing = missingApps.contains(app)
    // A push without a token is for the app's current token.
    if token == .local { return isMissing ? TokenEnd(since: now, cause: .missing) : nil }
    let unregisteredSince = tokens[token, app]?.unregisteredSince
    guard let since = unregisteredSince ?? (isMissing ? now : nil) else { return nil }
    let isNews = unregisteredSince == nil || wire.isHeaderless
    return TokenEnd(
      since: since, cause: isMissing ? .missing : .replaced,
      change: isNews ? unreported(token, of: app, since: since, isGone: true) : nil)
  }

  /// Marks a token as one to be reported by the feedback service; nil if it is marked already.
  ///
  /// - Parameter isGone: Whether it is gone permanently, and not only according to the current
  ///   configuration.
  private mutating func unreported(
    _ token: DeviceToken, of app: BundleID, since: Date, isGone: Bool
  ) -> TokenRegistration? {
    var known = tokens[token, app] ?? TokenRegistration(token: token, app: app)
    guard known.unreportedSince == nil else { return nil }
    known.unreportedSince = since
    if isGone { known.unregisteredSince = since }
    tokens.insert(known)
    return known
  }

  /// Sets the apps that are not on the phone. The tokens of an app that was removed or installed
  /// again become invalid, and its waiting pushes are dropped.
  mutating func setMissing(_ apps: Set<BundleID>, at now: Date) -> [Effect] {
    let changed = apps.symmetricDifference(missingApps).sorted { $0 < $1 }
    missingApps = apps
    let retired = changed.flatMap { tokens.retire($0, at: now) }
    return queue.remove { apps.contains($0.app) }.map { .deliver($0.dropped(.appNotInstalled)) }
      + retired.map { .store(.token($0)) }
  }
}

extension Rejection {
  /// Makes the `Unregistered` rejection of a token.
  init(_ end: Gateway.TokenEnd, of app: BundleID) {
    let since = Timestamp.text(end.since)
    switch end.cause {
    case .activity(let ended):
      self.init(ended)
    case .listed:
      self.init(
        .unregistered,
        because: "The app was uninstalled from the device, as reported at \(since).")
    case .replaced:
      self.init(
        .unregistered,
        because:
          "\(app.text) was uninstalled at \(since); after a reinstall it has a new token.",
        fix:
          "Stop sending to this token and send to the new one; here any other token is accepted."
      )
    case .missing:
      self.init(
        .unregistered, because: "\(app.text) is not installed; known since \(since).",
        fix:
          "Stop sending to this token. Once installed again (`apps.\(app.text).installed`), "
          + "the app has another."
      )
    }
    unregisteredSince = end.since
  }
}
