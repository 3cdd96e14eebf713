import Foundation
import InboxModel

/// The first line: the program, what there is, the clock.
struct HeaderView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let clock = CleanText(
      scene.layout.detail.columns > 0 ? scene.clock.dateAndTime : scene.clock.time)
    // Where there is no room the name of the program goes first, then the last of what there is to see.
    let name = StyledLine.Part(text: " PushInbox ", style: .bold)
    let views = views
    let needed = ([name] + views.map(\.part)).reduce(clock.columns + 2) { $0 + $1.text.columns }
    var used = 0
    if needed <= width { used += screen.draw(name.text, row: 0, column: used, style: name.style) }
    // What is open is always named.
    var room = width - used - (views.first(where: \.isOpen)?.part.text.columns ?? 0)
    for (command, isOpen, part) in views {
      if !isOpen {
        guard part.text.columns <= room else { room = 0; continue }
        room -= part.text.columns
      }
      if let key = scene.state.keymap.entry(command)?.keys.first {
        screen.clickable(.key(key), row: 0, column: used, columns: part.text.columns)
      }
      used += screen.draw(part.text, row: 0, column: used, style: part.style)
    }
    if used + clock.columns + 2 <= width { screen.draw(clock, row: 0, before: width - 1) }
  }

  /// What there is to see, and what leads there.
  private var views: [(command: Command, isOpen: Bool, part: StyledLine.Part)] {
    let open = scene.state.sheets.first
    let refused = scene.status.refused
    let isInbox = open.map { ![.rejected, .log, .settings, .held].contains($0) } ?? true
    var rejected = view(.rejected, "Rejected \(refused)", isOpen: open == .rejected)
    if refused > 0, !rejected.isOpen { rejected.part.style = Palette.bad }
    let held = scene.device.heldCount
    var views = [
      view(.inbox, "Inbox \(scene.device.inbox.unreadCount)", isOpen: isInbox), rejected,
      view(.log, "Log \(scene.state.log.count)", isOpen: open == .log),
      view(.settings, "Settings", isOpen: open == .settings),
    ]
    if held > 0 || open == .held {
      views.append(view(.held, "Held \(held)", isOpen: open == .held))
    }
    return views
  }

  /// `[1 Inbox 9]`: the key that leads there, and brackets around what is open.
  private func view(
    _ command: Command, _ words: String, isOpen: Bool
  ) -> (command: Command, isOpen: Bool, part: StyledLine.Part) {
    let key = scene.state.keymap.entry(command)?.keys.first.map { $0.name + " " } ?? ""
    let part = StyledLine.Part(
      text: CleanText(isOpen ? " [\(key)\(words)]" : "  \(key)\(words) "),
      style: isOpen ? .bold : .plain)
    return (command, isOpen, part)
  }
}

/// The banner as the phone shows it for a few seconds, or the entry on its lit lock screen.
struct BannerView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let area = scene.layout.banner
    guard area.rows > 0, let banner = scene.state.banner,
      let notification = scene.device.notification(banner.id)
    else { return }
    let text = scene.device.bannerText(of: notification)
    let title = scene.line(text.title ?? scene.device.appName(notification.app))
    let body = scene.line(
      [text.subtitle, text.body].compactMap(\.self).joined(separator: " \(scene.symbols.dot) "))
    let label = scene.device.label(of: notification.level)
    let place = scene.isLocked ? "LOCK SCREEN" : "BANNER"
    if area.rows == 1 {
      screen.fill(row: area.row, column: 0, columns: area.columns, style: .reversed)
      let words = [place, label].compactMap(\.self).joined(separator: " ")
      let line = CleanText(" \(words) ") + title + "  " + body
      screen.draw(
        line.truncated(to: area.columns, ellipsis: scene.symbols.ellipsis), row: area.row,
        column: 0, style: .reversed)
      return
    }
    let name =
      "\(scene.device.appName(notification.app)) / \(notification.threadIdentifier)"
    let app =
      notification.threadIdentifier.isEmpty ? scene.device.appName(notification.app) : name
    let edge = Palette.accent
    screen.box(
      row: area.row, column: 0, width: area.columns, height: area.rows,
      title: CleanText([place, label, app].compactMap(\.self).joined(separator: "  "), limit: 400),
      style: edge)
    screen.draw(remark(banner), row: area.row, before: area.columns - 2, style: edge)
    let inside = area.columns - 4
    let time = CleanText(scene.clock.row(notification.date))
    let cut = scene.symbols.ellipsis
    screen.draw(
      title.truncated(to: inside - time.columns - 1, ellipsis: cut), row: area.row + 1, column: 2,
      style: .bold)
    screen.draw(time, row: area.row + 1, before: area.columns - 2, style: .dim)
    let keys = keys(to: notification)
    screen.draw(keys, row: area.row + 2, before: area.columns - 2, style: edge)
    screen.draw(
      body.truncated(to: inside - keys.columns - 2, ellipsis: cut), row: area.row + 2, column: 2)
  }

  /// What can be done about it at once, when the keys mean it.
  private func keys(to notification: DeliveredNotification) -> CleanText {
    guard scene.layout.size.columns >= 72, scene.state.target(scene.device) == notification.id
    else { return "" }
    let actions = scene.device.choices(for: notification)
    var hints: [(Command, String)] = []
    if let reply = actions.first(where: { $0.textInput != nil }) {
      hints.append((.reply, reply.title))
    }
    hints.append((.read, "Mark read"))
    if actions.count > 1, scene.layout.size.columns >= Layout.wideColumns {
      hints.append((.actions, "all \(actions.count) actions"))
    }
    let words = hints.compactMap { command, words in
      scene.state.keymap.entry(command)?.keys.first.map { "[\($0.name)] \(words)" }
    }
    return CleanText(words.joined(separator: "  "), limit: 200)
      .truncated(to: scene.layout.size.columns / 2, ellipsis: scene.symbols.ellipsis)
  }

  private func remark(_ banner: AppState.Banner) -> CleanText {
    let key = scene.state.keymap.entry(.cancel)?.keys.first?.name ?? ""
    guard let until = banner.until else { return CleanText(" stays until \(key) ") }
    let left = max(1, Int(until.timeIntervalSince(scene.clock.now).rounded(.up)))
    return CleanText(" \(left)s left, \(key) away ")
  }
}
