import Foundation

/// The outcomes of counted pushes, as text and as JSON: one row per app and device for pushes that
/// are numbered here or received from a provider, and one for pushes relayed to phones in other
/// processes.
public enum QueueOutput {
  /// Returns `{"v":1,"phones":[…],"queues":[…]}`, each row with its chart.
  public static func json(
    _ counts: [CountedQueue: QueueCounts], phones: [PhoneID: SubscribedPhone] = [:]
  ) -> String {
    JSONMembers.text { json in
      json.add("phones", objects: rows(phones, counts)) { row, json in
        json.add("acknowledged", row.phone.acknowledged)
        json.add("app", row.app.text)
        json.add("arrivals", row.isReporting ? "reported" : "unknown")
        json.add("device", row.device.text)
        json.add("numbered", row.phone.numbered)
        json.add("offered", row.phone.given)
        add(row.counts, isKnown: row.isReporting, isCharted: true, to: &json)
      }
      add("queues", counts, isCharted: true, to: &json)
      json.add("v", 1)
    }
  }

  /// The outcomes of an app's pushes to a phone in another process.
  private struct PhoneRow {
    var device: PhoneID
    var app: BundleID
    var phone: SubscribedPhone.Counts
    var counts: QueueCounts
    /// Whether the phone reports the outcomes.
    var isReporting: Bool
  }

  private static func rows(
    _ phones: [PhoneID: SubscribedPhone], _ counts: [CountedQueue: QueueCounts]
  ) -> [PhoneRow] {
    let apps = counts.keys.compactMap { queue -> (PhoneID, BundleID)? in
      guard case .phone(let device, let app) = queue else { return nil }
      return (device, app)
    }
    // A push without a subscription was never relayed.
    let all = phones.flatMap { device, its in
      Set(its.apps.keys).union(apps.filter { $0.0 == device }.map(\.1)).map { app in
        PhoneRow(
          device: device, app: app, phone: its.apps[app] ?? SubscribedPhone.Counts(),
          counts: counts[.phone(device, app)] ?? QueueCounts(), isReporting: its.stream != nil)
      }
    }
    return all.sorted { ($0.app, $0.device) < ($1.app, $1.device) }
  }

  static func add(
    _ key: String, _ counts: [CountedQueue: QueueCounts], isCharted: Bool = false,
    to json: inout JSONMembers
  ) {
    let rows = counts.filter { if case .phone = $0.key { false } else { true } }
    json.add(key, objects: rows.sorted { $0.key < $1.key }) { row, json in
      json.add("app", row.key.app.text)
      switch row.key {
      case .local(let queue):
        json.add("device", nil as String?)
        json.add("provider", nil as String?)
        json.add("token", queue.token.hex)
      case .feed(let feed, _):
        json.add("device", feed.device.text)
        json.add("provider", feed.provider.text)
        json.add("token", nil as String?)
      case .phone: break
      }
      add(row.value, isKnown: true, isCharted: isCharted, to: &json)
    }
  }

  /// Adds the counts; `null` for those that the phone does not report.
  private static func add(
    _ counts: QueueCounts, isKnown: Bool, isCharted: Bool, to json: inout JSONMembers
  ) {
    if isCharted, isKnown, let start = counts.chart.start {
      json.add("chart", object: { add(counts.chart, from: start, to: &$0) })
    }
    for (name, number) in numbers where !alwaysKnown.contains(name) {
      json.add(name, isKnown ? counts.total[keyPath: number] : nil)
    }
    for (name, number) in numbers where alwaysKnown.contains(name) {
      json.add(name, counts.total[keyPath: number])
    }
    json.add("lateMean", json: isKnown ? seconds(counts.lateness.mean) : nil)
    json.add("lateWorst", json: isKnown ? seconds(counts.lateness.worst) : nil)
    json.add("rate", json: isKnown ? Array("\(counts.rate)".utf8) : nil)
    json.add("rateWithout", json: isKnown ? Array("\(counts.rateWithout)".utf8) : nil)
  }

  /// The counters by their keys.
  private static let numbers: [(String, any KeyPath<QueueTally, Int> & Sendable)] = [
    ("coalesced", \.coalesced), ("delivered", \.delivered), ("duplicates", \.duplicates),
    ("expired", \.expired), ("late", \.late), ("lost", \.lost), ("missing", \.missing),
    ("network", \.network), ("recovered", \.recovered), ("rejected", \.rejected),
    ("repeated", \.repeated), ("replaced", \.replaced), ("reportedMissing", \.reportedMissing),
    ("sent", \.sent), ("unreadable", \.unreadable), ("unsubscribed", \.unsubscribed),
  ]
  /// The keys that the provider knows without reports.
  private static let alwaysKnown: Set = ["expired", "sent", "unsubscribed"]

  private static func seconds(_ milliseconds: Int) -> [UInt8] {
    Array(JSONNumber(Double(milliseconds) / 1000).text.utf8)
  }

  private static func add(_ chart: QueueChart, from start: Date, to json: inout JSONMembers) {
    json.add("columns", objects: chart.columns) { column, json in
      for (name, number) in numbers { json.add(name, column[keyPath: number]) }
    }
    json.add("from", start)
    json.add("span", TimeSpan.text(chart.span))
  }

  // MARK: - Text

