/// The settings of FCM (`docs/systems/fcm.md`): the projects of apps, and their subscriptions.
public struct FCMSettings: Equatable, Sendable {
  /// The apps of each project; the first is the default for messages that name no package. Without
  /// any project every project may send; otherwise only those with apps may (WEB-10, WEB-11,
  /// WEB-13).
  public var projects: [String: [BundleID]] = [:]
  /// The subscribed apps by topic.
  public var topics: [String: [BundleID]] = [:]

  /// The app of an unknown token.
  static let defaultApp: BundleID = "com.example.android"

  /// Returns the apps that a project may send to; nil for every app.
  func apps(of project: String) -> [BundleID]? { projects.isEmpty ? nil : projects[project] ?? [] }

}

extension FCMSettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .form(
      "projects", \.projects, .table(of: .list(of: .app)) { _ in [] },
      "The apps of each project; without any project every project may send."
    ).sample(#"{ "my-project": ["com.example.android"] }"#),
    .form(
      "topics", \.topics, .table(of: .list(of: .app)) { _ in [] },
      "The apps that are subscribed to each topic."
    ).sample(#"{ "news": ["com.example.android"] }"#),
  ]
}
