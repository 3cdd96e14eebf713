import InboxModel

/// The list before the first push: where to send one, and what else to try.
struct EmptyView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let area = scene.layout.list
    let rows = scene.layout.counts.map { $0 - area.row } ?? area.rows
    var page = PageText(width: max(1, scene.layout.size.columns - 4))
    write(to: &page)
    // Where room is short the blank lines go first.
    let lines =
      page.lines.count + 1 <= rows ? page.lines : page.lines.filter { !$0.parts.isEmpty }
    let top = area.row + (lines.count + 1 <= rows ? 1 : 0)
    for (number, line) in lines.prefix(max(0, rows)).enumerated() {
      screen.draw(line, row: top + number, column: 3, columns: scene.layout.size.columns - 3)
    }
  }

  private func write(to page: inout PageText) {
    let status = scene.status
    let test = scene.state.keymap.entry(.testPush)?.keys.first?.name
    if let endpoint = status.endpoint {
      let reach = status.isExposed ? "for every machine that reaches it:" : "on this machine only:"
      page.text("Nothing has been pushed yet. Listening \(reach)")
      page.blank()
      page.text("  APNs  \(endpoint)  TLS and plain on one port", hanging: 8, style: .bold)
    } else {
      page.text("Nothing has been pushed yet.")
    }
    page.blank()
    page.text("Try one of these:")
    page.blank()
    if let test { page.text("  \(test)                     a test push right here", hanging: 24) }
    page.text("  pushinbox send \"Hi\"   from another terminal", hanging: 24)
    if let endpoint = status.endpoint {
      page.text(#"  curl -d '{"aps":{"alert":"Hi"}}' -H apns-topic:com.example.app \"#, hanging: 7)
      page.text("       http://\(reachable(endpoint))/3/device/abcd", hanging: 7)
    }
    page.text("  pushinbox --help      all commands", hanging: 24)
    page.blank()
    page.text("Any app id and any device token are accepted and learned.", style: .dim)
    if status.isEphemeral {
      page.text("Nothing is kept: the history ends with the program.", style: .dim)
    } else if let limit = status.historyLimit {
      page.text("History is kept (\(limit) newest); --ephemeral keeps nothing.", style: .dim)
    } else {
      page.text("History is kept; --ephemeral keeps nothing.", style: .dim)
    }
  }

  /// The address to connect to for one that stands for every interface.
  private func reachable(_ endpoint: String) -> String {
    for every in ["0.0.0.0:", "[::]:"] where endpoint.hasPrefix(every) {
      return "127.0.0.1:" + endpoint.dropFirst(every.count)
    }
    return endpoint
  }
}
