import Foundation

// The scheduled summary: the pushes that it holds and their release (`docs/rules.md` §5.4).

extension Phone {
  /// Returns the moment of the summary that holds an app's pushes; nil for none.
  mutating func summaryTime(of app: BundleID) -> Date? {
    guard settings.summary.apps.contains(app) else { return nil }
    return summaryClock.next(after: now, settings: settings)
  }

  /// The held notifications in the order of the summary: by time, then by relevance, the most
  /// relevant first, then the newest first (`docs/rules.md` §5.4, §14).
  public var heldByRelevance: [HeldPush] {
    func rank(_ push: HeldPush) -> (Date, Double, Int) {
      let notification = push.notification
      return (push.until, -notification.relevanceScore, -notification.arrival.rawValue)
    }
    return held.sorted { rank($0) < rank($1) }
  }

  /// Releases the held pushes immediately, as silently as at their time: "Show next summary".
  mutating func showSummary(_ effects: inout [Effect]) {
    let kept = waiting.oldestFirst.filter(\.isForSummary)
    for push in kept { waiting.remove(push.notification.id) }
    release(kept, &effects)
  }

  /// Reconsiders all held pushes after the settings or the clock changed.
  ///
  /// Pushes that have no place any more are removed: their app was uninstalled, may not notify, or
  /// its Notification Center was turned off. Pushes that no summary would hold any more enter the
  /// list as they would at their time. The others get the time of the next summary.
  mutating func settleHeld(_ effects: inout [Effect]) {
    for push in waiting.oldestFirst {
      let notification = push.notification
      let app = settings.app(notification.app)
      if !app.installed || !app.mayNotify || !app.list {
        waiting.remove(notification.id)
        emitRemoved(notification, by: app.installed ? .user : .app, &effects)
      } else if !push.isForSummary {
        continue
      } else if let time = summaryTime(of: notification.app) {
        guard time != push.until else { continue }
        waiting.remove(notification.id)
        waiting.insert(HeldPush(notification: notification, until: time))
        effects.append(
          .store(
            .update(
              notification.id, isRead: notification.isRead, acted: notification.acted,
              place: .held(until: time))))
      } else {
        waiting.remove(notification.id)
        release([push], &effects)
      }
    }
  }
}

extension HeldPush {
  /// Whether it is held for the summary and was not snoozed.
  var isForSummary: Bool { notification.reason == .summaryHeld }
}

extension AppSettings {
  /// Whether the user lets the app notify at all.
  var mayNotify: Bool { permission == .authorized || permission == .provisional }
}
