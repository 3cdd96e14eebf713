/// A format: a text with placeholders from an app's strings (`docs/guides/localisation.md`).
public struct LocalizedFormat: Equatable, Sendable {
  private enum Piece: Equatable, Sendable {
    case literal(String)
    /// `%@`, `%2$@`, `%ld`: the number counts from 1; nil is the next argument.
    case argument(number: Int?, conversion: UInt8)
    /// `%#@name@`, `%1$#@name@`: a text that depends on a number.
    case variable(String, number: Int?)
    /// A percent sign that is not part of a placeholder, kept as written.
    case unknown(String)
  }

  /// The maximum length of a filled text in bytes, that of a payload. A push could otherwise
  /// produce megabytes by repeating a long argument.
  public static let maximumTextLength = 4096

  /// The maximum nesting of variables, which may refer to each other; deeper and circular ones are
  /// empty.
  private static let maximumDepth = 8
  /// The maximum number of variables in a filled text; further ones are empty. Variables that refer
  /// to each other several times would otherwise take exponential time.
  private static let maximumVariables = 64

  private var pieces: [Piece] = []
  private let variables: [String: [PluralCategory: String]]
  private let language: String

  /// Parses a format. All text outside placeholders is literal.
  ///
  /// The blank of C's `% d` is not a flag here, so that “50% discount” is preserved.
  ///
  /// - Parameters:
  ///   - text: The format.
  ///   - variables: The formats of its `%#@name@`.
  ///   - language: The language whose plural rules select them.
  public init(
    _ text: String, variables: [String: [PluralCategory: String]] = [:], language: String = "en"
  ) {
    self.variables = variables
    self.language = language
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

  /// Parses the text from a percent sign: `%`, then `n$`, flags, width, precision, length,
  /// conversion.
  private static func placeholder(in bytes: ArraySlice<UInt8>) -> (Piece, length: Int) {
    var rest = bytes.dropFirst()
    func skip(_ set: String) { rest = rest.drop { set.utf8.contains($0) } }
    if rest.first == UInt8(ascii: "%") { return (.literal("%"), 2) }
    var number: Int?
    let digits = rest.prefix { (48...57).contains($0) }
    if !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "$") {
      number = Int(String(decoding: digits, as: UTF8.self)) ?? .max
      rest = rest.dropFirst(digits.count + 1)
    }
    if rest.starts(with: "#@".utf8) {
      let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "@") }
      if number != 0, !name.isEmpty, name.endIndex < rest.endIndex {
        let variable = Piece.variable(String(decoding: name, as: UTF8.self), number: number)
        return (variable, name.endIndex + 1 - bytes.startIndex)
      }
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
  /// A text with its placeholders filled.
  public struct Filled: Equatable, Sendable {
    /// The text.
    public var text: String
    /// Whether a placeholder has no argument and is empty.
    public var lacksArguments: Bool = false
    /// Whether a placeholder for a number (`%d`, plural forms) has a string argument: a phone
    /// prints a meaningless number.
    public var wantsNumbers: Bool = false

  }

  /// A text while it is filled.
  private struct Filling {
    var filled = Filled(text: "")
    /// The number of variables so far.
    var variableCount = 0

    /// Appends to the text unless it becomes too long; returns whether it did.
    mutating func append(_ addition: String) -> Bool {
      let fits = filled.text.utf8.count + addition.utf8.count <= LocalizedFormat.maximumTextLength
      filled.text += fits ? addition : "…"
      return fits
    }
  }

  /// Returns the text with arguments in place of placeholders. Arguments are never looked up or
  /// parsed as formats.
  ///
  /// Arguments are strings for every conversion, and only select the plural form `other`. `%@` is
  /// counted independently of `%1$@`.
  public func filled(with arguments: [String]) -> Filled {
    var filling = Filling()
    var next = 0
    _ = fill(&filling, from: arguments, &next, depth: 0)
    return filling.filled
  }

  /// Appends the pieces with the arguments in their places.
  ///
  /// - Returns: Whether the whole text fits.
  private func fill(
    _ filling: inout Filling, from arguments: [String], _ next: inout Int, depth: Int
  ) -> Bool {
    for piece in pieces {
      var fits = true
      switch piece {
      case .literal(let text), .unknown(let text): fits = filling.append(text)
      case .argument(let number, let conversion):
        let index = number.map { $0 - 1 } ?? next
        if number == nil { next += 1 }
        if conversion != UInt8(ascii: "@") { filling.filled.wantsNumbers = true }
        if arguments.indices.contains(index) {
          fits = filling.append(arguments[index])
        } else {
          filling.filled.lacksArguments = true
        }
      case .variable(let name, let number):
        filling.filled.wantsNumbers = true
        guard let form = form(of: name, .other, &filling, depth: depth) else { continue }
        // The placeholders of the variable begin with the argument that selects the form.
        var inner = number.map { $0 - 1 } ?? next
        let after = inner + 1
        fits = form.fill(&filling, from: arguments, &inner, depth: depth + 1)
        if number == nil { next = max(after, inner) }
      }
      guard fits else { return false }
    }
    return true
  }

  private func form(
    of name: String, _ category: PluralCategory, _ filling: inout Filling, depth: Int
  ) -> LocalizedFormat? {
    guard depth < Self.maximumDepth, filling.variableCount < Self.maximumVariables,
      let forms = variables[name]
    else { return nil }
    filling.variableCount += 1
    return (forms[category] ?? forms[.other]).map {
      LocalizedFormat($0, variables: variables, language: language)
    }
  }

  /// Returns a category's text, in which `%u` is a count and `%@` a list of names (`docs/rules.md`
  /// §3.3, §4.2). The count selects plural forms.
  public func filled(count: Int, names: String = "") -> String {
    var filling = Filling()
    _ = fill(&filling, count: count, names: names, depth: 0)
    return filling.filled.text
  }

  private func fill(_ filling: inout Filling, count: Int, names: String, depth: Int) -> Bool {
    for piece in pieces {
      let fits: Bool
      switch piece {
      case .literal(let text), .unknown(let text): fits = filling.append(text)
      case .argument(_, UInt8(ascii: "@")): fits = filling.append(names)
      case .argument: fits = filling.append(String(count))
      case .variable(let name, _):
        let category = PluralCategory(count, language: language)
        guard let form = form(of: name, category, &filling, depth: depth) else { continue }
        fits = form.fill(&filling, count: count, names: names, depth: depth + 1)
      }
      guard fits else { return false }
    }
    return true
  }

  /// Whether a count changes the text: it contains `%u`, or a text that depends on a number.
  public var hasCount: Bool {
    pieces.contains {
      switch $0 {
      case .argument(_, let conversion): conversion != UInt8(ascii: "@")
      case .variable: true
      case .literal, .unknown: false
      }
    }
  }

  /// Whether it contains `%@`.
  public var hasTextPlaceholder: Bool {
    variables.values.contains { $0.values.contains { LocalizedFormat($0).hasTextPlaceholder } }
      || pieces.contains {
        if case .argument(_, UInt8(ascii: "@")) = $0 { true } else { false }
      }
  }
}
