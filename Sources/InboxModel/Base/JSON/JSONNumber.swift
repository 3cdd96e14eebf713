/// A JSON number with its original text, so that integers beyond 2^53 and unusual spellings are
/// preserved.
public struct JSONNumber: Equatable, Sendable {
  /// The number as written, for instance `1`, `-0.0`, `1e400`: RFC 8259 §6, or one of `Infinity`,
  /// `-Infinity` and `NaN`. JSON5's additional spellings (`+1`, `.5`, `0x10`) are converted to
  /// those of JSON.
  public let text: String

  /// Makes a number from a text without validating it; the parser has validated it.
  public init(text: String) {
    self.text = text
  }

  /// Makes the number for an integer.
  public init(_ value: some BinaryInteger) {
    self.text = String(value)
  }

  /// Makes the number for a double, with the digits that restore it exactly.
  public init(_ value: Double) {
    if value.isNaN {
      self.text = "NaN"
    } else if value.isInfinite {
      self.text = value < 0 ? "-Infinity" : "Infinity"
    } else {
      self.text = Int(exactly: value).map(String.init) ?? value.description
    }
  }

  /// The value if it is an integer within the range of Int: `1`, `1.0` and `1e2` are, `1.5` and
  /// `1e400` are not; nil otherwise.
  public var int: Int? {
    Int(text) ?? wholeNumber
  }

  /// The nearest double; nil beyond the range of finite doubles.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Whether it is valid JSON: false for the infinities and NaN of JSON5.
  public var isFinite: Bool {
    text.utf8.last.map { (48...57).contains($0) } ?? false
  }

  /// The value of `1.0`, `12.50e1` and similar spellings, computed without a double, which would
  /// round.
  private var wholeNumber: Int? {
    var digits = ""
    var exponent = 0
    var isAfterPoint = false
    var rest = text[...]
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case "e", "E":
        // Beyond ±999 only zero is an integer within the range.
        guard let written = Int(rest) else {
          return digits.allSatisfy { "-0".contains($0) } ? 0 : nil
        }
        exponent += max(-999, min(999, written))
        rest = ""
      case ".": isAfterPoint = true
      default:
        digits.append(character)
        if isAfterPoint { exponent -= 1 }
      }
    }
    while exponent < 0, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty || digits == "-" { return 0 }
    guard let value = Int(digits) else { return nil }
    if value == 0 { return 0 }
    guard (0...18).contains(exponent) else { return nil }
    var result = value
    for _ in 0..<exponent {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
    }
    return result
  }
}
