/// Matches entries of a list as ``Filter/matches(_:on:)`` does, without making a notification of
/// each: texts are searched in place, and shared fields are evaluated once.
struct EntryMatcher {
  /// The results for shared fields.
  struct Shared: Sendable {
    fileprivate var terms: [[ObjectIdentifier: (fields: Inbox.Shared, holds: Bool)]]

    init(_ filter: Filter) {
      terms = Array(repeating: [:], count: filter.terms.count)
    }
  }

  private let filter: Filter
  private let device: Phone
  /// The results so far, for the filter's next matcher.
  private(set) var known: Shared

  init(_ filter: Filter, on device: Phone, known: Shared? = nil) {
    self.filter = filter
    self.device = device
    self.known = known ?? Shared(filter)
  }

  /// Returns whether an entry matches.
  mutating func matches(_ entry: Inbox.Entry) -> Bool {
    for (number, term) in filter.terms.enumerated() {
      let holds =
        holds(term.condition, number, for: entry)
        ?? term.condition.holds(for: entry.notification, on: device)
      if holds == term.isNegated { return false }
    }
    return true
  }

  /// Returns whether a condition holds for an entry; nil if it needs the whole notification.
  private mutating func holds(
    _ condition: Filter.Condition, _ number: Int, for entry: Inbox.Entry
  ) -> Bool? {
    switch condition {
    case .text(let word):
      return entry.containsText { _, text in word.occurs(in: text) }
        || sharedFields(of: entry, number) { shared, device in
          word.occurs(in: shared.fields.threadIdentifier.text)
            || PayloadText.hasCustomKey(word, in: shared.fields.shape)
            || word.occurs(in: shared.fields.app.text)
            || word.occurs(in: device.settings.apps[shared.fields.app]?.name)
        }
    case .title(let word):
      return entry.containsText { part, text in part == .title && word.occurs(in: text) }
    case .body(let word):
      return entry.containsText { part, text in part == .body && word.occurs(in: text) }
    case .payload(let word):
      if sharedFields(of: entry, number, { shared, _ in word.occurs(in: shared.fields.shape) }) {
        return true
      }
      return hasValue(word, entry)
    case .app, .thread, .topic, .token, .category, .type, .reason:
      let notification = { entry.notification }
      return sharedFields(of: entry, number) { _, device in
        condition.holds(for: notification(), on: device)
      }
    case .level(let level): return entry.level == level
    case .state(.quiet): return entry.outcome == .quiet
    case .state(.unread): return !entry.isRead
    case .state(.read): return entry.isRead
    default: return nil
    }
  }

  /// Returns whether a word occurs in a value of the payload, which may be a reference to one of
  /// the texts before it.
  private func hasValue(_ word: FoldedText, _ entry: Inbox.Entry) -> Bool {
    // The texts that contain the word; the payload's values come last.
    var found = Inbox.EntryParts()
    return entry.containsText { part, text in
      guard part == .values else {
        if word.occurs(in: text) { found.insert(part) }
        return false
      }
      if word.occurs(in: text) { return true }
      let shared = entry.shared
      return PayloadText.references(in: text).contains { field in
        switch field {
        case .title: found.contains(.title)
        case .subtitle: found.contains(.subtitle)
        case .body: found.contains(.body)
        case .thread: word.occurs(in: shared.fields.threadIdentifier.text)
        case .category: word.occurs(in: shared.fields.categoryIdentifier?.text)
        }
      }
    }
  }

  /// Evaluates the shared fields of an entry, unless that was done for another entry.
  private mutating func sharedFields(
    of entry: Inbox.Entry, _ number: Int, _ holds: (Inbox.Shared, Phone) -> Bool
  ) -> Bool {
    let shared = entry.shared
    if let known = known.terms[number][ObjectIdentifier(shared)] { return known.holds }
    let result = holds(shared, device)
    known.terms[number][ObjectIdentifier(shared)] = (shared, result)
    return result
  }
}
