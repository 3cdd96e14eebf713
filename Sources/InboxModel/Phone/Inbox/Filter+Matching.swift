import Foundation

extension Filter {
  /// Returns whether a notification matches.
  ///
  /// Words are searched in the app's text, whether previews hide it or not, so that the result does
  /// not depend on the lock state; `is:hidden` tests for that. They are also searched in the
  /// thread, in the app's bundle identifier and name, and in the received payload, except the keys
  /// below `aps`, which nearly all pushes have.
  public func matches(_ notification: DeliveredNotification, on device: Phone) -> Bool {
    terms.allSatisfy { $0.holds(for: notification, on: device) }
  }

  /// Returns whether a rejected request matches. Words are searched in the reason, its explanations
  /// and the app; `id:` accepts `R9` and the apns-id. Conditions on fields that a rejected request
  /// does not have, such as the payload, match nothing.
  public func matches(_ rejected: RejectedRequest) -> Bool {
    terms.allSatisfy { $0.holds(for: rejected) }
  }

  /// Returns whether an event is about a matching push: as the phone knows the push, else as
  /// `stored` returns it, else, if it was deleted, by the fields of the event. An event without a
  /// push has only an app.
  public func matches(
    _ event: InboxEvent, on device: Phone,
    stored: (NotificationID) -> DeliveredNotification? = { _ in nil }
  ) -> Bool {
    if case .rejected(let rejected) = event.kind { return matches(rejected) }
    if case .activity(let card, _) = event.kind, asksForActivities {
      return matches(card, on: device)
    }
    guard let id = event.id else {
      return terms.allSatisfy { term in
        guard case .app(let name) = term.condition, let app = event.app else {
          return term.isNegated
        }
        return name.names(app, on: device) != term.isNegated
      }
    }
    if let notification = device.notification(id) ?? stored(id) {
      return matches(notification, on: device)
    }
    var candidate = DeliveredNotification(
      id: id, apnsID: "", requestID: "", app: event.app ?? "", threadIdentifier: event.thread ?? "",
      receivedAt: event.at, topic: event.app?.text ?? "")
    if case .presented(
      let outcome, let reason, _, let title, let body, let requestID, let apnsID,
      let times) = event.kind
    {
      (candidate.receivedAt, candidate.deliveredAt) = (times.receivedAt, times.deliveredAt)
      (candidate.outcome, candidate.reason) = (outcome, reason)
      (candidate.requestID, candidate.apnsID) = (requestID, apnsID)
      candidate.content = .init(title: title, body: body)
    }
    return matches(candidate, on: device)
  }
}

extension Filter.Term {
  fileprivate func holds(for notification: DeliveredNotification, on device: Phone) -> Bool {
    condition.holds(for: notification, on: device) != isNegated
  }

  fileprivate func holds(for rejected: RejectedRequest) -> Bool {
    condition.holds(for: rejected) != isNegated
  }
}

extension Filter.Condition {
  func holds(for notification: DeliveredNotification, on device: Phone) -> Bool {
    switch self {
    case .text(let text):
      return text.occurs(in: notification.content.title)
        || text.occurs(in: notification.content.body)
        || text.occurs(in: notification.content.subtitle)
        || text.occurs(in: notification.threadIdentifier.text)
        || notification.payloadText.hasCustom(text)
        || text.occurs(in: notification.app.text)
        || text.occurs(in: device.settings.apps[notification.app]?.name)
    case .title(let text): return text.occurs(in: notification.content.title)
    case .body(let text): return text.occurs(in: notification.content.body)
    case .payload(let text): return notification.payloadText.has(text, of: notification)
    case .json(let path, let value):
      return notification.payloadText.has(path, equalTo: value, of: notification)
    case .app(let name): return name.names(notification.app, on: device)
    case .thread(let thread): return notification.threadIdentifier == thread
    case .topic(let topic): return notification.topic == topic
    case .id(Filter.last): return notification.id == device.inbox.newest
    case .id(let id):
      return id == String(notification.id.rawValue) || notification.isCalled(id)
    case .token(let prefix): return notification.token.begins(with: prefix)
    case .level(let level): return notification.level == level
    case .category(let category): return notification.categoryIdentifier ?? "" == category
    case .type(let type): return notification.pushType == type
    case .reason(let code): return code.isCodePrefix(of: notification.reason.rawValue)
    case .before(let date): return notification.date < date
    case .after(let date): return notification.date >= date
    case .late(let seconds): return notification.times.lateBy.map { $0 >= seconds } ?? false
    case .larger(let bytes): return notification.payloadSize > bytes
    case .state(.unread): return !notification.isRead
    case .state(.read): return notification.isRead
    case .state(.quiet): return notification.outcome == .quiet
    case .state(.shown): return notification.outcome == .shown
    case .state(.heard): return notification.presented.isAudible
    case .state(.silent): return notification.outcome == .silent
    case .state(.rejected): return false
    case .state(.activity): return notification.pushType == .liveactivity
    case .state(.hidden): return device.visibleText(of: notification).isHidden
    case .feature(.action):
      return device.registeredCategory(of: notification)?.actions.isEmpty == false
    case .feature(.reply):
      return device.registeredCategory(of: notification)?.actions.contains { $0.textInput != nil }
        ?? false
    case .saved(let terms): return terms.allSatisfy { $0.holds(for: notification, on: device) }
    }
  }

