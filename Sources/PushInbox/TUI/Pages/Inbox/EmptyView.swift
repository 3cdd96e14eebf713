import InboxModel

/// The welcome page, shown in place of an empty list or opened by a key: what happened to earlier
/// pushes, where pushes are received, what to try, and how new pushes are shown.
struct EmptyView {
  let scene: Scene

  /// The amount of text; less if the screen has few rows.
  private enum Fullness: CaseIterable {
    case airy, dense, withoutCurl, leanest
  }

  func draw(on screen: inout Screen) {
    let area = scene.layout.list
    let rows = scene.layout.counts.map { $0 - area.row } ?? area.rows
    let margin = isNarrow ? 1 : 3
    let pages = Fullness.allCases.lazy.map(lines)
    let lines = pages.first { $0.count <= rows } ?? lines(.leanest)
    let top = area.row + (lines.count < rows ? 1 : 0)
    for (number, line) in lines.prefix(max(0, rows)).enumerated() {
      screen.draw(line, row: top + number, column: margin, columns: width)
    }
  }

  private var isNarrow: Bool { scene.layout.size.columns < 72 }
  private var width: Int { max(1, scene.layout.size.columns - (isNarrow ? 1 : 3) - 1) }

  private func lines(_ fullness: Fullness) -> [StyledLine] {
    var page = PageText(width: width)
    page.text(state + (ways.isEmpty ? "" : "  \(reach):"))
    page.blank()
    for way in fullness == .leanest ? Array(ways.prefix(1)) : ways { add(way, to: &page) }
    page.blank()
    page.text("Try one of these:")
    page.blank()
    tries(isFull: fullness == .airy || fullness == .dense, to: &page)
    page.blank()
    if fullness == .airy || fullness == .dense {
      page.text("\(manner) \(history)", style: .dim)
    }
    return fullness == .airy ? page.lines : page.lines.filter { !$0.parts.isEmpty }
  }

  /// The reason why the list is empty.
  private var state: String {
    let held = scene.device.heldCount
    let came = scene.status.accepted
    guard came > 0 || held > 0 || scene.device.inbox.count > 0 else {
      return "No push was received yet."
    }
    let pushes = came.counted("push", "pushes")
    let listed = scene.device.inbox.count
    let log = place(of: .log)
    let page = place(of: .held)
    guard listed == 0 else {
      return "The list has \(listed.counted("push", "pushes")); \(pushes) received\(log)."
    }
    return "The list is empty: \(pushes) received\(log)"
      + (held > 0 ? ", \(held) held\(page)." : ".")
  }

  /// Returns ` (key 3)`; empty for a page without a key.
  private func place(of page: Command) -> String {
    let key = scene.keymap.keyName(of: page)
    return key.isEmpty ? "" : " (key \(key))"
  }

  // MARK: Where pushes are received

  private var reach: String {
    scene.status.isExposed ? "OPEN TO ALL MACHINES" : "Listening on this machine only"
  }

  private var ways: [FeedStatus.WayIn] {
    guard let endpoint = scene.status.endpoint else { return scene.status.waysIn }
    let port = FeedStatus.WayIn(
      name: "APNs, CONNECT proxy", place: endpoint, remark: "TLS and plain on one port")
    return [port] + scene.status.waysIn
  }

  private func add(_ way: FeedStatus.WayIn, to page: inout PageText) {
    var line = StyledLine(column(way.name))
    line.append(scene.line(way.place), .bold)
    line.append(SanitizedText("   " + way.remark), .dim)
    add(line, to: &page)
  }

  // MARK: What to try

