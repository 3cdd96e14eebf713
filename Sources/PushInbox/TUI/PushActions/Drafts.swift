import InboxModel

/// Unsent answers. A draft is removed when it is sent or its text is deleted, but not with its
/// push, which may be restored. Above the limit the oldest drafts are dropped.
struct Drafts: Equatable, Sendable {
  static let limit = 100

  private var texts: [AnswerName: String] = [:]
  /// The names of the drafts, oldest first.
  private var names: [AnswerName] = []

  var isEmpty: Bool { names.isEmpty }

  subscript(name: AnswerName) -> String? {
    get { texts[name] }
    set {
      let text = newValue.flatMap { $0.isEmpty ? nil : $0 }
      names.removeAll { $0 == name }
      texts[name] = text
      if text != nil { names.append(name) }
      if names.count > Self.limit { texts[names.removeFirst()] = nil }
    }
  }
}

/// The action of a push to which a draft belongs.
struct AnswerName: Hashable, Sendable {
  var push: NotificationID
  var action: ActionIdentifier
}
