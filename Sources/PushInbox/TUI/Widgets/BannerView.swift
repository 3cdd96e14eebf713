import Foundation
import InboxModel

/// The banner, or the entry on the lit lock screen, in the area of ``Layout/banner``: a box of four
/// rows, three rows below a line, or a single row.
struct BannerView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let area = scene.layout.banner
    guard area.rows > 0, let banner = scene.state.notices.banner,
      let notification = scene.device.notification(banner.id)
    else { return }
    let text = scene.device.bannerText(of: notification)
    let title = scene.line(text.title ?? scene.device.appName(notification.app))
    let body = scene.line(
      [text.subtitle, text.body].compactMap(\.self).joined(separator: " \(scene.symbols.dot) "))
    let label = scene.device.label(of: notification.level)
    let place = scene.isLocked ? "LOCK SCREEN" : "BANNER"
    let style: Style = area.rows == 1 ? .reversed : .plain
    for row in area.row..<area.row + area.rows {
      screen.fill(row: row, column: area.column, columns: area.columns, style: style)
    }
    if area.rows == 1 {
      let words = [place, label].compactMap(\.self).joined(separator: " ")
      let line = SanitizedText(" \(words) ") + title + "  " + body
      screen.draw(line, row: area.row, column: 0, cutTo: area.columns, style: style)
      return
    }
    drawEdge([place, label].compactMap(\.self), banner, notification, on: &screen)
    let right = area.column + area.columns - 2
    let edge = Palette.accent
    let left = area.column + 2
    let time = SanitizedText(scene.clock.row(notification.date))
    screen.draw(
      title, row: area.row + 1, column: left, cutTo: right - left - time.columns - 1, style: .bold)
    screen.draw(time, row: area.row + 1, before: right, style: .dim)
    let keys = keys(to: notification)
    screen.draw(keys, row: area.row + 2, before: right, style: edge)
    screen.draw(body, row: area.row + 2, column: left, cutTo: right - left - keys.columns - 2)
  }

  /// Draws the box around the banner, or the line above it, with the app's name and the remaining
  /// time.
  private func drawEdge(
    _ words: [String], _ banner: Notices.Banner, _ notification: DeliveredNotification,
    on screen: inout Screen
  ) {
    let area = scene.layout.banner
    let remark = remark(banner)
    let names = words + [scene.name(of: notification)]
    let heading = SanitizedText(names.joined(separator: "  "), limit: 400)
      .truncated(to: area.columns - remark.columns - 5, ellipsis: scene.symbols.ellipsis)
    let edge = Palette.accent
    if area.rows == 4 {
      screen.box(
        row: area.row, column: area.column, width: area.columns, height: area.rows, title: heading,
        style: edge)
    } else {
      screen.rule(row: area.row, columns: area.columns, style: edge)
      screen.draw(" " + heading + " ", row: area.row, column: area.column + 1, style: edge)
    }
    screen.draw(remark, row: area.row, before: area.column + area.columns - 2, style: edge)
  }

  /// Returns the keys that act on the banner's push, as long as they refer to it.
  private func keys(to notification: DeliveredNotification) -> SanitizedText {
    let columns = scene.layout.banner.columns
    guard columns >= 48, scene.context.target?.id == notification.id else { return "" }
    let actions = scene.device.choices(for: notification)
    var hints: [(Command, String)] = []
    if let reply = actions.first(where: { $0.textInput != nil }) {
      hints.append((.reply, reply.title))
    }
    hints.append((.read, "Mark read"))
    if actions.count > 1, columns >= Layout.wideColumns {
      hints.append((.actions, "all \(actions.count) actions"))
    }
    let words = hints.compactMap { command, words in
      scene.keymap.key(of: command).map { "[\($0.name)] \(words)" }
    }
    return SanitizedText(words.joined(separator: "  "), limit: 200)
      .truncated(to: columns / 2, ellipsis: scene.symbols.ellipsis)
  }

  private func remark(_ banner: Notices.Banner) -> SanitizedText {
    let key = scene.keymap.keyName(of: .cancel)
    guard let until = banner.until else { return SanitizedText(" stays until \(key) ") }
    let left = max(1, Int(until.timeIntervalSince(scene.clock.now).rounded(.up)))
    // The key first removes the filter.
    guard scene.context.filter(of: .inbox).isEmpty else { return SanitizedText(" \(left)s left ") }
    return SanitizedText(
      scene.layout.banner.columns < 72 ? " \(left)s, \(key) " : " \(left)s left, \(key) away ")
  }
}
