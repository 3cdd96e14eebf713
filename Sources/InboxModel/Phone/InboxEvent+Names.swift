extension InboxEvent {
  /// The names of the events beside those of outcomes and of other push systems.
  private enum Name: String, CaseIterable {
    case rejected, action, dismissed, read, removed, app, setting, activity, token, channel
  }

  /// The names of all events.
  public static let names =
    Outcome.allCases.map(\.rawValue) + Name.allCases.map(\.rawValue) + Guests.eventNames

  /// The name of the event, the value of `event`.
  public var name: String {
    let name: Name
    switch contents.wrappedValue.kind {
    case .presented(let outcome, _, _, _, _, _, _, _): return outcome.rawValue
    case .guest(let news): return news.name
    case .rejected: name = .rejected
    case .action: name = .action
    case .dismissed: name = .dismissed
    case .read: name = .read
    case .removed: name = .removed
    case .app: name = .app
    case .setting: name = .setting
    case .activity: name = .activity
    case .activityToken: name = .token
    case .channel: name = .channel
    }
    return name.rawValue
  }
}
