/// A color that a terminal can show.
enum Color: Hashable, Sendable {
  /// The default color of the terminal.
  case standard
  /// A color of the terminal's palette: 0–7 and their bright forms 8–15 as the user's theme defines
  /// them, 16–255 as xterm does.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  static let red = Color.palette(1)
  static let green = Color.palette(2)
  static let yellow = Color.palette(3)
  static let cyan = Color.palette(6)

  /// The names of the first eight colors, in the order of the palette.
  static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Parses `red`, `bright red`, `default`, `208` or `#5f87af`; nil for anything else.
  init?(_ text: String) {
    let name = text.hasPrefix("bright ") ? String(text.dropFirst("bright ".count)) : text
    if text == "default" {
      self = .standard
    } else if let number = Self.names.firstIndex(of: name) {
      self = .palette(UInt8(number + (name == text ? 0 : 8)))
    } else if text.first == "#", text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    {
      self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    } else if text.allSatisfy(\.isNumber), let number = UInt8(text) {
      self = .palette(number)
    } else {
      return nil
    }
  }

  /// Whether this is the bright form of one of the colors 1 to 7.
  var isBright: Bool {
    if case .palette(9...15) = self { true } else { false }
  }

  /// Returns the number of the color, or of the nearest one, on a terminal with `count` colors; nil
  /// for the terminal's default.
  ///
  /// - Parameter count: 8, 16 or 256.
  func number(among count: Int) -> Int? {
    switch self {
    case .standard: nil
    case .palette(let number) where number < count: Int(number)
    // Bright colors become their plain forms; black is the background of most terminals.
    case .palette(8) where count <= 8: nil
    case .palette(let number) where number < 16: Int(number) - 8
    case .palette(let number): Self.nearest(to: Self.components(of: Int(number)), among: count)
    case .rgb(let red, let green, let blue):
      Self.nearest(to: (Int(red), Int(green), Int(blue)), among: count)
    }
  }

  private typealias Components = (red: Int, green: Int, blue: Int)

  /// Returns the palette number of the nearest color. Of 256 colors the first 16 are excluded,
  /// because the user's theme may have changed them.
  private static func nearest(to color: Components, among count: Int) -> Int? {
    (count < 256 ? 0..<count : 16..<256).min { one, other in
      distance(components(of: one), color) < distance(components(of: other), color)
    }
  }

  private static func distance(_ one: Components, _ other: Components) -> Int {
    let (red, green, blue) = (one.red - other.red, one.green - other.green, one.blue - other.blue)
    return red * red + green * green + blue * blue
  }

  /// Returns the color components of a palette number in xterm: 16 colors, a cube of 6 steps, 24
  /// grays.
  private static func components(of number: Int) -> Components {
    switch number {
    case 7: (229, 229, 229)
    case 8: (127, 127, 127)
    case ..<16:
      (
        number & 1 == 0 ? 0 : number < 8 ? 205 : 255, number & 2 == 0 ? 0 : number < 8 ? 205 : 255,
        number & 4 == 0 ? 0 : number < 8 ? 205 : 255
      )
    case ..<232:
      (step((number - 16) / 36), step((number - 16) / 6 % 6), step((number - 16) % 6))
    default: (8 + 10 * (number - 232), 8 + 10 * (number - 232), 8 + 10 * (number - 232))
    }
  }

  private static func step(_ number: Int) -> Int { number == 0 ? 0 : 55 + 40 * number }
}

extension Color: CustomStringConvertible {
  /// The text that ``init(_:)`` parses.
  var description: String {
    switch self {
    case .standard: "default"
    case .palette(let number) where number < 8: Self.names[Int(number)]
    case .palette(let number) where number < 16: "bright " + Self.names[Int(number) - 8]
    case .palette(let number): String(number)
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
