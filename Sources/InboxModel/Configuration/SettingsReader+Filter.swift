import Foundation

extension SettingsReader {
  /// Rejects an invalid filter. Its moments are parsed again when the filter is used.
  ///
  /// - Parameters:
  ///   - text: The value of `key`.
  ///   - saved: The filters that it may refer to.
  func checkFilter(
    _ text: String, _ key: String, saved: [String: String] = [:]
  ) throws(SettingsError) {
    do throws(FilterError) {
      _ = try Filter(text, now: Date(timeIntervalSince1970: 0), timeZone: .gmt, saved: saved)
    } catch {
      var place = self.error(
        .unreadable("`\(path(to: key))`: " + PlainText.clean(error.problem)), key)
      place.suggestion = error.suggestion.map(PlainText.clean)
      // The position is that of the word, unless escapes before it shift it.
      let written = text.prefix(error.column - 1).utf8
      if let start = place.position?.offset {
        let bytes = source.bytes.dropFirst(start + 1)
        if bytes.starts(with: written) { place.position?.column += 1 + written.count }
      }
      throw place
    }
  }
}
