import Foundation
import InboxModel

/// The filter of a list: its text and its parsed form.
struct ListFilter: Equatable, Sendable {
  private(set) var text = ""
  private(set) var filter = Filter()

  var isEmpty: Bool { filter.isEmpty }

  /// Whether the filter is an extension of another one by a text word, begun or continued, so that
  /// its matches are among those of the other one.
  func finds(lessThan other: ListFilter) -> Bool {
    let scalars = text.unicodeScalars
    guard !other.isEmpty, text.hasPrefix(other.text), !scalars.contains("\"") else { return false }
    guard let word = scalars.split(separator: " ", omittingEmptySubsequences: false).last,
      word.first != "-"
    else { return false }
    // A word that was begun may have become one with a key, or another one by completion.
    let isBegun = other.text.unicodeScalars.last?.properties.isWhitespace == false
    let added = scalars.dropFirst(other.text.unicodeScalars.count)
    if isBegun, added.contains(where: { $0 == ":" || $0.properties.isWhitespace }) { return false }
    guard let sign = word.firstIndex(of: ":") else { return true }
    return Self.keysOfText.contains(String(Substring(word[..<sign])).lowercased())
  }

  /// The keys of words that are searched in a text.
  private static let keysOfText: Set<String> = ["title", "body", "payload"]

  init() {}

  /// Parses a typed filter.
  init(
    _ text: String, now: Date, timeZone: TimeZone, saved: [String: String] = [:]
  ) throws(FilterError) {
    self.text = text
    filter = try Filter(text, now: now, timeZone: timeZone, saved: saved)
  }
}

/// The filters of the lists.
struct ListFilters: Equatable, Sendable {
  private var filters: [FilteredList: ListFilter] = [:]

  /// The filter of a list; empty for an unfiltered list.
  subscript(list: FilteredList) -> ListFilter {
    get { filters[list] ?? ListFilter() }
    set { filters[list] = newValue.isEmpty ? nil : newValue }
  }

  /// Whether the inbox lists silent pushes, which the phone's list does not contain.
  var listsSilent: Bool { self[.inbox].filter.asksForSilent }
}

/// A list that a filter can narrow.
enum FilteredList: Hashable, Sendable {
  case inbox, rejected, log
}

extension PageContext {
  func readFilter(_ text: String) -> Result<ListFilter, FilterError> {
    Result { () throws(FilterError) in
      try ListFilter(
        text, now: now, timeZone: device.settings.device.timeZone, saved: runtime.savedFilters)
    }
  }
}
