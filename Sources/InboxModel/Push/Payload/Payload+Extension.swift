// The keys that a service extension may change (`docs/rules.md` §8.5, N7 and N8).

extension Payload {
  /// Returns the payload with an extension's changes: text, badge, sound, thread, category, level,
  /// score and custom keys come from the answer, all other keys stay. An answer without text keeps
  /// the original text: an extension cannot suppress a notification (N8).
  func changed(by answer: Payload) -> Payload {
    var result = self
    if answer.hasAlert { result.alert = answer.alert }
    result.badge = answer.badge
    result.sound = answer.sound
    result.threadIdentifier = answer.threadIdentifier
    result.categoryIdentifier = answer.categoryIdentifier
    result.targetContentIdentifier = answer.targetContentIdentifier
    result.interruptionLevel = answer.interruptionLevel
    result.relevanceScore = answer.relevanceScore
    result.filterCriteria = answer.filterCriteria
    result.custom = answer.custom
    result.android = answer.android
    return result
  }

  /// Returns the keys of `aps` whose values differ from another payload's.
  func parts(unlike other: Payload) -> [String] {
    let same: [(String, Bool)] = [
      ("title", self.alert?.title == other.alert?.title),
      ("subtitle", self.alert?.subtitle == other.alert?.subtitle),
      ("body", self.alert?.body == other.alert?.body),
      ("badge", self.badge == other.badge), ("sound", self.sound == other.sound),
      ("thread-id", self.threadIdentifier == other.threadIdentifier),
      ("category", self.categoryIdentifier == other.categoryIdentifier),
      ("interruption-level", self.interruptionLevel == other.interruptionLevel),
      ("relevance-score", self.relevanceScore == other.relevanceScore),
      ("filter-criteria", self.filterCriteria == other.filterCriteria),
      ("target-content-id", self.targetContentIdentifier == other.targetContentIdentifier),
      ("the app's own keys", self.custom == other.custom),
    ]
    return same.filter { !$0.1 }.map(\.0)
  }
}
