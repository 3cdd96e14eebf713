/// The texts of Webim's SDK if an app's strings have none, and its descriptions of files: Russian,
/// and English for all other languages.
enum WebimWords {
  /// Returns the texts for a phone with these languages.
  static func localization(for languages: [String]) -> Localization {
    Localization(strings, languages: languages)
  }

  /// The texts by language, as the phone looks them up.
  static let table = AppMessageWords(
    localization: { localization(for: $0) }, line: { line(about: $0, languages: $1) })

  /// Returns the line under the text about a file: `Voice message, 12 KB`, `300 × 300, 53 KB`; nil
  /// if nothing is known about it.
  static func line(about file: WebimMessage.File, languages: [String]) -> String? {
    let words = localization(for: languages)
    var parts: [String] = []
    if file.isVoice { parts.append(words.text("voice")) }
    if let picture = file.picture { parts.append("\(picture.width) × \(picture.height)") }
    if let size = file.size {
      let (number, unit) = amount(size)
      parts.append(number.replacing(".", with: words.text("point")) + " " + words.text(unit))
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns a size in units of 1,000, as phones do: 999 bytes, 53 KB, 1.2 MB; with the key of the
  /// unit.
  private static func amount(_ bytes: Int) -> (number: String, unit: String) {
    guard bytes >= 1000 else { return (String(bytes), "B") }
    var (rest, unit) = (Double(bytes) / 1000, 0)
    let units = ["KB", "MB", "GB", "TB"]
    while rest >= 999.5, unit < units.count - 1 { (rest, unit) = (rest / 1000, unit + 1) }
    // Kilobytes are whole numbers; larger units have one decimal place unless it is 0.
    let tenths = unit == 0 ? Int(rest.rounded()) * 10 : Int((rest * 10).rounded())
    let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return (number, units[unit])
  }

  private static let strings: LocalizedStrings = {
    var strings = LocalizedStrings()
    strings.developmentLanguage = "en"
    strings.add(
      [
        "P.OM": "%1$@: %2$@", "P.OF": "%1$@ sent a file: %2$@",
        "P.CR": "Please leave your contact details", "P.OA": "%1$@ joined the chat",
        "P.RO": "Please rate the operator", "P.WM": "The operator sent a form",
        "voice": "Voice message", "point": ".",
        "B": "bytes", "KB": "KB", "MB": "MB", "GB": "GB", "TB": "TB",
      ], language: "en")
    strings.add(
      [
        "P.OM": "%1$@: %2$@", "P.OF": "%1$@: файл %2$@",
        "P.CR": "Пожалуйста, оставьте свои контакты", "P.OA": "%1$@ теперь на связи",
        "P.RO": "Пожалуйста, оцените оператора", "P.WM": "Оператор прислал форму",
        "voice": "Голосовое сообщение", "point": ",",
        "B": "байт", "KB": "КБ", "MB": "МБ", "GB": "ГБ", "TB": "ТБ",
      ], language: "ru")
    return strings
  }()
}
