import InboxModel

/// The areas of the screen. The state uses them to keep the selection visible, the views to draw.
struct Layout: Equatable, Sendable {
  /// The size below which only a message about it is drawn.
  static let smallest = Size(columns: 20, rows: 5)
  /// The width from which the list and the selected push are side by side.
  static let wideColumns = 100

  let size: Size
  /// The banner, which does not move the list: at the bottom of the right pane; with one pane in
  /// place of the rule and the preview, of the rule, or of the status. It has no rows without a
  /// banner.
  let banner: Area
  /// The section of Live Activities above the list; no rows without cards.
  let cards: Area
  /// The number of rows of a card in the section, and the number of visible cards.
  let cardRows: Int
  let visibleCards: Int
  /// The rows of the list.
  let list: Area
  /// The selected push beside the list; no columns with one pane.
  let detail: Area
  /// The row of the line between the list and the part below it; nil without room.
  let rule: Int?
  /// The first row of two lines about the selected push; nil without room.
  let preview: Int?
  /// The row of the counts; nil without room.
  let counts: Int?

  var isTooSmall: Bool { Self.isTooSmall(size) }

  /// Whether the screen is so small that only a message about it is drawn.
  static func isTooSmall(_ size: Size) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  /// The two lines at the bottom.
  var status: Int { size.rows - 2 }
  var hints: Int { size.rows - 1 }

  /// Makes the areas of a screen.
  ///
  /// - Parameter section: The section of Live Activities; nil for that of the state.
  init(_ state: AppState, _ device: Phone, section: CardSection? = nil) {
    size = state.size
    let isWide = size.columns >= Self.wideColumns && size.rows >= 12
    var bottom = size.rows - 2
    func fromBottom(_ rows: Int, if hasRoom: Bool) -> Int? {
      if hasRoom { bottom -= rows }
      return hasRoom ? bottom : nil
    }
    // The sentence of a demo is written above the status.
    if state.demo != nil, size.rows >= 20 { bottom -= Self.maximumNoteRows(size) }
    counts = fromBottom(1, if: size.rows >= 10)
    preview = fromBottom(2, if: size.rows >= 20 && !isWide)
    rule = fromBottom(1, if: size.rows >= 12)
    let top = 1
    let listColumns = isWide ? max(60, size.columns * 11 / 20) : size.columns
    // A demo shows the lock screen in place of an empty list.
    let isLockScreen =
      state.demo != nil && device.inbox.count == 0 && !state.filters.listsSilent
    let rows = max(0, bottom - top)
    let cards = Self.cards(
      section ?? state.pages.inbox.cards, on: device, rows: isLockScreen ? 0 : rows)
    self.cards = Area(column: 0, row: top, columns: listColumns, rows: cards.rows)
    (cardRows, visibleCards) = (cards.each, cards.visible)
    list = Area(
      column: 0, row: top + cards.rows, columns: listColumns, rows: rows - cards.rows)
    let paneColumns = max(0, size.columns - listColumns - 2)
    let hasBanner =
      state.notices.banner != nil && device.settings.device.era != .year2012 && size.rows >= 8
    let bannerRows = !hasBanner ? 0 : isWide ? 4 : preview != nil ? 3 : 1
    banner =
      isWide
      ? Area(
        column: listColumns + 2, row: bottom - bannerRows, columns: paneColumns, rows: bannerRows)
      : Area(column: 0, row: rule ?? size.rows - 2, columns: size.columns, rows: bannerRows)
    detail = Area(
      column: listColumns + 2, row: top, columns: paneColumns,
      rows: max(0, rows - (isWide ? bannerRows : 0)))
  }

  /// Returns the rows of the section of Live Activities, which are at most half of those of the
  /// list.
  private static func cards(
    _ section: CardSection, on device: Phone, rows: Int
  ) -> (rows: Int, each: Int, visible: Int) {
    let count = section.count(on: device)
    guard count > 0, rows > 1 else { return (0, 0, 0) }
    // With room, a card has two rows, and there is a line below the section.
    let hasRoom = rows >= 14
    let each = hasRoom ? 2 : 1
    let visible = min(count, (rows / 2 - (hasRoom ? 2 : 1)) / each)
    guard !section.isFolded, visible > 0 else { return (1, 0, 0) }
    return (1 + visible * each + (hasRoom ? 1 : 0), each, visible)
  }

  /// Whether the list has headings for days.
  static func hasDays(_ size: Size) -> Bool { size.columns >= wideColumns && size.rows >= 20 }

  /// Whether there is room for a frame around a dialog.
  static func framesDialogs(_ size: Size) -> Bool { size.rows >= 9 && size.columns >= 30 }

  /// Returns the maximum number of lines of a dialog.
  static func dialogRows(_ size: Size) -> Int {
    max(1, size.rows - 3 - (framesDialogs(size) ? 3 : 1))
  }

  /// Returns the maximum number of rows of a remark above the status.
  static func maximumNoteRows(_ size: Size) -> Int { max(1, min(3, size.rows - 3)) }

  /// Returns the maximum number of rows of the candidates of a word: half of the screen.
  static func maximumCandidateRows(_ size: Size) -> Int {
    max(maximumNoteRows(size), min(size.rows - 3, size.rows / 2))
  }

  /// Returns the number of lines above the text of a page: title, tabs, rule; only the title on a
  /// low screen.
  static func pageTop(_ size: Size) -> Int { size.rows < 9 ? 1 : 3 }

  static func page(_ size: Size) -> Area {
    Area(
      column: PageMetrics.margin, row: pageTop(size), columns: PageMetrics.width(size),
      rows: pageRows(size))
  }

  /// Returns the areas of a page with two panes and a line between them; nil without room.
  static func panes(_ size: Size) -> (left: Area, right: Area)? {
    guard size.columns >= wideColumns, pageTop(size) > 1 else { return nil }
    let half = size.columns / 2
    var (left, right) = (page(size), page(size))
    left.columns = half - 1 - left.column
    right.column = half + 2
    right.columns = size.columns - PageMetrics.margin - right.column
    return (left, right)
  }

  /// Returns the number of rows of the settings; three lines about the selected one are below them
  /// if there is room.
  static func settingRows(_ size: Size) -> Int {
    max(0, pageRows(size) - (size.rows < 12 ? 0 : 3))
  }

  /// Returns the number of rows of a page, between its head and the two lines at the bottom.
  static func pageRows(_ size: Size) -> Int { max(0, size.rows - 2 - pageTop(size)) }
}
