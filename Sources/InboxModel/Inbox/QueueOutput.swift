import Foundation

/// What became of numbered pushes, for people and for programs: a row for each app on each device, by app and
/// token (`design/contract.md` §2, `queue`).
public enum QueueOutput {
  /// `{"v":1,"phones":[…],"queues":[…]}`, each queue with its chart.
  public static func json(
    _ counts: [QueueID: QueueCounts], phones: [String: SubscribedPhone] = [:]
  ) -> String {
    JSONMembers.text { json in
      json.add("phones", objects: rows(phones)) { row, json in
        json.add("acknowledged", row.counts.acknowledged)
        json.add("app", row.app.rawValue)
        json.add("device", row.phone)
        json.add("numbered", row.counts.numbered)
        json.add("offered", row.counts.given)
      }
      add("queues", counts, isCharted: true, to: &json)
      json.add("v", 1)
    }
  }

  private static func rows(
    _ phones: [String: SubscribedPhone]
  ) -> [(phone: String, app: BundleID, counts: SubscribedPhone.Counts)] {
    phones.flatMap { phone, its in its.apps.map { (phone, $0.key, $0.value) } }
      .sorted { ($0.1.rawValue, $0.0) < ($1.1.rawValue, $1.0) }
  }

  /// A line for each app that is offered to each phone.
  public static func lines(_ phones: [String: SubscribedPhone]) -> [String] {
    rows(phones).map { phone, app, counts in
      PlainText.clean("\(app.rawValue) to \(phone): ")
        + "\(counts.given) offered, \(counts.acknowledged) kept there"
    }
  }

  static func add(
    _ key: String, _ counts: [QueueID: QueueCounts], isCharted: Bool = false,
    to json: inout JSONMembers
  ) {
    json.add(key, objects: counts.sorted { $0.key < $1.key }) { row, json in
      let (queue, counts) = row
      json.add("app", queue.app.rawValue)
      if isCharted, let start = counts.chart.start {
        json.add("chart", object: { add(counts.chart, from: start, to: &$0) })
      }
      json.add("delivered", counts.delivered)
      json.add("duplicates", counts.duplicates)
      json.add("lost", counts.lost)
      json.add("rate", json: Array("\(counts.rate)".utf8))
      json.add("rateWithout", json: Array("\(counts.rateWithout)".utf8))
      json.add("recovered", counts.recovered)
      json.add("repeated", counts.repeated)
      json.add("replaced", counts.replaced)
      json.add("sent", counts.sent)
      json.add("token", queue.token.hex)
      json.add("unreadable", counts.unreadable)
    }
  }

  private static func add(_ chart: QueueChart, from start: Date, to json: inout JSONMembers) {
    json.add("columns", objects: chart.columns) { column, json in
      json.add("delivered", column.delivered)
      json.add("recovered", column.recovered)
      json.add("sent", column.sent)
      json.add("unreadable", column.unreadable)
    }
    json.add("from", start)
    json.add("span", TimeSpan.text(chart.span))
  }

  /// A paragraph for each queue: its counts, and what arrived of what was sent over time, without the queue and
  /// with it.
  ///
  /// - Parameters:
  ///   - width: the most columns of the terminal a line of the chart takes.
  ///   - levels: what stands for nothing, little … everything that arrived; eight or nine characters.
  public static func lines(
    _ counts: [QueueID: QueueCounts], width: Int = 80, levels: [Character] = blocks
  ) -> [String] {
    counts.sorted { $0.key < $1.key }.flatMap { queue, counts in
      let token = queue.token.hex
      let device =
        token.count <= 12
        ? token : token.prefix(4) + (levels == blocks ? "…" : "...") + token.suffix(4)
      return [
        "\(PlainText.clean(queue.app.rawValue)) on \(device): \(counts.sent) sent, "
          + "\(counts.duplicates) copies",
        "  \(counts.delivered) at once, \(counts.recovered) when sent again; \(counts.lost) lost, "
          + "\(counts.repeated) repeated, \(counts.replaced) replaced",
      ] + bars(counts, width: width, levels)
    }
  }

  /// Eighths of a column of the terminal.
  public static let blocks = Array(" ▁▂▃▄▅▆▇█")
  /// The same for terminals without them.
  public static let marks = Array(" .:-=+*#@")

  private static func bars(
    _ counts: QueueCounts, width: Int, _ levels: [Character]
  ) -> [String] {
    let (columns, span) = counts.chart.fitted(to: width - title("with it", 100).count)
    let rows: [(String, Double, (QueueChart.Column) -> Int)] = [
      ("without", counts.rateWithout, { $0.delivered }),
      ("with it", counts.rate, { $0.readable }),
    ]
    let bars = rows.map { name, rate, arrived in
      title(name, rate) + columns.map { bar(arrived($0), of: $0.sent, levels) }.joined()
    }
    return bars + (columns.count < 2 ? [] : ["  each column is \(TimeSpan.text(span))"])
  }

  /// `  with it  100.0 %  `
  private static func title(_ name: String, _ rate: Double) -> String {
    let number = "\(rate)"
    return "  " + name + String(repeating: " ", count: max(1, 7 - number.count)) + number + " %  "
  }

  /// Nothing where nothing was sent; the least there is where nothing of it arrived.
  private static func bar(_ count: Int, of sent: Int, _ levels: [Character]) -> String {
    guard sent > 0 else { return " " }
    let steps = levels.count - 2
    return String(levels[1 + min(steps, count * steps / sent)])
  }
}
