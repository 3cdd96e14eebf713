/// The number by which ICQ knows a user: 1 to 12 digits.
public struct UIN: RawRepresentable, Hashable, Sendable, Comparable {
  /// The digits.
  public let rawValue: String

  /// Takes 1 to 12 ASCII digits; nil for anything else.
  public init?(rawValue: String) {
    guard (1...12).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    self.rawValue = rawValue
  }

  private init(digits: String) { rawValue = digits }

  /// The widest there is.
  static let longest = UIN(digits: String(repeating: "9", count: 12))
  /// Stands in until another is read.
  static let nobody = UIN(digits: "0")

  /// The form of a UIN, as the end of a sentence.
  static let form = "1 to 12 digits such as `\"111111\"`"

  /// Takes the digits as a text or as a number.
  init?(_ value: JSONValue) {
    let text = if case .number(let number) = value { number.text } else { value.string }
    guard let uin = text.flatMap(UIN.init(rawValue:)) else { return nil }
    self = uin
  }

  /// By the digits as a text.
  public static func < (left: UIN, right: UIN) -> Bool { left.rawValue < right.rawValue }
}

extension UIN: JSONField {}
