import Foundation

/// The values that a key of an expectation may have, so that an impossible value is an error
/// instead of a failure.
enum ExpectedValue: Equatable, Sendable {
  /// Any string, number, Boolean or `null`.
  case any
  /// `true` or `false`.
  case truth
  /// A whole number of 0 or more.
  case count
  /// A number of 0 or more.
  case amount
  /// A moment in the printed form.
  case moment
  /// One of these words, or a word with this prefix.
  case word([String], orBeginning: String? = nil)

  /// The maximum number of words that a message lists.
  private static let maximumListed = 15

  /// Makes the possible values from an example; a string may be any other.
  init(_ example: JSONValue) {
    switch example {
    case .bool: self = .truth
    case .number(let number) where number.text.allSatisfy(\.isNumber): self = .count
    case .string(let text) where Timestamp.date(text) != nil: self = .moment
    default: self = .any
    }
  }

  /// Returns the union with other values.
  func joined(with other: ExpectedValue) -> ExpectedValue {
    switch (self, other) {
    case (.word(let left, let beginning), .word(let right, let otherBeginning)):
      .word(left + right.filter { !left.contains($0) }, orBeginning: beginning ?? otherBeginning)
    case _ where self == other: self
    default: .any
    }
  }

  /// Returns the possible values and the nearest one for an impossible value; nil for a possible
  /// one. `null` is always possible, since a key is `null` if it has no value.
  func problem(with value: JSONValue) -> (expected: String, suggestion: String?)? {
    guard !value.isNull else { return nil }
    switch self {
    case .any: return nil
    case .truth:
      guard case .bool = value else { return ("`true` or `false`", nil) }
      return nil
    case .count:
      guard let count = value.int, count >= 0 else { return ("a whole number from 0", nil) }
      return nil
    case .amount:
      guard case .number(let number) = value, !number.text.hasPrefix("-") else {
        return ("a number from 0", nil)
      }
      return nil
    case .moment:
      let date = value.string.flatMap(Timestamp.date)
      guard value.string != date.map(Timestamp.text) || date == nil else { return nil }
      return ("a time in UTC with milliseconds", date.map(Timestamp.text))
    case .word(let words, let beginning):
      guard let text = value.string else { return (Self.list(words), nil) }
      guard !words.contains(text), beginning.map(text.hasPrefix) != true else { return nil }
      return (Self.list(words), NearestName.of(text, among: words))
    }
  }

  private static func list(_ words: [String]) -> String {
    words.count <= maximumListed
      ? words.alternatives
      : "a known code such as `\(words[0])` (`pushinbox schema scenario` lists them)"
  }
}

// MARK: - The words

extension ExpectedValue {
  /// The values of certain keys, anywhere in an inbox, a rejected request or an event.
  static let ofKeys: [String: ExpectedValue] = [
    "delegate": words(AppCall.self), "grouping": words(GroupingSetting.self),
    "lateBy": .amount, "lateMean": .amount, "lateWorst": .amount,
    "level": words(InterruptionLevel.self), "lock": words(LockState.self),
    "outcome": words(Outcome.self), "previews": words(ShowPreviewsSetting.self),
    "presented": .word(PresentationOptions.all.names),
    "rate": .amount, "rateWithout": .amount,
    "reason": .word(ReasonCode.all.map(\.rawValue)), "state": words(AppRunState.self),
    "volume": .amount, "wire": .word(Origin.Wire.all.map(\.rawValue)),
  ]

  /// The values with those of a group's keys.
  static let ofInbox = ofKeys.merging(["by": .word(["thread", "app", "single"])]) { $1 }

  /// The values with those of a rejected request: its reason is a code of a service or of
  /// PushInbox.
  static let ofRejected = ofKeys.merging([
    "reason": .word(
      RejectionReason.all.map(\.rawValue) + Guests.rejectionReasons, orBeginning: "intake.")
  ]) { $1 }

  /// Returns the values with those of an event.
  static func ofEvent(_ kind: InboxEvent.Kind) -> [String: ExpectedValue] {
    switch kind {
    case .rejected: ofRejected
    case .guest(let news): ofKeys.merging(["kind": .word(news.kinds)]) { $1 }
    default: ofKeys.merging(["by": words(InboxEvent.Actor.self)]) { $1 }
    }
  }

  private static func words<Word: CaseIterable & RawRepresentable>(
    _ type: Word.Type
  ) -> ExpectedValue where Word.RawValue == String {
    .word(type.allCases.map(\.rawValue))
  }
}
