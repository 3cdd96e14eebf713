import Foundation

/// A film as a moving picture (SVG 2 with a CSS animation), which starts again at its end. A
/// browser that prefers reduced motion shows its first frame.
///
/// Frames stand beside each other on a strip, of which one is seen at a time. A row that several
/// frames have is drawn once.
extension DemoFilm {
  func svg() -> String {
    guard let size = frames.first?.screen.size else { return "" }
    let (width, height) = (SVG.width(size), SVG.height(size))
    var rows: [String] = []
    var names: [[String]: Int] = [:]
    var strip: [String] = []
    for (index, frame) in frames.enumerated() {
      var uses: [String] = []
      for row in 0..<size.rows {
        let elements = frame.screen.svgElements(inRow: row, drawnAt: 0)
        guard !elements.isEmpty else { continue }
        let name = names[elements] ?? rows.count
        if name == rows.count {
          names[elements] = name
          rows.append("<g id=\"r\(name)\">\(elements.joined())</g>")
        }
        uses.append("<use href=\"#r\(name)\" y=\"\(SVG.number(Double(row) * SVG.row))\"/>")
      }
      strip.append(
        "<g transform=\"translate(\(SVG.number(Double(index) * width)))\">\(uses.joined())</g>")
    }
    let lines =
      [SVG.head(size), "<style>", keyframes(width: width), "</style>", SVG.ground(), "<defs>"]
      + rows
      + [
        "</defs>",
        "<svg width=\"\(SVG.number(width))\" height=\"\(SVG.number(height))\"><g class=\"film\">",
      ]
      + strip + ["</g></svg>", "</svg>", ""]
    return lines.joined(separator: "\n")
  }

  /// The moments at which each frame begins, as shares of the whole.
  private func keyframes(width: Double) -> String {
    let total = frames.reduce(0) { $0 + $1.seconds }
    var time = 0.0
    var stops: [String] = []
    for (index, frame) in frames.enumerated() {
      let share = Decimals.text(100 * time / total, places: 3)
      stops.append("\(share)%{transform:translateX(\(SVG.number(-Double(index) * width))px)}")
      time += frame.seconds
    }
    return """
      .film{animation:film \(Decimals.text(total, places: 3))s step-end infinite}
      @keyframes film{\(stops.joined())}
      @media (prefers-reduced-motion:reduce){.film{animation:none}}
      """
  }
}
