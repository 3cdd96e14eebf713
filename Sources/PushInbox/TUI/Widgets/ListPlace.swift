/// The position in a list of numbered rows: the selected row, and the line on which it is drawn.
///
/// The window is fixed to the selected row, as in the inbox: changes elsewhere move neither. As
/// long as the user has not selected a row, the selection is at the end where new rows are added.
struct ListPlace: Equatable, Sendable {
  /// The end of the list at which new rows are added.
  enum Growth: Sendable {
    case top, bottom
  }

  /// The number of the selected row; nil for the newest.
  private(set) var selection: Int?
  /// The index of that row, and the line of the window on which it is drawn, from 0.
  private(set) var place = 0
  private(set) var line = 0
  private var showsTop = true

  /// The number of rows above the window.
  var top: Int { place - line }

  /// Moves the selection by `count` rows, up if negative; stops at the ends.
  mutating func move(by count: Int, in numbers: [Int], growth: Growth) {
    guard !numbers.isEmpty else { return }
    let target = max(0, min(place + count, numbers.count - 1))
    line += target - place
    if target < place { showsTop = false }
    place = target
    let newest = growth == .top ? 0 : numbers.count - 1
    selection = growth == .bottom && target == newest ? nil : numbers[target]
  }

  /// Selects the newest row, and follows new ones that are added at the bottom.
  mutating func follow() {
    selection = nil
  }

  /// Selects a row, without following new ones. Returns whether it was already selected.
  @discardableResult
  mutating func select(_ number: Int) -> Bool {
    defer { selection = number }
    return selection == number
  }

  /// Adjusts the position after a change: selects an existing row, inside a window of `height`
  /// lines without unnecessary empty ones.
  mutating func settle(in numbers: [Int], height: Int, growth: Growth) {
    guard !numbers.isEmpty else {
      self = ListPlace()
      return
    }
    let last = numbers.count - 1
    if let selection {
      // The next row replaces one that is gone.
      place = numbers.firstIndex(of: selection) ?? min(place, last)
      self.selection = numbers[place]
    } else {
      place = growth == .top ? 0 : last
      if growth == .bottom { line = max(0, height - 1) }
      if growth == .top { selection = numbers[0] }
    }
    if showsTop, place < height { line = place }
    line = max(0, min(line, height - 1, place))
    let below = numbers.count - place
    if line + below < height { line = min(height - below, place) }
    showsTop = growth == .top && line == place
  }
}

extension ListPlace {
  /// Returns the number of rows that a movement command moves down, up if negative; nil for other
  /// commands.
  ///
  /// - Parameters:
  ///   - page: The rows of the window, one of which stays visible.
  ///   - half: The rows of half a page; nil for half the window.
  static func steps(of command: Command, page: Int, half: Int? = nil, of count: Int) -> Int? {
    switch command {
    case .next: 1
    case .previous: -1
    case .first: -count
    case .last: count
    case .halfDown: max(1, half ?? page / 2)
    case .halfUp: -max(1, half ?? page / 2)
    case .pageDown, .toggle: max(1, page - 1)
    case .pageUp: -max(1, page - 1)
    default: nil
    }
  }
}
