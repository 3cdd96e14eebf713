import Foundation

// Apps with provisional authorization: the user's choices about one, offered on its notifications
// (`docs/rules.md` §11, provisional).

extension Phone {
  /// Returns the choices for a notification: the actions of its category and
  /// ``trialAnswers(for:)``.
  public func choices(for notification: DeliveredNotification) -> [Action] {
    (category(of: notification)?.actions ?? []) + trialAnswers(for: notification)
  }

  /// Returns the choices about a provisional app; none for other apps. An action of the category
  /// with the same identifier takes precedence.
  public func trialAnswers(for notification: DeliveredNotification) -> [Action] {
    guard settings.app(notification.app).permission == .provisional else { return [] }
    let taken = Set(category(of: notification)?.actions.map(\.identifier) ?? [])
    return Self.trialAnswers.filter { !taken.contains($0.identifier) }
  }

  static let trialAnswers = [
    Action(identifier: .keep, title: "Keep"),
    Action(identifier: .keepInSummary, title: "Keep in summary"),
    Action(identifier: .turnOff, title: "Turn off", options: .destructive),
  ]

  /// Carries out a choice about a provisional app. The choice is not reported to the app, and its
  /// entries stay unchanged.
  ///
  /// - Returns: Whether the identifier was such a choice.
  mutating func answerTrial(
    _ identifier: ActionIdentifier, about app: BundleID, _ effects: inout [Effect]
  ) -> Bool {
    guard settings.app(app).permission == .provisional,
      Self.trialAnswers.contains(where: { $0.identifier == identifier })
    else { return false }
    if identifier == .keepInSummary { addToSummary(app, &effects) }
    let answer: AuthorizationStatus = identifier == .turnOff ? .denied : .authorized
    change(.setting(.app(app, "permission"), .string(answer.rawValue)), &effects)
    return true
  }

  private mutating func addToSummary(_ app: BundleID, _ effects: inout [Effect]) {
    var summary = settings.summary
    guard summary.apps.insert(app).inserted else { return }
    change(.setting(SettingPath(["summary", "apps"]), summary.json["apps"] ?? []), &effects)
  }
}

extension ActionIdentifier {
  /// The action Keep, delivered immediately, which authorizes the app.
  public static let keep = ActionIdentifier("keep")
  /// The action Keep, in the scheduled summary, which authorizes the app; the summary holds its
  /// pushes.
  public static let keepInSummary = ActionIdentifier("keepInSummary")
  /// The action Turn Off, which denies the app's notifications.
  public static let turnOff = ActionIdentifier("turnOff")
}
