/// A text with placeholders, as it stands in an app's strings (`spec/payload-keys.md` §7.2).
public struct LocalizedFormat: Equatable, Sendable {
  private enum Piece: Equatable, Sendable {
    case literal(String)
    /// `%@`, `%2$@`, `%ld`: the number counts from 1, nil takes the next.
    case argument(number: Int?, conversion: UInt8)
    /// A per-cent sign that begins nothing known: left as written.
    case unknown(String)
  }

  /// Longer results are cut: a push of 4 KB could otherwise ask for megabytes by naming one long argument
  /// again and again.
  public static let longestText = 16_384

  private var pieces: [Piece] = []

  /// Reads a format; whatever is no placeholder stands for itself.
  ///
  /// The blank of C's `% d` is not taken for a flag, so that “50% discount” stays what it is.
  public init(_ text: String) {
    let bytes = Array(text.utf8)
    var (place, begin) = (0, 0)
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "%") else {
        place += 1
        continue
      }
      appendLiteral(bytes[begin..<place])
      let (piece, length) = Self.placeholder(in: bytes[place...])
      pieces.append(piece)
      place += length
      begin = place
    }
    appendLiteral(bytes[begin..<place])
  }

  private mutating func appendLiteral(_ bytes: ArraySlice<UInt8>) {
    if !bytes.isEmpty { pieces.append(.literal(String(decoding: bytes, as: UTF8.self))) }
  }

  /// Reads what begins with a per-cent sign: `%`, then `n$`, flags, width, precision, length, conversion.
  private static func placeholder(in bytes: ArraySlice<UInt8>) -> (Piece, length: Int) {
    var rest = bytes.dropFirst()
    func skip(_ set: String) {
      rest = rest.drop { set.utf8.contains($0) }
    }
    if rest.first == UInt8(ascii: "%") { return (.literal("%"), 2) }
    var number: Int?
    let digits = rest.prefix { (48...57).contains($0) }
    if !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
      number = Int(String(decoding: digits, as: UTF8.self)) ?? .max
      rest = rest.dropFirst(digits.count + 1)
    }
    skip("-+#0'")
    skip("0123456789")
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      skip("0123456789")
    }
    skip("hlqLjzt")
    if number != 0, let conversion = rest.first, "@diuoxXfFeEgGaAcCsSp".utf8.contains(conversion) {
      let length = rest.startIndex + 1 - bytes.startIndex
      return (.argument(number: number, conversion: conversion), length)
    }
    return (.unknown("%"), 1)
  }
}

// MARK: - Filling

extension LocalizedFormat {
  /// A text with its arguments in place.
  public struct Filled: Equatable, Sendable {
    /// The text.
    public var text: String
    /// Whether a placeholder has no argument: nothing stands in its place.
    public var lacksArguments: Bool

    /// Makes a filled text.
    public init(text: String, lacksArguments: Bool = false) {
      self.text = text
      self.lacksArguments = lacksArguments
    }
  }

  /// Puts arguments in the place of placeholders; arguments are never looked up or read as formats.
  ///
  /// Arguments are texts, whatever the conversion. `%@` counts beside `%1$@` by itself.
  public func filled(with arguments: [String]) -> Filled {
    var filled = Filled(text: "")
    var next = 0
    for piece in pieces {
      let addition: String
      switch piece {
      case .literal(let text), .unknown(let text): addition = text
      case .argument(let number, _):
        let index = number.map { $0 - 1 } ?? next
        if number == nil { next += 1 }
        let isThere = arguments.indices.contains(index)
        if !isThere { filled.lacksArguments = true }
        addition = isThere ? arguments[index] : ""
      }
      guard filled.text.utf8.count + addition.utf8.count <= Self.longestText else {
        filled.text += "…"
        return filled
      }
      filled.text += addition
    }
    return filled
  }

  /// Fills a category's texts, where `%u` is a count and `%@` a list of names
  /// (`spec/ios-presentation.md` §3.3, §4.2).
  public func filled(count: Int, names: String = "") -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let literal), .unknown(let literal): text += literal
      case .argument(_, UInt8(ascii: "@")): text += names
      case .argument: text += String(count)
      }
    }
    return text
  }

  /// Whether there is a `%@` in it.
  public var hasTextPlaceholder: Bool {
    pieces.contains {
      if case .argument(_, UInt8(ascii: "@")) = $0 { true } else { false }
    }
  }
}
