/// What became of numbered pushes, for people and for programs: a row for each app on each device, by app and
/// token (`design/contract.md` §2, `queue`).
public enum QueueOutput {
  /// `{"v":1,"queues":[…]}`
  public static func json(_ counts: [QueueID: QueueCounts]) -> String {
    JSONMembers.text { json in
      add("queues", counts, to: &json)
      json.add("v", 1)
    }
  }

  static func add(_ key: String, _ counts: [QueueID: QueueCounts], to json: inout JSONMembers) {
    json.add(key, objects: counts.sorted { $0.key < $1.key }) { row, json in
      let (queue, counts) = row
      json.add("app", queue.app.rawValue)
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
    }
  }

  /// Two lines for each queue.
  public static func lines(_ counts: [QueueID: QueueCounts]) -> [String] {
    counts.sorted { $0.key < $1.key }.flatMap { queue, counts in
      let token = queue.token.hex
      let device = token.count <= 12 ? token : token.prefix(4) + "…" + token.suffix(4)
      return [
        "\(PlainText.clean(queue.app.rawValue)) on \(device): \(counts.sent) sent, \(counts.rate) % arrived, "
          + "without the queue \(counts.rateWithout) %",
        "  \(counts.delivered) at once, \(counts.recovered) when sent again; \(counts.lost) lost, "
          + "\(counts.repeated) repeated, \(counts.replaced) replaced, \(counts.duplicates) copies",
      ]
    }
  }
}
