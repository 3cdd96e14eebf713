import InboxModel

/// A screen as a picture for documentation (SVG 1.1).
///
/// Every run of cells with one style is a text with the width of its cells, so that columns are
/// kept in any font. Lines and frames are drawn as paths, so that they meet.
extension Screen {
  /// Returns the picture, on a dark background, with a newline at its end.
  func svg() -> String {
    let rows = (0..<size.rows).flatMap { svgElements(inRow: $0, drawnAt: $0) }
    return ([SVG.head(size), SVG.ground()] + rows + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The elements of a row, in the place of another one.
  func svgElements(inRow row: Int, drawnAt place: Int) -> [String] {
    runs(inRow: row).flatMap { SVG.elements(of: $0, row: place) }
  }

  /// Adjacent cells that are drawn together.
  fileprivate struct Run {
    var column: Int
    var columns = 0
    var cells: [Cell] = []
    var kind: Kind

    enum Kind: Equatable {
      case text(Look)
      /// Wide characters, which few fonts make exactly two columns wide.
      case wide(Look)
      /// Right-to-left letters.
      case rightToLeft(Look)
      case line(Look)

      init(_ cell: Cell) {
        let scalar = cell.text.unicodeScalars.first
        let look = Theme.standard.look(of: cell.style)
        if SVG.strokes[cell.text] != nil {
          self = .line(look)
        } else if cell.columns == 2 {
          self = .wide(look)
        } else if let scalar, SVG.isRightToLeft(scalar) {
          self = .rightToLeft(look)
        } else {
          self = .text(look)
        }
      }

      var look: Look {
        switch self {
        case .text(let look), .wide(let look), .rightToLeft(let look), .line(let look): look
        }
      }
    }
  }

  /// Returns the runs of a row, without plain blanks.
  private func runs(inRow row: Int) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells(inRow: row).enumerated() where cell.columns > 0 {
      let kind = Run.Kind(cell)
      if runs.last?.kind != kind { runs.append(Run(column: column, kind: kind)) }
      runs[runs.count - 1].cells.append(cell)
      runs[runs.count - 1].columns += Int(cell.columns)
    }
    return runs.filter { run in
      run.kind.look.isReversed || run.cells.contains { $0.text != " " }
    }
  }
}

/// The measures, colors and elements of pictures of screens.
enum SVG {
  /// Pixels of a column, a row and the margin.
  static let column = 8.4
  static let row = 18.0
  static let margin = 12.0

  private static let paper = "#16181d"
  static let ink = "#d8dee9"

  static func color(_ color: Color) -> String {
    switch color {
    case .red: "#f07178"
    case .green: "#8fce7e"
    case .yellow: "#e6c07b"
    case .cyan: "#6cc7d8"
    default: ink
    }
  }

  static func width(_ size: Size) -> Double { Double(size.columns) * column + 2 * margin }
  static func height(_ size: Size) -> Double { Double(size.rows) * row + 2 * margin }

  /// The opening tag of a picture of a screen.
  static func head(_ size: Size) -> String {
    let (width, height) = (number(width(size)), number(height(size)))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" font-size="14" \
      font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" fill="\(ink)" xml:space="preserve">
      """
  }

  /// The ground behind all cells.
  static func ground() -> String {
    #"<rect width="100%" height="100%" rx="6" fill="\#(paper)"/>"#
  }

  /// Returns a number in tenths, which is finer than a pixel.
  static func number(_ value: Double) -> String { Decimals.text(value, places: 1) }

  fileprivate static func elements(of run: Screen.Run, row: Int) -> [String] {
    let look = run.kind.look
    let (left, top) = (margin + Double(run.column) * column, margin + Double(row) * self.row)
    let (width, ink) = (Double(run.columns) * column, color(look.color))
    var elements: [String] = []
    if look.isReversed {
      elements.append(
        #"<rect x="\#(number(left))" y="\#(number(top))" width="\#(number(width))" "#
          + #"height="\#(number(self.row))" fill="\#(ink)" shape-rendering="crispEdges"/>"#)
    }
    let color = look.isReversed ? paper : ink
    if case .line = run.kind {
      let path = run.cells.enumerated().map { index, cell in
        stroke(strokes[cell.text] ?? "", left: left + Double(index) * column, top: top)
      }
      let opacity = look.isDim ? #" opacity="0.6""# : ""
      return elements + [#"<path d="\#(path.joined())" stroke="\#(color)"\#(opacity)/>"#]
    }
    guard run.cells.contains(where: { $0.text != " " }) else { return elements }
    // Cells are in visual order, and a renderer expects right-to-left letters in logical order.
    var (cells, direction) = (run.cells, "")
    if case .rightToLeft = run.kind {
      cells.reverse()
      direction = #" direction="rtl" unicode-bidi="embed" text-anchor="end""#
    }
    let text = cells.map(\.text).joined()
    elements.append(
      #"<text x="\#(number(left))" y="\#(number(top + 13.5))" textLength="\#(number(width))" "#
        + #"lengthAdjust="spacingAndGlyphs"\#(direction)\#(attributes(look, color))>\#(Quoting.xmlText(text))</text>"#
    )
    return elements
  }

  private static func attributes(_ look: Look, _ color: String) -> String {
    var attributes = color == ink ? "" : #" fill="\#(color)""#
    if look.isBold { attributes += #" font-weight="bold""# }
    if look.isDim { attributes += #" opacity="0.6""# }
    if look.isItalic { attributes += #" font-style="italic""# }
    if look.isUnderlined { attributes += #" text-decoration="underline""# }
    return attributes
  }

  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
    default: false
    }
  }

  /// The directions of a symbol's lines from the middle of its cell: left, right, up, down.
  static let strokes = [
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
  ]

  private static func stroke(_ ends: String, left: Double, top: Double) -> String {
    let (x, y) = (left + column / 2, top + row / 2)
    return ends.map { end in
      let (toX, toY) =
        switch end {
        case "l": (left, y)
        case "r": (left + column, y)
        case "u": (x, top)
        default: (x, top + row)
        }
      return "M\(number(x)) \(number(y))L\(number(toX)) \(number(toY))"
    }.joined()
  }
}
