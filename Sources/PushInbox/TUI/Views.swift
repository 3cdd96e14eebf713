import Foundation
import InboxModel

/// Draws the state of things on a screen; pure, and as costly as the rows it draws.
enum Views {
  static func render(state: AppState, device: Phone, status: FeedStatus, now: Date) -> Screen {
    var screen = Screen(size: state.size, symbols: state.look.symbols, order: state.runtime.order)
    let scene = Scene(state: state, device: device, status: status, now: now)
    guard !scene.layout.isTooSmall else {
      screen.draw("too small", row: 0, column: 0)
      return screen
    }
    state.pages.topmost.draw(scene, on: &screen)
    StatusView(scene: scene).draw(on: &screen)
    if !state.pages.hasPage { BannerView(scene: scene).draw(on: &screen) }
    CaptionView(scene: scene).draw(on: &screen)
    HintsView(scene: scene).draw(on: &screen)
    if let dialog = state.pages.dialog {
      dialog.draw(scene, on: &screen)
    } else {
      AlertBoxView(scene: scene).draw(on: &screen)
    }
    return screen
  }

  /// Draws the first line anew, over what stood there: the clock.
  static func drawHeader(
    on screen: inout Screen, state: AppState, device: Phone, status: FeedStatus, now: Date
  ) {
    screen.fill(row: 0, column: 0, columns: state.size.columns)
    HeaderView(scene: Scene(state: state, device: device, status: status, now: now))
      .draw(on: &screen)
  }
}

/// All that a view may look at.
struct Scene {
  /// The state of the screen and the phone.
  let context: PageContext
  let status: FeedStatus
  let clock: ScreenClock

  init(state: AppState, device: Phone, status: FeedStatus, now: Date) {
    context = PageContext(state, device)
    self.status = status
    clock = ScreenClock(timeZone: device.settings.device.timeZone, now: now)
  }

  var state: AppState { context.state }
  var device: Phone { context.device }
  var layout: Layout { context.layout }
  var keymap: Keymap { context.keymap }
  var symbols: Symbols { context.symbols }
  var isLocked: Bool { device.settings.device.lock == .locked }

  /// `Chat / op-42`, `Chat`
  func name(of notification: DeliveredNotification) -> String {
    Words.name(device.appName(notification.app), thread: notification.threadIdentifier)
  }

  /// One line of text that may have line breaks, as long as a screen is wide.
  func line(_ raw: String) -> SanitizedText {
    // Cut before it is cleaned: what no screen shows need not be looked at. Four scalars a column are more
    // than any script takes.
    let most = layout.size.columns * 4
    let cut = raw.utf8.count <= most ? raw : String(raw.unicodeScalars.prefix(most))
    let isOneLine = !cut.utf8.contains { $0 == 10 || $0 == 13 }
    let text = isOneLine ? cut : cut.split(whereSeparator: \.isNewline).joined(separator: " ")
    return SanitizedText(text, limit: most * 4)
  }
}

extension Screen {
  /// Draws text that ends before a column.
  mutating func draw(_ text: SanitizedText, row: Int, before column: Int, style: Style = .plain) {
    draw(text, row: row, column: column - text.columns, style: style)
  }

  /// Draws text, with an ellipsis where it is wider than so many columns; returns the columns used.
  @discardableResult
  mutating func draw(
    _ text: SanitizedText, row: Int, column: Int, cutTo columns: Int, style: Style = .plain
  ) -> Int {
    draw(
      text.truncated(to: columns, ellipsis: symbols.ellipsis), row: row, column: column,
      style: style)
  }

  /// Marks a stretch of a row as the one stood on, where the terminal's cursor is then, too.
  mutating func markSelected(row: Int, column: Int = 0, columns: Int) {
    draw(">", row: row, column: column)
    restyle(row: row, column: column, columns: columns) { $0.isReversed.toggle() }
    cursor = Position(row: row, column: column)
  }

  /// Draws a line of several styles; returns the columns used.
  @discardableResult
  mutating func draw(
    _ line: StyledLine, row: Int, column: Int, columns: Int, style: (Style) -> Style = { $0 }
  ) -> Int {
    var used = 0
    for part in line.parts where used < columns {
      used += draw(
        part.text, row: row, column: column + used, columns: columns - used,
        style: style(part.style))
    }
    mark(line, row: row, column: column, columns: columns)
    return used
  }

  /// Draws a line across.
  mutating func rule(row: Int, column: Int = 0, columns: Int? = nil, style: Style = .dim) {
    for place in column..<max(column, column + (columns ?? size.columns - column)) {
      draw(symbols.horizontal, row: row, column: place, style: style)
    }
  }
}
