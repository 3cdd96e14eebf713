/// The position in a list of numbered rows: the selected row, and the line on which it is drawn.
///
/// The window hangs on the selected row, as in the inbox: what comes and goes elsewhere moves neither.
/// While nothing is selected by hand, the end at which new rows come is.
struct ListPlace: Equatable, Sendable {
  /// At which end of the list new rows come.
  enum Growth: Sendable {
    case top, bottom
  }

  /// The number of the row stood on; nil for the newest, whichever that is.
  private(set) var selection: Int?
  /// The place of that row in the list, and the line of the window on which it is drawn, from 0.
  private(set) var place = 0
  private(set) var line = 0
  private var showsTop = true

  /// The number of rows above the window.
  var top: Int { place - line }

  /// Goes so many rows down, or up when negative, and stops at the ends.
  mutating func move(by count: Int, in numbers: [Int], growth: Growth) {
    guard !numbers.isEmpty else { return }
    let target = max(0, min(place + count, numbers.count - 1))
    line += target - place
    if target < place { showsTop = false }
    place = target
    let newest = growth == .top ? 0 : numbers.count - 1
    selection = growth == .bottom && target == newest ? nil : numbers[target]
  }

  /// Stands on the newest row, and stays with it where new ones come at the bottom.
  mutating func follow() {
    selection = nil
  }

  /// Stands on a row, wherever new ones come.
  mutating func stand(on number: Int) {
    selection = number
  }

  /// Stands on a row. Returns whether it did before.
  mutating func select(_ number: Int) -> Bool {
    defer { selection = number }
    return selection == number
  }

  /// Makes it true again after anything may have changed: stands on a row that is there, inside a window of
  /// `height` lines without needless empty ones.
  mutating func settle(in numbers: [Int], height: Int, growth: Growth) {
    guard !numbers.isEmpty else {
      self = ListPlace()
      return
    }
    let last = numbers.count - 1
    if let selection {
      // One that is gone leaves its place to the next.
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
  /// Returns the number of rows a moving command goes down, up when negative; nil for other commands.
  ///
  /// - Parameters:
  ///   - page: the rows of the window, of which one stays in view.
  ///   - half: the rows of half a page; by default half the window.
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
