import Foundation
import InboxModel

/// What is looked for in a list: as typed, and as understood.
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

/// The line after `/`: the list follows as it is typed.
struct FilterPrompt: Equatable, Sendable {
  var list: FilteredList
  var line = CommandPrompt()
  /// What was looked for before, for when it is given up.
  var before: ListFilter

  init(_ list: FilteredList, _ filter: ListFilter) {
    self.list = list
    before = filter
    line.field = TextField(filter.text)
  }
}

extension AppState {
  /// What a list is narrowed by.
  func filter(of list: FilteredList) -> ListFilter {
    filters[list] ?? ListFilter()
  }

  mutating func setFilter(_ filter: ListFilter, of list: FilteredList, _ device: Phone) {
    let isNarrower = pages.inbox.search == nil && filter.finds(lessThan: self.filter(of: list))
    guard filter != self.filter(of: list) else { return }
    filters[list] = filter.isEmpty ? nil : filter
    switch list {
    case .inbox: narrowInbox(device, within: isNarrower ? pages.inbox.found : nil)
    case .log: records.events.narrow(to: filter.filter, device)
    case .rejected: break
    }
  }

  /// Lists only what was silenced, or everything again.
  mutating func toggleQuiet(_ device: Phone) {
    let isOn = filter(of: .inbox).text == Self.quiet
    guard case .success(let filter) = read(isOn ? "" : Self.quiet, device) else { return }
    setFilter(filter, of: .inbox, device)
    showMessage(isOn ? "everything is listed again" : "only what was silenced: \(Self.quiet)")
  }

  private static let quiet = "is:quiet"

  /// Answers a key while a filter is typed. What cannot be understood is pointed at on Enter; until then the
  /// list stays as the words before it made it.
  mutating func receive(_ key: Key, in prompt: FilterPrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    prompt.line.note = nil
    switch key {
    case .escape:
      layers.removeLast()
      setFilter(prompt.before, of: prompt.list, device)
      return []
    case .enter: break
    case .tab:
      prompt.line.complete(
        Completion(filter: prompt.line.field, device, filters: savedFilters.keys.sorted()))
    // An empty line stays: what is typed on after too many backspaces is still no command.
    default: _ = prompt.line.edit(key, history: filterHistory)
    }
    switch read(prompt.line.field.text, device) {
    case .success(let filter):
      setFilter(filter, of: prompt.list, device)
      if key == .enter {
        layers.removeLast()
        remember(filter.text)
        return []
      }
    case .failure(let error):
      let start = min(error.column - 1, prompt.line.field.characters.count)
      let end = min(start + error.word.count, prompt.line.field.characters.count)
      if key == .enter { prompt.line.note = .problem(error.sentence, start..<end) }
    }
    dialog = .filter(prompt)
    return []
  }

  /// Adds a filter to the history, where each is once.
  private mutating func remember(_ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    filterHistory = filterHistory.filter { $0 != text }.suffix(99) + [text]
  }

  private func read(_ text: String, _ device: Phone) -> Result<ListFilter, FilterError> {
    Result { () throws(FilterError) in
      try ListFilter(
        text, now: now, timeZone: device.settings.device.timeZone, saved: savedFilters)
    }
  }
}

/// A list that can be narrowed by a FILTER (`design/contract.md` §2).
enum FilteredList: Hashable, Sendable {
  case inbox, rejected, log
}
