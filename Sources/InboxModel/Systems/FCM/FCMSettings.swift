/// What FCM knows (`fcm` in `design/contract.md` §10): whose apps there are, and what they subscribed to.
public struct FCMSettings: Equatable, Sendable {
  /// The apps of each project; of one that names no package the first is meant. Without any project every
  /// project may send, with some only those that have apps (WEB-10, WEB-11, WEB-13).
  public var projects: [String: [BundleID]] = [:]
  /// The apps that subscribed, by topic.
  public var topics: [String: [BundleID]] = [:]

  /// The app of a token of which nothing is known.
  static let defaultApp: BundleID = "com.example.android"

  /// Nothing known: everything is taken.
  public init() {}

  /// The apps a project may send to; nil for every app.
  func apps(of project: String) -> [BundleID]? {
    projects.isEmpty ? nil : projects[project] ?? []
  }

}

extension FCMSettings {
  /// The `fcm` object.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try Self.apply("projects", &reader, onto: &projects)
    try Self.apply("topics", &reader, onto: &topics)
  }

  /// Lists of apps by name.
  private static func apply(
    _ key: String, _ reader: inout SettingsReader, onto lists: inout [String: [BundleID]]
  ) throws(SettingsError) {
    var result = lists
    try reader.names(key) {
      (name: String, reader: inout SettingsReader) throws(SettingsError) in
      try reader.elements(name, as: BundleID.form, into: &result[name, default: []]) { value in
        value.string.flatMap { BundleID(wellFormed: $0) }
      }
    }
    lists = result
  }

  /// As a file would say it.
  var json: JSONObject {
    ["projects": Self.json(projects), "topics": Self.json(topics)]
  }

  private static func json(_ lists: [String: [BundleID]]) -> JSONValue {
    .object(
      JSONObject(
        sorted: lists.map { name, apps in
          (name, .array(apps.map { .string($0.rawValue) }))
        }))
  }
}
