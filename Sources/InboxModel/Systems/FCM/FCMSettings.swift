/// The settings of FCM (`docs/systems/fcm.md`): the projects of the apps, and their subscriptions.
public struct FCMSettings: Equatable, Sendable {
  /// The apps of each project; of one that names no package the first is meant. Without any project
  /// every project may send, with some only those that have apps (WEB-10, WEB-11, WEB-13).
  public var projects: [String: [BundleID]] = [:]
  /// The apps that subscribed, by topic.
  public var topics: [String: [BundleID]] = [:]

  /// The app of a token of which nothing is known.
  static let defaultApp: BundleID = "com.example.android"

  /// The apps a project may send to; nil for every app.
  func apps(of project: String) -> [BundleID]? { projects.isEmpty ? nil : projects[project] ?? [] }

}

extension FCMSettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .form(
      "projects", \.projects, .table(of: .list(of: .app)) { _ in [] },
      "The apps of each project; without any project every project may send."),
    .form(
      "topics", \.topics, .table(of: .list(of: .app)) { _ in [] },
      "The apps that subscribed, by topic."),
  ]
}