  /// Returns a paragraph for each queue and each phone: the counts, the causes of losses, and the
  /// rate of arrivals over time, without the queue and with it.
  ///
  /// - Parameters:
  ///   - width: The maximum number of terminal columns for a line of the chart.
  ///   - levels: The characters for rates from nothing to everything; eight or nine.
  public static func lines(
    _ counts: [CountedQueue: QueueCounts], phones: [PhoneID: SubscribedPhone] = [:],
    width: Int = 80, levels: [Character] = blocks
  ) -> [String] {
    let queues = counts.sorted { $0.key < $1.key }.flatMap { queue, counts -> [String] in
      let app = PlainText.clean(queue.app.text)
      let sent = "\(counts.sent) sent, \(counts.duplicates.counted("duplicate"))"
      switch queue {
      case .local(let queue):
        return ["\(app) on \(short(queue.token.hex, levels)): \(sent)"]
          + paragraph(counts, width: width, levels)
      case .feed(let feed, _):
        let device = PlainText.clean(feed.device.text)
        return [
          "\(app) from provider \(short(feed.provider.text, levels)) to \(device): \(sent)"
        ]
          + paragraph(counts, width: width, levels)
      case .phone: return []
      }
    }
    return queues
      + rows(phones, counts).flatMap { row -> [String] in
        let title =
          PlainText.clean("\(row.app.text) to \(row.device): ")
          + "\(row.counts.sent) offered, \(row.phone.acknowledged) acknowledged, "
        guard row.isReporting else {
          return [
            title + "arrivals unknown",
            "  the phone does not report how pushes arrive: a newer version does; "
              + "\(row.counts.expired) expired, \(row.counts.unsubscribed) not subscribed",
          ]
        }
        return [title + row.counts.duplicates.counted("duplicate")]
          + paragraph(row.counts, width: width, levels)
      }
  }

  private static func short(_ identifier: String, _ levels: [Character]) -> String {
    guard identifier.count > 12 else { return identifier }
    return identifier.prefix(4) + (levels == blocks ? "…" : "...") + identifier.suffix(4)
  }

  private static func paragraph(
    _ counts: QueueCounts, width: Int, _ levels: [Character]
  ) -> [String] {
    let late = counts.late == 0 ? "" : "\(counts.late) late, "
    var lines = [
      "  \(counts.delivered - counts.late) at once, \(late)\(counts.recovered) when sent again; "
        + "\(counts.lost) lost, \(counts.repeated) repeated, \(counts.replaced) replaced"
    ]
    let causes = [
      (counts.network, "network"), (counts.coalesced, "coalesced"), (counts.expired, "expired"),
      (counts.rejected, "rejected"), (counts.unsubscribed, "not subscribed"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    if !causes.isEmpty { lines.append("  losses: " + causes.joined(separator: ", ")) }
    if counts.missing > 0 {
      lines.append("  \(counts.missing) missing, \(counts.reportedMissing) of them reported")
    }
    if counts.lateness.count > 0 {
      let (mean, worst) = (counts.lateness.mean, counts.lateness.worst)
      lines.append(
        "  late by \(TimeSpan.words(Double(mean) / 1000)) on average, "
          + "\(TimeSpan.words(Double(worst) / 1000)) at most")
    }
    return lines + bars(counts, width: width, levels)
  }

  /// Block characters of increasing height, in eighths of a terminal row.
  public static let blocks = Array(" ▁▂▃▄▅▆▇█")
  /// The levels for terminals without block characters.
  public static let marks = Array(" .:-=+*#@")

  private static func bars(
    _ counts: QueueCounts, width: Int, _ levels: [Character]
  ) -> [String] {
    let (columns, span) = counts.chart.fitted(to: width - titleWidth)
    let rates: [(String, Double, KeyPath<QueueTally, Int>)] = [
      ("without", counts.rateWithout, \.delivered), ("with it", counts.rate, \.readable),
    ]
    var bars = rates.map { name, rate, number in
      title(name, "\(rate) %")
        + columns.map { bar($0[keyPath: number], of: $0.sent, levels) }.joined()
    }
    for (name, number) in causes where counts.total[keyPath: number] > 0 {
      let cells = columns.map { column in
        let count = column[keyPath: number]
        return count == 0 ? " " : bar(count, of: max(count, column.sent), levels)
      }
      let end = cells.lastIndex { $0 != " " } ?? 0
      bars.append(
        title(name, "\(counts.total[keyPath: number])") + cells.prefix(through: end).joined())
    }
    return bars + (columns.count < 2 ? [] : ["  each column is \(TimeSpan.text(span))"])
  }

  /// The outcomes of pushes whose first delivery did not arrive.
  private static let causes: [(String, any KeyPath<QueueTally, Int> & Sendable)] = [
    ("network", \.network), ("coalesced", \.coalesced), ("expired", \.expired),
    ("unsubscribed", \.unsubscribed), ("recovered", \.recovered), ("reported", \.reportedMissing),
  ]

  private static let titleWidth = 20

  /// Returns the title of a chart line: `  with it  100.0 %  `
  private static func title(_ name: String, _ number: String) -> String {
    let space = titleWidth - 4 - name.count - number.count
    return "  " + name + String(repeating: " ", count: max(1, space)) + number + "  "
  }

  /// Returns the characters of a rate: blank if nothing was sent, the lowest level if nothing
  /// arrived.
  private static func bar(_ count: Int, of sent: Int, _ levels: [Character]) -> String {
    guard sent > 0 else { return " " }
    let steps = levels.count - 2
    return String(levels[1 + min(steps, max(0, count) * steps / sent)])
  }
}
