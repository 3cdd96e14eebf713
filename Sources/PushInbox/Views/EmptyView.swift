import InboxModel

/// The list before the first push: where to send one, and what else to try.
struct EmptyView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let area = scene.layout.list
    let rows = scene.layout.counts.map { $0 - area.row } ?? area.rows
    let margin = scene.layout.size.columns < 72 ? 1 : 3
    var page = PageText(width: max(1, scene.layout.size.columns - margin - 1))
    write(to: &page, withCurl: rows >= Self.rowsWithCurl)
    // Where room is short the blank lines go first.
    let lines =
      page.lines.count + 1 <= rows ? page.lines : page.lines.filter { !$0.parts.isEmpty }
    let top = area.row + (lines.count + 1 <= rows ? 1 : 0)
    for (number, line) in lines.prefix(max(0, rows)).enumerated() {
      screen.draw(line, row: top + number, column: margin, columns: page.width)
    }
  }

  /// Under this many rows half of the long command would be cut off.
  private static let rowsWithCurl = 11

  private func write(to page: inout PageText, withCurl: Bool) {
    let status = scene.status
    let isNarrow = page.width < 72
    page.text("Nothing has been pushed yet.")
    if let endpoint = status.endpoint {
      let reach = status.isExposed ? "OPEN TO ALL MACHINES" : "this machine only"
      page.text("APNs on \(endpoint), TLS and plain, \(reach).", style: .bold)
    }
    page.blank()
    page.text("Try one of these:")
    page.blank()
    let tries: [(String, String)] = [
      (scene.state.keymap.entry(.testPush)?.keys.first?.name ?? "", "a test push right here"),
      (#"pushinbox send "Hi""#, "from another terminal"),
      ("pushinbox --help", "all commands"),
    ]
    for (words, meaning) in tries where !words.isEmpty {
      var line = StyledLine(CleanText("  " + words).padded(to: isNarrow ? 22 : 26), Palette.accent)
      line.append(CleanText(" " + meaning))
      page.add(line)
    }
    if withCurl, let endpoint = status.endpoint {
      let headers = "-H apns-topic:com.example.app"
      page.add(
        StyledLine(
          CleanText(#"  curl -d '{"aps":{"alert":"Hi"}}' \#(isNarrow ? "" : headers + " ")\"#),
          Palette.accent))
      if isNarrow { page.add(StyledLine(CleanText(#"    \#(headers) \"#), Palette.accent)) }
      page.add(
        StyledLine(CleanText("    http://\(reachable(endpoint))/3/device/abcd"), Palette.accent))
    }
    page.blank()
    page.text("Any app id and any device token are accepted and learned.", style: .dim)
    page.text(history, style: .dim)
  }

  private var history: String {
    if scene.status.isEphemeral { return "Nothing is kept: the history ends with the program." }
    let newest = scene.status.historyLimit.map { " (\(Words.number($0)) newest)" } ?? ""
    return "History is kept\(newest); --ephemeral keeps nothing."
  }

  /// The address to connect to for one that stands for every interface.
  private func reachable(_ endpoint: String) -> String {
    for every in ["0.0.0.0:", "[::]:"] where endpoint.hasPrefix(every) {
      return "127.0.0.1:" + endpoint.dropFirst(every.count)
    }
    return endpoint
  }
}
