import Foundation
import InboxModel

/// Draws the state of things on a screen; pure, and as costly as the rows it draws.
enum Views {
  static func render(
    state: AppState, device: Phone, status: FeedStatus, now: Date
  ) -> Screen {
    var screen = Screen(size: state.size, symbols: state.symbols, order: state.runtime.order)
    let scene = Scene(state: state, device: device, status: status, now: now)
    guard !scene.layout.isTooSmall else {
      screen.draw("too small", row: 0, column: 0)
      return screen
    }
    state.openPage.draw(scene, on: &screen)
    StatusView(scene: scene).draw(on: &screen)
    if !state.hasPage { BannerView(scene: scene).draw(on: &screen) }
    CaptionView(scene: scene).draw(on: &screen)
    HintsView(scene: scene).draw(on: &screen)
    if let dialog = state.dialog {
      draw(dialog, scene, on: &screen)
    } else {
      AlertBoxView(scene: scene).draw(on: &screen)
    }
    return screen
  }

  private static func draw(_ dialog: Dialog, _ scene: Scene, on screen: inout Screen) {
    switch dialog {
    case .reply(let prompt): ReplyView(scene: scene, prompt: prompt).draw(on: &screen)
    case .actions(let menu): ActionsView(scene: scene, menu: menu).draw(on: &screen)
    case .question(let question): QuestionView(scene: scene, question: question).draw(on: &screen)
    case .command(let prompt): CommandLineView(scene: scene, prompt: prompt).draw(on: &screen)
    case .setting(let prompt):
      CommandLineView(scene: scene, prompt: prompt.line, label: scene.line(prompt.label + ": "))
        .draw(on: &screen)
    case .key(let prompt): KeyPromptView(scene: scene, prompt: prompt).draw(on: &screen)
    case .choice(let choice): ChoiceView(scene: scene, choice: choice).draw(on: &screen)
    case .line(let prompt):
      CommandLineView(scene: scene, prompt: prompt.line, label: SanitizedText(prompt.label))
        .draw(on: &screen)
    case .filter(let prompt):
      CommandLineView(scene: scene, prompt: prompt.line, label: "/").draw(on: &screen)
    case .task(let task): TaskView(scene: scene, task: task).draw(on: &screen)
    }
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
  let state: AppState
  let device: Phone
  let status: FeedStatus
  let clock: ScreenClock
  let layout: Layout
  /// The part of the state that the page on top reads.
  let context: PageContext

  init(state: AppState, device: Phone, status: FeedStatus, now: Date) {
    self.state = state
    self.device = device
    self.status = status
    clock = ScreenClock(timeZone: device.settings.device.timeZone, now: now)
    layout = Layout(state, device)
    context = state.context(device)
  }

  var symbols: Symbols { state.symbols }
  var isLocked: Bool { device.settings.device.lock == .locked }

  /// `Chat / op-42`
  func name(of key: GroupKey) -> SanitizedText {
    SanitizedText("\(device.appName(key.app)) / \(Words.thread(of: key))", limit: 400)
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
