import Foundation
import InboxModel

/// A filter of a list: as typed, and as understood.
struct ListFilter: Equatable, Sendable {
  private(set) var text = ""
  private(set) var filter = Filter()

  var isEmpty: Bool { filter.isEmpty }

  /// Whether it is the other one with a word that is looked for in a text begun or typed further: what it finds is among
  /// what the other one found.
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

  /// The keys of words that are looked for in a text.
  private static let keysOfText: Set<String> = ["title", "body", "payload"]

  init() {}

  /// Reads what was typed.
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

  /// The filter of a list; an empty one for a list that is shown whole.
  subscript(list: FilteredList) -> ListFilter {
    get { filters[list] ?? ListFilter() }
    set { filters[list] = newValue.isEmpty ? nil : newValue }
  }

  /// Whether the inbox lists silent pushes, which stand in no list of the phone.
  var listsSilent: Bool { self[.inbox].filter.asksForSilent }
}

/// A list that can be narrowed by a filter.
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
