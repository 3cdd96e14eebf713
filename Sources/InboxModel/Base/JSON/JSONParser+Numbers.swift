extension JSONParser {
  /// Skips a number; returns false if its spelling is not JSON's.
  mutating func skipNumber() throws(JSONError) -> Bool {
    guard isJSON5 else {
      let start = position
      if current == "-" { position += 1 }
      return try decimal(from: start)
    }
    let start = position
    return try number().text.utf8.elementsEqual(bytes[start..<position])
  }

  /// Parses a number. JSON numbers keep their text; JSON5's own spellings are converted.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    let isNegative = current == "-"
    if isNegative || current == "+" { position += 1 }  // Only JSON5 allows a plus here.
    if isJSON5 {
      if let word = try json5Word() { return JSONNumber(text: isNegative ? "-" + word : word) }
    }
    let isPlain = try decimal(from: start)
    guard isPlain, bytes[start] != UInt8(ascii: "+") else {
      return JSONNumber(text: ordinaryText(from: start, isNegative: isNegative))
    }
    return JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Skips digits, fraction and exponent; returns false if the point has digits on one side only.
  private mutating func decimal(from start: Int) throws(JSONError) -> Bool {
    let integerStart = position
    let integerDigits = digits()
    if integerDigits > 1, bytes[integerStart] == UInt8(ascii: "0") {
      throw error("a number may not start with a zero", at: start)
    }
    guard integerDigits > 0 || isJSON5 && current == "." else {
      throw error("expected a digit after the sign, not \(whatIsHere)")
    }
    var isPlain = integerDigits > 0
    if current == "." {
      position += 1
      let fractionDigits = digits()
      guard fractionDigits > 0 || isJSON5 && integerDigits > 0 else {
        throw error("expected a digit after the point, not \(whatIsHere)")
      }
      isPlain = isPlain && fractionDigits > 0
    }
    if current == "e" || current == "E" {
      position += 1
      if current == "+" || current == "-" { position += 1 }
      guard digits() > 0 else {
        throw error("expected a digit of the exponent, not \(whatIsHere)")
      }
    }
    return isPlain
  }

  /// Skips digits and returns their number.
  @inline(__always)
  private mutating func digits() -> Int {
    let start = position
    while ("0"..."9").contains(current) { position += 1 }
    return position - start
  }

  /// Parses `Infinity`, `NaN` or a hexadecimal number, and returns its spelling in JSON or
  /// JavaScript without a sign; nil for any other text.
  private mutating func json5Word() throws(JSONError) -> String? {
    let start = position
    switch current {
    case "I", "N":
      let word = try identifier()
      guard word == "Infinity" || word == "NaN" else {
        throw error("`\(word)` is not \(isJSON5 ? "JSON5" : "JSON")", at: start)
      }
      return word
    case "0" where byte(at: position + 1) == "x" || byte(at: position + 1) == "X":
      position += 2
      var exact: UInt64? = 0
      var rounded = 0.0
      let digitsStart = position
      while let digit = current.hexadecimalValue {
        rounded = rounded * 16 + Double(digit)
        exact = exact.flatMap { $0 >> 60 == 0 ? $0 << 4 | UInt64(digit) : nil }
        position += 1
      }
      guard position > digitsStart else { throw error("`0x` needs a hexadecimal digit", at: start) }
      return exact.map { String($0) } ?? JSONNumber(rounded).text
    default: return nil
    }
  }

  /// Returns the text without a plus, and with the zeros around the point that JSON requires.
  private func ordinaryText(from start: Int, isNegative: Bool) -> String {
    var text = isNegative ? "-" : ""
    let unsigned = bytes[start..<position].drop { $0 == 0x2B || $0 == 0x2D }
    var last: UInt8 = 0
    for byte in unsigned {
      let isDigit = (48...57).contains(byte)
      if byte == 0x2E, last == 0 { text += "0" }
      if last == 0x2E, !isDigit { text += "0" }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      last = byte
    }
    return last == 0x2E ? text + "0" : text
  }
}
