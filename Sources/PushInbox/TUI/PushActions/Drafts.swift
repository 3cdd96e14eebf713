import InboxModel

/// Answers begun and not sent. One goes when it was sent or its text was taken out, and not with its push,
/// which may come back; of too many the oldest go.
struct Drafts: Equatable, Sendable {
  static let limit = 100

  private var texts: [AnswerName: String] = [:]
  /// The oldest first.
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

/// The action of a push that a text answers.
struct AnswerName: Hashable, Sendable {
  var push: NotificationID
  var action: ActionIdentifier
}
