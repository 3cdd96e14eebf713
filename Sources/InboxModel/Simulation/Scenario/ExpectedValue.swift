import Foundation

/// The values that a key of an expectation may have, so that one that no inbox ever has is an error
/// and no failure.
enum ExpectedValue: Equatable, Sendable {
  /// Any text, number, switch or `null`.
  case any
  /// `true` or `false`.
  case truth
  /// A whole number from 0.
  case count
  /// A number from 0, whole or not.
  case amount
  /// A moment in the one form in which moments are printed.
  case moment
  /// One of these words, or one with this beginning.
  case word([String], orBeginning: String? = nil)

  /// More words than these are not listed in a message.
  private static let mostListed = 15

  /// Reads what a value may be from an example of it; a text may be any other.
  init(_ example: JSONValue) {
    switch example {
    case .bool: self = .truth
    case .number(let number) where number.text.allSatisfy(\.isNumber): self = .count
    case .string(let text) where Timestamp.date(text) != nil: self = .moment
    default: self = .any
    }
  }

  /// Returns a value that is either this or the other.
  func joined(with other: ExpectedValue) -> ExpectedValue {
    switch (self, other) {
    case (.word(let left, let beginning), .word(let right, let otherBeginning)):
      .word(left + right.filter { !left.contains($0) }, orBeginning: beginning ?? otherBeginning)
    case _ where self == other: self
    default: .any
    }
  }

  /// Returns the values that can be there and the nearest, or nil for one that can. `null` always
  /// can, as a key is `null` where nothing is to be said.
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
      return ("a moment in UTC with milliseconds", date.map(Timestamp.text))
    case .word(let words, let beginning):
      guard let text = value.string else { return (Self.list(words), nil) }
      guard !words.contains(text), beginning.map(text.hasPrefix) != true else { return nil }
      return (Self.list(words), NearestName.of(text, among: words))
    }
  }

  private static func list(_ words: [String]) -> String {
    words.count <= mostListed ? words.alternatives : "a known code such as `\(words[0])`"
  }
}

// MARK: - The words

extension ExpectedValue {
  /// The values of some keys, wherever they stand in an inbox, a rejected push or an event.
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

  /// The same with the keys of a group.
  static let ofInbox = ofKeys.merging(["by": .word(["thread", "app", "single"])]) { $1 }

  /// The same with those of a rejected push: its reason is a code of a service, or one of ours.
  static let ofRejected = ofKeys.merging([
    "reason": .word(
      RejectionReason.all.map(\.rawValue) + Guests.rejectionReasons, orBeginning: "intake.")
  ]) { $1 }

  /// Returns the same with those of an event.
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
