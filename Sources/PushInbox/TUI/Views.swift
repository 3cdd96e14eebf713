import Foundation
import InboxModel

/// The drawing of the screen. Its cost is proportional to the drawn rows.
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

  /// Draws the first line with the clock again.
  static func drawHeader(
    on screen: inout Screen, state: AppState, device: Phone, status: FeedStatus, now: Date
  ) {
    screen.fill(row: 0, column: 0, columns: state.size.columns)
    HeaderView(scene: Scene(state: state, device: device, status: status, now: now))
      .draw(on: &screen)
  }
}

/// The data that views can read.
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

  /// Returns the app and the thread, `Chat / op-42`, or only the app, `Chat`.
  func name(of notification: DeliveredNotification) -> String {
    Words.name(device.appName(notification.app), thread: notification.threadIdentifier)
  }

  /// Returns a text in one line, as wide as the screen at most; line breaks are replaced.
  func line(_ raw: String) -> SanitizedText {
    // Cut before it is sanitised, because the rest would not be visible. No script needs more than
    // four scalars per column.
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

  /// Draws text, with an ellipsis if it is wider than `columns`; returns the used columns.
  @discardableResult
  mutating func draw(
    _ text: SanitizedText, row: Int, column: Int, cutTo columns: Int, style: Style = .plain
  ) -> Int {
    draw(
      text.truncated(to: columns, ellipsis: symbols.ellipsis), row: row, column: column,
      style: style)
  }

  /// Marks a part of a row as selected, and moves the terminal's cursor there.
  mutating func markSelected(row: Int, column: Int = 0, columns: Int) {
    draw(">", row: row, column: column)
    restyle(row: row, column: column, columns: columns) { $0.isReversed.toggle() }
    cursor = Position(row: row, column: column)
  }

  /// Draws a line with several styles; returns the used columns.
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

  /// Draws a horizontal line.
  mutating func rule(row: Int, column: Int = 0, columns: Int? = nil, style: Style = .dim) {
    for place in column..<max(column, column + (columns ?? size.columns - column)) {
      draw(symbols.horizontal, row: row, column: place, style: style)
    }
  }
}
