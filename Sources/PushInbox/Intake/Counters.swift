import Foundation
import InboxModel

/// The counters behind `GET /metrics`. The intake counts requests and connections, the runtime
/// their results.
// Sendable: `current` is read and written only under `lock`.
final class Counters: @unchecked Sendable {
  /// The counters at one moment.
  struct Values: Equatable, Sendable {
    /// The open connections.
    var openConnections = 0
    /// The connections accepted since the start.
    var connections = 0
    /// The connections closed after accept because ``ConnectionLimits/connections`` were open.
    var turnedAway = 0
    /// The HTTP requests read, with any result.
    var requests = 0
    /// The TLS handshakes that failed.
    var failedHandshakes = 0
    /// The pushes that the gateway accepted.
    var accepted = 0
    /// The pushes that the gateway rejected.
    var rejected = 0
    /// The active faults.
    var faults = 0
    /// The pushes to which a fault was applied.
    var affected = 0
    /// The outcomes of numbered pushes, of all queues, those between processes included.
    var queue = QueueTally()
    /// The pushes relayed to phones that do not report their arrival.
    var unreported = 0
    /// The notifications in the list.
    var listed = 0
  }

  private let lock = NSLock()
  private var current = Values()

  /// The current counters.
  var values: Values {
    lock.withLock { current }
  }

  /// Changes counters in one step.
  func update(_ change: (inout Values) -> Void) {
    lock.withLock { change(&current) }
  }

  /// The counters in the text format of Prometheus (version 0.0.4).
  var prometheusText: String {
    let values = values
    let rows: [Row] = [
      ("connections_open", "gauge", "Connections open now.", values.openConnections),
      ("connections_total", "counter", "Connections accepted.", values.connections),
      (
        "connections_turned_away_total", "counter", "Connections closed because of the limit.",
        values.turnedAway
      ),
      ("requests_total", "counter", "HTTP requests read.", values.requests),
      (
        "tls_failures_total", "counter", "TLS handshakes that failed.", values.failedHandshakes
      ),
      ("pushes_accepted_total", "counter", "Pushes accepted.", values.accepted),
      ("pushes_rejected_total", "counter", "Pushes rejected.", values.rejected),
      ("faults_on", "gauge", "Faults in force.", values.faults),
      ("faults_affected_total", "counter", "Pushes that a fault affected.", values.affected),
      ("notifications_listed", "gauge", "Notifications in the list now.", values.listed),
    ]
    var text = ""
    for row in rows + Self.queueRows(values.queue, unreported: values.unreported) {
      text += "# HELP pushinbox_\(row.name) \(row.help)\n"
      text += "# TYPE pushinbox_\(row.name) \(row.kind)\n"
      text += "pushinbox_\(row.name) \(row.value)\n"
    }
    return text
  }

  private typealias Row = (name: String, kind: String, help: String, value: Int)

  private static func queueRows(_ queue: QueueTally, unreported: Int) -> [Row] {
    let rows: [(name: String, help: String, value: Int)] = [
      ("sent", "Pushes numbered, received from a provider or offered to a phone.", queue.sent),
      ("delivered", "Counted pushes that arrived when they were sent first.", queue.delivered),
      ("late", "Delivered pushes that arrived more than a second late.", queue.late),
      ("recovered", "Counted pushes that arrived when they were sent again.", queue.recovered),
      ("lost", "Deliveries that did not reach the phone.", queue.lost),
      ("lost_network", "Deliveries lost on the way.", queue.network),
      ("lost_coalesced", "Deliveries replaced by a newer push while offline.", queue.coalesced),
      ("lost_expired", "Deliveries that expired.", queue.expired),
      ("rejected", "Counted pushes that the phone rejected.", queue.rejected),
      ("unsubscribed", "Pushes about folders without a subscription.", queue.unsubscribed),
      ("repeated", "Counted pushes sent again.", queue.repeated),
      ("replaced", "Pushes replaced by the number of missing ones.", queue.replaced),
      ("reported_missing", "Counted pushes reported as missing.", queue.reportedMissing),
      ("unreadable", "Arrived pushes replaced by that number.", queue.unreadable),
      ("duplicates", "Deliveries of counted pushes that had arrived.", queue.duplicates),
      ("unreported", "Pushes offered to phones that report nothing.", unreported),
    ]
    return rows.map { ("queue_\($0.name)_total", "counter", $0.help, $0.value) }
  }
}
