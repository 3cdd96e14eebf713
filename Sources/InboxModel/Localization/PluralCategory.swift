/// The plural form for a whole number (Unicode CLDR, "Language Plural Rules").
public enum PluralCategory: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other

  /// Makes the form for a count in a language.
  ///
  /// Languages without a rule here follow English. Chinese, Japanese, Korean, Thai, Vietnamese,
  /// Indonesian, Malay, Burmese, Khmer and Lao have one form only.
  ///
  /// - Parameters:
  ///   - count: The number; of a negative one its absolute value.
  ///   - language: A BCP 47 tag; script and region are ignored, except for `pt-PT`.
  public init(_ count: Int, language: String) {
    let number = count.magnitude
    let (tens, hundreds) = (number % 10, number % 100)
    let isTeen = (11...19).contains(hundreds)
    switch language.prefix(while: { $0 != "-" }) {
    case "zh", "ja", "ko", "th", "vi", "id", "ms", "my", "km", "lo": self = .other
    case "fr",
      "pt" where language != "pt-PT":
      self = number <= 1 ? .one : number.isWholeMillions ? .many : .other
    case "es", "it", "ca", "pt": self = number == 1 ? .one : number.isWholeMillions ? .many : .other
    case "hi", "bn", "fa", "gu", "kn", "zu", "am": self = number <= 1 ? .one : .other
    case "ru", "uk", "be": self = Self.slavic(number) ?? .many
    case "sr", "hr", "bs": self = Self.slavic(number) ?? .other
    case "pl": self = number == 1 ? .one : Self.slavic(number) == .few ? .few : .many
    case "cs", "sk": self = number == 1 ? .one : (2...4).contains(number) ? .few : .other
    case "sl":
      self =
        hundreds == 1 ? .one : hundreds == 2 ? .two : (3...4).contains(hundreds) ? .few : .other
    case "lt": self = isTeen || tens == 0 ? .other : tens == 1 ? .one : .few
    case "lv": self = isTeen || tens == 0 ? .zero : tens == 1 ? .one : .other
    case "ro":
      self = number == 1 ? .one : number == 0 || (1...19).contains(hundreds) ? .few : .other
    case "he": self = number == 1 ? .one : number == 2 ? .two : .other
    case "ar":
      switch (number, hundreds) {
      case (0, _): self = .zero
      case (1, _): self = .one
      case (2, _): self = .two
      case (_, 3...10): self = .few
      case (_, 11...99): self = .many
      default: self = .other
      }
    default: self = number == 1 ? .one : .other
    }
  }

  /// Returns the form of 1, 21, 101 and of 2–4, 22–24, without 11–14; nil for other numbers.
  private static func slavic(_ number: UInt) -> PluralCategory? {
    guard !(11...14).contains(number % 100) else { return nil }
    return switch number % 10 {
    case 1: .one
    case 2...4: .few
    default: nil
    }
  }
}

extension UInt {
  /// Whether the number takes the form of "a million *of* messages" in French and related
  /// languages.
  fileprivate var isWholeMillions: Bool { self != 0 && self % 1_000_000 == 0 }
}
