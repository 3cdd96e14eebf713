// The operations that an app performs by itself.

extension Phone {
  /// Returns the first removal of a Live Activity that its app does not have; nil for none.
  public func unknownActivity(in changes: [SettingChange]) -> (app: BundleID, id: ActivityID)? {
    for case .byApp(let app, .removeActivity(let id?)) in changes
    where activities[id]?.app != app {
      return (app, id)
    }
    return nil
  }

  /// Carries out an app's operation. As in the app's own API, an operation that changes nothing has
  /// no effect: unknown identifiers are ignored (C8).
  mutating func carryOut(_ operation: AppOperation, of app: BundleID, _ effects: inout [Effect]) {
    guard settings.app(app).installed else { return }
    switch operation {
    case .setBadge(let number):
      let old = badges[app] ?? 0
      guard number != old else { return }
      emit(operation.prefix + app.text, operation.word, was: String(old), &effects)
      setBadge(number, of: app, &effects)
    case .remove(let requestID?):
      guard let id = inbox.entry(of: app, requestID: requestID) else { return }
      remove(id, by: .app, &effects)
    case .remove(nil):
      for id in inbox.ids(of: app) { remove(id, by: .app, &effects) }
    case .removeActivity(let id?):
      guard activities[id]?.app == app else { return }
      removeActivity(id, by: .user, &effects)
    case .removeActivity(nil):
      for card in activities.newestFirst where card.app == app {
        removeActivity(card.id, by: .user, &effects)
      }
    case .renewTokens:
      renewStartToken(of: app, &effects)
      for card in activities.running(of: app).reversed() where card.token != nil {
        renewToken(of: card.id, &effects)
      }
    case .guest(let operation): Guests.carryOut(operation, of: app, in: &self, &effects)
    }
  }
}
