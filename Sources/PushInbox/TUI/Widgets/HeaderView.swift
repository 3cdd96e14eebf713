import Foundation
import InboxModel

/// The first line: the program's name, the views, the clock.
struct HeaderView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let width = scene.layout.size.columns
    let clock = SanitizedText(
      scene.layout.detail.columns > 0 ? scene.clock.dateAndTime : scene.clock.time)
    // If there is no room, the program's name is left out first, then the last views.
    let name = StyledLine.Part(text: " PushInbox ", style: .bold)
    let views = views
    let needed = ([name] + views.map(\.part)).reduce(clock.columns + 2) { $0 + $1.text.columns }
    var used = 0
    if needed <= width { used += screen.draw(name.text, row: 0, column: used, style: name.style) }
    // The open view is always named.
    var room = width - used - (views.first(where: \.isOpen)?.part.text.columns ?? 0)
    for (command, isOpen, part) in views {
      if !isOpen {
        guard part.text.columns <= room else { room = 0; continue }
        room -= part.text.columns
      }
      if let key = scene.keymap.key(of: command) {
        screen.clickable(.key(key), row: 0, column: used, columns: part.text.columns)
      }
      used += screen.draw(part.text, row: 0, column: used, style: part.style)
    }
    if used + clock.columns + 2 <= width { screen.draw(clock, row: 0, before: width - 1) }
  }

  /// The views with their counts and keys.
  private var views: [(command: Command, isOpen: Bool, part: StyledLine.Part)] {
    let open = scene.state.pages.layers.first
    let unseen = scene.state.records.rejected.unseen
    let new = unseen > 0 ? " +\(unseen)" : ""
    let held = scene.device.heldCount
    var views = [
      view(.rejected, "Rejected \(scene.status.rejected)\(new)", isOpen: open == .kept(.rejected)),
      view(.log, "Log \(scene.state.records.events.count)", isOpen: open == .kept(.log)),
      view(.settings, "Settings", isOpen: open == .kept(.settings)),
    ]
    if unseen > 0, !views[0].isOpen { views[0].part.style = Palette.bad }
    if held > 0 || open == .kept(.held) {
      views.append(view(.held, "Held \(held)", isOpen: open == .kept(.held)))
    }
    let cards = scene.device.activities.lockScreenCount
    if cards > 0 || open == .kept(.activities) {
      views.append(view(.activities, "Live \(cards)", isOpen: open == .kept(.activities)))
    }
    // A page without a name in the header is above the inbox.
    let isInbox = !views.contains(where: \.isOpen)
    return [view(.inbox, "Inbox \(scene.device.inbox.unreadCount)", isOpen: isInbox)] + views
  }

  /// Returns the text of a view, `[1 Inbox 9]`: its key, in brackets if it is open.
  private func view(
    _ command: Command, _ words: String, isOpen: Bool
  ) -> (command: Command, isOpen: Bool, part: StyledLine.Part) {
    let key = scene.keymap.key(of: command).map { $0.name + " " } ?? ""
    let part = StyledLine.Part(
      text: SanitizedText(isOpen ? " [\(key)\(words)]" : "  \(key)\(words) "),
      style: isOpen ? .bold : .plain)
    return (command, isOpen, part)
  }
}