  private func tries(isFull: Bool, to page: inout PageText) {
    add(.testPush, "a test push", to: &page)
    for row in commandRows(#"send "Hi""#) { add(row, "from another terminal", to: &page) }
    if isFull { curl(to: &page) }
    let others = scene.symbols.ellipsis.text
    let clients = "point apns2, pushy, node-apn, APNSwift \(others) here"
    for row in commandRows("env") { add(row, clients, to: &page) }
    let demo = scene.state.runtime.invocation.lineWithoutInbox("demo")
    add(demo, "a demo of two minutes, without a sender", to: &page)
    if isFull { demos(to: &page) }
    add(.doNotDisturb, "Do Not Disturb, which silences the next push", to: &page)
    let line = scene.keymap.keyName(of: .commandLine)
    if !line.isEmpty { add(line, "a command: \(line)send Hi, \(line)dnd 30m", to: &page) }
  }

  /// Returns a command for this inbox, in as many rows as it needs.
  private func commandRows(_ words: String) -> [String] {
    scene.state.runtime.invocation.rows(words, width: width - 2)
  }

  /// Writes the names of the demos other than the default one.
  private func demos(to page: inout PageText) {
    let words = scene.state.runtime.invocation.lineWithoutInbox("demo NAME")
    let names = SanitizedText(DemoList.names.dropFirst().joined(separator: ", "))
    var start = column(words)
    if SanitizedText("  " + words).columns > columnWidth {
      add(StyledLine(SanitizedText("  " + words), Palette.accent), to: &page)
      start = PageText.space(start.columns)
    }
    for row in names.wrapped(to: max(1, width - start.columns)) {
      var line = StyledLine(start, Palette.accent)
      line.append(row)
      add(line, to: &page)
      start = PageText.space(start.columns)
    }
  }

  /// Writes a `curl` command, which needs an endpoint that accepts a push without a provider token.
  private func curl(to page: inout PageText) {
    guard let endpoint = scene.status.endpoint, !scene.status.gateway.isStrict else { return }
    let header = #"-H apns-topic:com.example.app \"#
    let begin = #"curl -d '{"aps":{"alert":"Hi"}}' "#
    let rows =
      (isNarrow ? [begin + #"\"#, "  " + header] : [begin + header])
      + ["  http://\(reachable(endpoint))/3/device/abcd"]
    for row in rows { page.add(StyledLine(SanitizedText("  " + row), Palette.accent)) }
  }

  private func add(_ command: Command, _ meaning: String, to page: inout PageText) {
    let key = scene.keymap.keyName(of: command)
    if !key.isEmpty { add(key, meaning, to: &page) }
  }

  /// Writes words to type and their purpose, which is left out if the words need its columns.
  private func add(_ words: String, _ meaning: String, to page: inout PageText) {
    let text = SanitizedText("  " + words)
    guard text.columns <= columnWidth else {
      return add(StyledLine(text, Palette.accent), to: &page)
    }
    var line = StyledLine(column(words), Palette.accent)
    line.append(SanitizedText(meaning))
    add(line, to: &page)
  }

  /// Returns the address to connect to for one that means every interface.
  private func reachable(_ endpoint: String) -> String {
    for every in ["0.0.0.0:", "[::]:"] where endpoint.hasPrefix(every) {
      return "127.0.0.1:" + endpoint.dropFirst(every.count)
    }
    return endpoint
  }

  // MARK: How pushes are shown

  private var manner: String {
    let gateway = scene.status.gateway
    if gateway.isStrict { return "Strict checks: a provider token and a topic are required." }
    guard gateway == GatewaySettings() else {
      return "Only the tokens and topics of the configuration are accepted."
    }
    return
      "Any app id and any device token are accepted; --strict checks like Apple."
  }

  private var history: String {
    if scene.status.isEphemeral {
      return "Nothing is stored: the history is lost at the end of the program."
    }
    let newest = scene.status.historyLimit.map { " (\(Words.number($0)) newest)" } ?? ""
    return "History is kept\(newest); --ephemeral keeps nothing."
  }

  // MARK: Lines

  private var columnWidth: Int { isNarrow ? 21 : 27 }

  private func column(_ words: String) -> SanitizedText {
    SanitizedText("  " + words).padded(to: columnWidth) + " "
  }

  private func add(_ line: StyledLine, to page: inout PageText) {
    page.add(line.truncated(to: width, ellipsis: scene.symbols.ellipsis))
  }
}
