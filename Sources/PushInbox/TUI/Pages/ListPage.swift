import InboxModel

/// A kept page with a list of numbered rows, a selected row, and the window around it.
protocol ListPage: KeptPage {
  /// The end of the list at which new rows are added.
  static var growth: ListPlace.Growth { get }
  /// Returns the areas of the page.
  static func layout(_ size: Size) -> ListLayout

  var place: ListPlace { get set }
  /// Returns the numbers of the rows, in their order.
  func numbers(in context: PageContext) -> [Int]
}

extension ListPage {
  static var growth: ListPlace.Growth { .top }

  mutating func settle(in context: PageContext) {
    place.settle(
      in: numbers(in: context), height: Self.layout(context.size).list.rows, growth: Self.growth)
  }

  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool {
    place.select(number)
  }

  /// Moves the selection by a movement command; ignores other commands.
  mutating func move(by command: Command, in context: PageContext) {
    let numbers = numbers(in: context)
    let page = Self.layout(context.size).list.rows
    if let count = ListPlace.steps(of: command, page: page, of: numbers.count) {
      place.move(by: count, in: numbers, growth: Self.growth)
    }
  }
}

/// The drawing of a ``ListPage``: titles, rows, details of the selected row, counts.
protocol ListView {
  associatedtype Item
  var scene: Scene { get }
  var layout: ListLayout { get }
  var items: [Item] { get }
  var place: ListPlace { get }
  /// The sentence that replaces an empty list.
  var notice: String { get }

  func drawTitles(row: Int, on screen: inout Screen)
  func number(of item: Item) -> Int
  func draw(_ item: Item, row: Int, on screen: inout Screen)
  /// Draws the details of the selected item.
  func drawDetail(on screen: inout Screen)
  func drawCounts(row: Int, on screen: inout Screen)
}

extension ListView {
  var width: Int { scene.layout.size.columns }
  var cut: SanitizedText { scene.symbols.ellipsis }

  func drawList(on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    if let row = layout.titles { drawTitles(row: row, on: &screen) }
    for (line, item) in items.dropFirst(place.top).prefix(layout.list.rows).enumerated() {
      let row = layout.list.row + line
      draw(item, row: row, on: &screen)
      screen.clickable(.row(number(of: item)), row: row, column: 0, columns: width)
      if place.line == line { screen.markSelected(row: row, columns: width) }
    }
    if items.isEmpty { drawNotice(notice, on: &screen) }
    if let rule = layout.rule { screen.rule(row: rule) }
    drawDetail(on: &screen)
    if let row = layout.counts { drawCounts(row: row, on: &screen) }
  }

  func draw(_ titles: [(column: Int, title: String)], row: Int, on screen: inout Screen) {
    for (column, title) in titles {
      screen.draw(SanitizedText(title), row: row, column: column, style: .dim)
    }
  }

  /// Draws sentences in place of the list.
  func drawNotice(_ words: String, on screen: inout Screen) {
    let rows = SanitizedText(words).wrapped(to: max(1, width - 4), maxLines: layout.list.rows)
    for (number, line) in rows.enumerated() {
      screen.draw(line, row: layout.list.row + number, column: 2, style: .dim)
    }
  }

  /// Draws as many lines as there is room for, with a mark if there are more.
  func draw(_ lines: [StyledLine], in area: Area, on screen: inout Screen) {
    for (number, line) in lines.prefix(area.rows).enumerated() {
      screen.draw(line, row: area.row + number, column: area.column, columns: area.columns)
    }
    if lines.count > area.rows, area.rows > 0 {
      screen.draw(
        cut, row: area.row + area.rows - 1, before: area.column + area.columns, style: .dim)
    }
  }
}
