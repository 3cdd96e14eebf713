import Foundation

// The push tokens of Live Activities, for the gateway.

/// A change of the push tokens of Live Activities.
enum ActivityTokenChange {
  /// A token became valid for an app.
  case added(DeviceToken, BundleID)
  /// A token is not valid any more.
  case removed(DeviceToken)
  /// A token is remembered as one that was valid.
  case ended(DeviceToken, ActivityTokens.Ended)
  /// A token is not remembered any more; the tokens of the app that were invalid at this time are
  /// known by their form.
  case forgotten(DeviceToken, BundleID, Date)
}

extension ActivityTokens {
  /// Carries out a change.
  mutating func apply(_ change: ActivityTokenChange) {
    switch change {
    case .added(let token, let app): current[token] = app
    case .removed(let token): current[token] = nil
    case .ended(let token, let ended): self.ended[token] = ended
    case .forgotten(let token, let app, let since):
      ended[token] = nil
      forgottenSince[app] = since
    }
  }
}

extension AppActivities {
  /// Returns the changes of an app's own tokens since an earlier state, oldest first.
  func tokenChanges(since old: AppActivities, of app: BundleID) -> [ActivityTokenChange] {
    var changes: [ActivityTokenChange] = []
    if old.startToken != startToken {
      if let token = old.startToken { changes.append(.removed(token)) }
      if let token = startToken { changes.append(.added(token, app)) }
    }
    guard old.retired.last != retired.last else { return changes }
    let added = retired.reversed().prefix { $0 != old.retired.last }.reversed()
    let gone = old.retired.prefix(max(0, old.retired.count + added.count - retired.count))
    return changes + gone.map { .forgotten($0.token, app, $0.since) }
      + added.map { .ended($0.token, ActivityTokens.Ended($0, of: app)) }
  }
}

extension ActivityTokens.Ended {
  /// Makes the gateway's form of a token of an app.
  init(_ retired: AppActivities.Retired, of app: BundleID) {
    self.init(
      app: app, since: retired.since, activity: retired.card, isReplaced: retired.isReplaced)
  }
}

extension Activities {
  /// All tokens.
  var tokens: ActivityTokens {
    var tokens = ActivityTokens()
    for card in byID.values {
      if let token = card.token { tokens.current[token] = card.app }
    }
    for (app, its) in apps {
      if let token = its.startToken { tokens.current[token] = app }
      tokens.forgottenSince[app] = its.forgottenSince
      for retired in its.retired {
        tokens.ended[retired.token] = ActivityTokens.Ended(retired, of: app)
      }
    }
    return tokens
  }
}

extension AppActivities {
  /// Returns whether the phone created a token for an app and it is no longer valid.
  func isOld(_ token: DeviceToken, of app: BundleID) -> Bool {
    if retired.contains(where: { $0.token == token }) { return true }
    return forgottenSince != nil && token != startToken && token.isOfActivities(of: app)
  }
}
