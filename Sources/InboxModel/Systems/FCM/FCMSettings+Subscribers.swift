extension FCMSettings {
  /// Returns the apps of a project that subscribed to a target, sorted by name.
  func subscribers(of target: FCMMessage.Target, in project: String) -> [BundleID] {
    let known = apps(of: project)
    let all = Set(topics.values.joined()).union(known ?? [Self.defaultApp])
    return all.filter { app in
      guard known?.contains(app) ?? true else { return false }
      return switch target {
      case .token: false
      case .topic(let name): topics[name]?.contains(app) ?? false
      case .condition(let condition): condition.holds { topics[$0]?.contains(app) ?? false }
      }
    }.sorted { $0 < $1 }
  }

  /// Returns the default app of a project, for messages that name none.
  func app(of project: String) -> BundleID { apps(of: project)?.first ?? Self.defaultApp }
}
