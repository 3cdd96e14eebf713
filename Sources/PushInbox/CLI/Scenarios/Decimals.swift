/// Numbers with few decimals, the same on every machine.
enum Decimals {
  /// Returns the number, rounded to so many places, without zeros at the end.
  static func text(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let rounded = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && rounded > 0 ? "-" : ""
    var fraction = String(String(scale + rounded % scale).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + "\(rounded / scale)" + (fraction.isEmpty ? "" : "." + fraction)
  }
}