  fileprivate func holds(for rejected: RejectedRequest) -> Bool {
    switch self {
    case .text(let text):
      return text.occurs(in: rejected.reason) || text.occurs(in: rejected.because)
        || text.occurs(in: rejected.fix) || text.occurs(in: rejected.app?.text)
    case .app(let name): return rejected.app.map { name.names($0) } ?? false
    case .topic(let topic):
      return rejected.fields.contains { $0.name == PushHeaders.Name.topic && $0.value == topic }
    case .id(let id): return id == "R\(rejected.number)" || rejected.isCalled(id)
    case .token(let prefix): return rejected.token?.lowercased().hasPrefix(prefix) ?? false
    case .type(let type):
      return rejected.fields.contains {
        $0.name == PushHeaders.Name.pushType && $0.value == type.rawValue
      }
    case .reason(let code):
      return code.isCodePrefix(of: rejected.reason)
        || code.isCodePrefix(of: rejected.shortReason)
        || code.isCodePrefix(of: "reject." + rejected.reason)
    case .before(let date): return rejected.at < date
    case .after(let date): return rejected.at >= date
    case .larger(let bytes): return rejected.size > bytes
    case .state(let state): return state == .rejected
    case .saved(let terms): return terms.allSatisfy { $0.holds(for: rejected) }
    case .thread, .title, .body, .payload, .json, .level, .category, .late, .feature:
      return false
    }
  }
}

extension RejectedRequest {
  /// Returns whether a text is the apns-id of the response, in any case.
  func isCalled(_ name: String) -> Bool { apnsID?.text.isSame(as: name) == true }

  /// Returns whether a code of `reason:`, or its prefix, is one that only rejected requests have:
  /// of Apple, or of an intake, also without `intake.`.
  static func isReason(_ code: String) -> Bool {
    RejectionReason.all.contains { $0.rawValue.hasPrefix(code) }
      || firstParts.contains { code == $0 || code.hasPrefix($0 + ".") }
  }

  /// The first parts of such codes, and the second parts of those of an intake. No code of
  /// ``ReasonCode/table`` begins with one of the latter.
  private static let firstParts = [
    "reject", "intake", "full", "http", "icq", "legacy", "line", "proxy", "tls", "token", "unread",
  ]
}

extension FoldedText {
  /// Returns whether this is a bundle identifier or its last part.
  fileprivate func names(_ app: BundleID) -> Bool {
    equals(app.text) || equals(app.lastPart)
  }

  /// Returns whether this is a bundle identifier, its last part (the name of most apps), or the
  /// name in the settings.
  func names(_ app: BundleID, on device: Phone) -> Bool {
    names(app) || device.settings.apps[app]?.name.map(equals) ?? false
  }
}

extension String {
  /// Returns whether this is a reason code or its prefix: `dnd` and `dnd.sch` match `dnd.schedule`.
  fileprivate func isCodePrefix(of code: String) -> Bool {
    code.hasPrefix(self)
      && (code.utf8.count == utf8.count || !Self.wholeCodes.contains(self))
  }

  /// Codes that never count as a prefix of a longer one.
  private static let wholeCodes: Set<String> = {
    let reasons = RejectionReason.all.map(\.rawValue)
    return Set(
      reasons + reasons.map { "reject." + $0 } + [ReasonCode.kindBackground.rawValue])
  }()
}
