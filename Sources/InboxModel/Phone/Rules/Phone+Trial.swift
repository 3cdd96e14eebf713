import Foundation

// An app on trial: what the person can say about it on one of its notifications
// (`docs/rules.md` §11, provisional).

extension Phone {
  /// Returns the choices for a notification: the actions of its category and
  /// ``trialAnswers(for:)``.
  public func choices(for notification: DeliveredNotification) -> [Action] {
    (category(of: notification)?.actions ?? []) + trialAnswers(for: notification)
  }

  /// The answers to whether an app on trial is kept; none for others. A button of the same
  /// identifier goes before an answer.
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

  /// Carries out an answer about an app on trial; the app hears nothing of it. Entries stay as they
  /// are.
  ///
  /// - Returns: Whether the identifier was such an answer.
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
  /// Keep, delivered immediately: the app is authorized.
  public static let keep = ActionIdentifier("keep")
  /// Keep, in the scheduled summary: the app is authorized, and the summary keeps its pushes.
  public static let keepInSummary = ActionIdentifier("keepInSummary")
  /// Turn off: the app may not notify any more.
  public static let turnOff = ActionIdentifier("turnOff")
}
