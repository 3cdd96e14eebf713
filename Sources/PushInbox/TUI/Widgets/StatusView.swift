import InboxModel

/// The status lines: counts, the phone and the feed, in words.
struct StatusView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    let layout = scene.layout
    let width = layout.size.columns
    if let row = layout.counts, !scene.state.pages.hasPage { counts(row, on: &screen) }
    let feed = layout.counts == nil ? positionOverFeed : feed
    var used = 1
    let right = width - feed.text.columns - 1
    // If there is no room, parts are left out from the end, where the least important ones are. The
    // lock, a recording and active faults are kept.
    let staying =
      1 + (scene.status.recording == nil ? 0 : 1) + (scene.status.faults == 0 ? 0 : 1)
    for (number, part) in phone.enumerated() {
      let text = (number == 0 ? "" : " | ") + part.text
      guard used + text.columns < right || number < staying else { break }
      screen.draw(text, row: layout.status, column: used, style: part.style)
      used += text.columns
    }
    if used < right {
      screen.draw(feed.text, row: layout.status, before: width - 1, style: feed.style)
    }
  }

  private func counts(_ row: Int, on screen: inout Screen) {
    let width = scene.layout.size.columns
    if let problem = scene.status.problems.first { return draw(problem, row, on: &screen) }
    guard scene.device.inbox.count > 0 || scene.device.atExtensionCount > 0 else { return }
    var modes = modes + positionWords
    var right = SanitizedText(modes.joined(separator: "   "))
    while right.columns > width - 2, modes.count > 1 {
      modes.removeFirst()
      right = SanitizedText(modes.joined(separator: "   "))
    }
    let left = SanitizedText(" " + countWords.joined(separator: ", "))
    screen.draw(left, row: row, column: 0, cutTo: width - right.columns - 3, style: .dim)
    screen.draw(right, row: row, before: width - 1)
  }

  /// Draws the first problem of a feed, and the number of others.
  private func draw(_ problem: String, _ row: Int, on screen: inout Screen) {
    let width = scene.layout.size.columns
    let others = scene.status.problems.count - 1
    let words = SanitizedText(
      problem + (others > 0 ? "  (and \(others) more)" : ""), limit: width * 4)
    let position = SanitizedText(positionWords.joined(separator: "   "))
    screen.draw(
      " ! " + words, row: row, column: 0, cutTo: width - position.columns - 2,
      style: Palette.warning)
    screen.draw(position, row: row, before: width - 1)
  }

  /// The counts: `3 pushes in 2 groups`, `1 unread`.
  private var countWords: [String] {
    let inbox = scene.device.inbox
    let atExtension = scene.device.atExtensionCount
    var words: [String] = []
    if inbox.count > 0 {
      words.append(
        inbox.count.counted("push", "pushes") + " in "
          + inbox.groupCount.counted("group"))
      words.append("\(inbox.unreadCount) unread")
    }
    if inbox.quietCount > 0 { words.append("\(inbox.quietCount) quiet") }
    if atExtension > 0 {
      words.append(atExtension.counted("at its extension", "at their extensions"))
    }
    let held = scene.device.heldCount
    if held > 0 { words.append("\(held) held") }
    let silent = scene.device.silentCount
    if silent > 0 { words.append(silent.counted("silent wake")) }
    if scene.status.droppedUnread > 0 {
      let limit = scene.status.historyLimit.map { " (keeps \(Words.number($0)))" } ?? ""
      words.append("\(Words.number(scene.status.droppedUnread)) unread dropped\(limit)")
    }
    return words
  }

  /// The modes, the least important first: `PAUSED, 3 more came`, `filter: none`.
  private var modes: [String] {
    let inbox = scene.state.pages.inbox
    var modes: [String] = []
    if let unseen = scene.status.unseen { modes.append("PAUSED, \(unseen) more received") }
    if let marked = scene.state.actions.marked { modes.append("= \(marked.name.text) marked") }
    if let found = inbox.found {
      let filter = scene.context.filter(of: .inbox).text
      modes.append("\(found.count)\(inbox.search == nil ? "" : "+") match /\(filter)")
    } else if scene.layout.size.columns >= Layout.wideColumns {
      modes.append("filter: none")
    }
    if scene.state.beepsOnRejection { modes.append("beep ON") }
    return modes
  }

  /// Whether the list follows, or the number of newer pushes and the key that leads to them; then
  /// the position of the selected push: `follow ON`, `3 newer (g)`, `12/2008`.
  private var positionWords: [String] {
    guard scene.device.inbox.count > 0 else { return [] }
    let inbox = scene.state.pages.inbox.found ?? scene.device.inbox
    guard let id = scene.state.pages.inbox.selectedPush(in: scene.context),
      let place = inbox.place(of: id)
    else { return [] }
    let newer = inbox.countNewer(than: id)
    let key = scene.keymap.key(of: .first).map { " (\($0.name))" } ?? ""
    // The list does not follow while a page about a push is open, so there may be newer ones.
    let follow =
      newer > 0
      ? "\(newer) newer\(key)" : scene.state.pages.inbox.follows ? "follow ON" : "follow OFF"
    return [follow, "\(place)/\(inbox.count)"]
  }

  /// The position in the list and, if there is room, the feed, for screens without a line of
  /// counts.
  private var positionOverFeed: StyledLine.Part {
    guard !scene.state.pages.hasPage else { return feed }
    var words = positionWords
    if scene.state.pages.inbox.follows, !words.isEmpty { words.removeFirst() }
    let room = scene.layout.size.columns - 12
    let place = SanitizedText(words.joined(separator: "  "))
    guard !words.isEmpty else { return feed }
    guard place.columns + 2 + feed.text.columns > room else {
      return .init(text: feed.text + "  " + place, style: feed.style)
    }
    return .init(
      text: place.columns > room ? SanitizedText(words[words.count - 1]) : place, style: .plain)
  }

  /// The state of the phone, the most important part first.
  private var phone: [StyledLine.Part] {
    let phone = scene.device.settings.device
    var parts: [StyledLine.Part] = []
    func add(_ words: String, _ style: Style = .plain) {
      parts.append(.init(text: SanitizedText(words, limit: 120), style: style))
    }
    if scene.isLocked { add("LOCKED", Palette.warning) } else { add("UNLOCKED") }
    if let name = scene.status.recording {
      let text = SanitizedText(scene.layout.size.columns < 60 ? "REC" : "REC " + name, limit: 200)
      parts.append(
        .init(
          text: text.truncated(to: 24, ellipsis: scene.symbols.ellipsis),
          style: Palette.failure))
    }
    if scene.status.faults > 0 { add("FAULTS \(scene.status.faults)", Palette.failure) }
    if !scene.status.isPhoneOnline { add("OFFLINE", Palette.warning) }
    if phone.lowPower { add("LOW POWER", Palette.warning) }
    if let focus = scene.device.focusInForce {
      let name = focus.name == .doNotDisturb ? "DND" : "Focus \(focus.name)"
      let until = focus.until.map { "until \(scene.clock.minutes($0))" } ?? "on"
      add("\(name) \(until)", Palette.warning)
    } else {
      add("DND off")
    }
    if let muted { add(muted, Palette.warning) }
    let previews = phone.previews == .whenAuthenticated ? "unlocked" : phone.previews.rawValue
    add("Previews \(previews)")
    let apps = scene.device.settings.apps.keys
      .map { (scene.device.appName($0), scene.device.runState(of: $0)) }
      .filter { $0.1 != .background }
      .map { "\($0) \($1.rawValue)" }.sorted()
    if phone.grouping != .automatic || scene.layout.detail.columns > 0 {
      add("Group \(Words.grouping(phone.grouping))")
    }
    if !apps.isEmpty { add(apps.prefix(4).joined(separator: " ")) }
    if phone.ringer == .silent { add("ringer silent") }
    return parts
  }

  /// The muted apps: `Mail muted until 22:58`, `3 apps muted`.
  private var muted: String? {
    let apps = scene.device.mutedApps
    guard let app = apps.first, let until = scene.device.mutedUntil(app) else { return nil }
    return apps.count == 1
      ? "\(scene.device.appName(app)) muted until \(scene.clock.shortly(until))"
      : "\(apps.count) apps muted"
  }

  private var feed: StyledLine.Part {
    let status = scene.status
    guard let endpoint = status.endpoint else {
      return .init(text: SanitizedText("no endpoint \(status.pushesPerSecond)/s"), style: .dim)
    }
    let port = endpoint.lastIndex(of: ":").map { String(endpoint[$0...]) } ?? endpoint
    let place = status.isExposed ? "OPEN TO ALL \(endpoint)" : "APNs \(port)"
    let places = [place, status.legacy].compactMap(\.self).joined(separator: " ")
    let connections =
      scene.layout.size.columns < Layout.wideColumns
      ? "\(status.connections)c" : status.connections.counted("connection")
    return .init(
      text: SanitizedText("\(places) \(connections) \(status.pushesPerSecond)/s", limit: 120),
      style: status.isExposed ? Palette.warning.with { $0.isBold = true } : .plain)
  }
}
