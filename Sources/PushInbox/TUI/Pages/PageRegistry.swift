/// The pages of the screen.
enum PageRegistry {
  /// One line for each page, in the order in which the manual lists their views. A page that shares
  /// its view with another one of the list is left out.
  static let pages: [any Page.Type] = [
    InboxPage.self,
    RejectedPage.self,
    LogPage.self,
    SettingsPage.self,
    HeldPage.self,
    ActivityPage.self,
    LockScreenPage.self,
    InspectorPage.self,
    RequestPage.self,
    HelpPage.self,
    WelcomePage.self,
  ]

  static let views = pages.flatMap { $0.views }

  /// The pages that keep their state while they are closed, by the commands that open them.
  static let kept = Dictionary(
    pages.compactMap { $0 as? any KeptPage.Type }.map { ($0.command, $0) },
    uniquingKeysWith: { first, _ in first })
}
