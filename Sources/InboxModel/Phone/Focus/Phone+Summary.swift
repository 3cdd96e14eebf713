import Foundation

// The scheduled summary: what it keeps, and how that comes out (`docs/rules.md` §5.4).

extension Phone {
  /// When the summary comes that keeps an app's pushes; nil when none does.
  mutating func summaryTime(of app: BundleID) -> Date? {
    guard settings.summary.apps.contains(app) else { return nil }
    return summaryClock.next(after: now, settings: settings)
  }

  /// The held notifications in the order of the summary: by time, then the most relevant first, of
  /// equally relevant ones the newest (`docs/rules.md` §5.4, §14).
  public var heldByRelevance: [HeldPush] {
    func rank(_ push: HeldPush) -> (Date, Double, Int) {
      let notification = push.notification
      return (push.until, -notification.relevanceScore, -notification.arrival.rawValue)
    }
    return held.sorted { rank($0) < rank($1) }
  }

  /// Lets in at once, as silently as at its time, what the summary keeps: "Show next summary".
  mutating func showSummary(_ effects: inout [Effect]) {
    let kept = waiting.oldestFirst.filter(\.isForSummary)
    for push in kept { waiting.remove(push.notification.id) }
    letIn(kept, &effects)
  }

  /// Asks again about all that is kept back, since settings or the clock are others now.
  ///
  /// What has no place to go any more is removed: the app was uninstalled, may not notify, or its
  /// Notification Center was turned off. What no summary would keep any more enters as it would
  /// have at its time; for the rest of the summary the time is the next there is.
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
        letIn([push], &effects)
      }
    }
  }
}

extension HeldPush {
  /// Whether it waits for the summary, and not because the person snoozed it.
  var isForSummary: Bool { notification.reason == .summaryHeld }
}

extension AppSettings {
  /// Whether the person lets the app notify at all.
  var mayNotify: Bool { permission == .authorized || permission == .provisional }
}
