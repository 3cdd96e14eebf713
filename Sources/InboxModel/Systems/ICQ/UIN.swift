/// The number of an ICQ user: 1 to 12 digits.
public struct UIN: RawRepresentable, Hashable, Sendable, Comparable {
  /// The digits.
  public let rawValue: String

  /// Makes a UIN of 1 to 12 ASCII digits; nil for any other text.
  public init?(rawValue: String) {
    guard (1...12).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    self.rawValue = rawValue
  }

  private init(digits: String) { rawValue = digits }

  /// The maximum UIN.
  static let maximum = UIN(digits: String(repeating: "9", count: 12))
  /// A placeholder until a UIN is parsed.
  static let nobody = UIN(digits: "0")

  /// The form of a UIN, as the end of a sentence.
  static let form = "1 to 12 digits such as `\"111111\"`"

  /// Parses the digits from a string or a number; nil for anything else.
  init?(_ value: JSONValue) {
    let text = if case .number(let number) = value { number.text } else { value.string }
    guard let uin = text.flatMap(UIN.init(rawValue:)) else { return nil }
    self = uin
  }

  /// Compares the digits as strings.
  public static func < (left: UIN, right: UIN) -> Bool { left.rawValue < right.rawValue }
}

extension UIN: JSONField {}
