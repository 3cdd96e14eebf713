import Foundation
import InboxModel

/// The numbers behind `GET /metrics`: the feeds count what comes in, the runtime what becomes of it.
final class Counters: @unchecked Sendable {
  /// The numbers at one moment.
  struct Values: Equatable, Sendable {
    /// Connections open now.
    var openConnections = 0
    /// Connections taken since the start.
    var connections = 0
    /// Connections closed at once because ``FeedLimits/connections`` were open.
    var turnedAway = 0
    /// HTTP requests read, whatever became of them.
    var requests = 0
    /// TLS handshakes that failed.
    var failedHandshakes = 0
    /// Pushes the gateway accepted.
    var accepted = 0
    /// Pushes the gateway refused.
    var rejected = 0
    /// Faults that are on.
    var faults = 0
    /// Pushes to which a fault happened.
    var struck = 0
    /// What became of numbered pushes, of all queues together.
    var queue = QueueCounts()
    /// Notifications in the list now.
    var listed = 0
  }

  private let lock = NSLock()
  private var current = Values()

  /// The numbers now.
  var values: Values {
    lock.withLock { current }
  }

  /// Changes some of them at once.
  func update(_ change: (inout Values) -> Void) {
    lock.withLock { change(&current) }
  }

  /// The text format Prometheus reads (version 0.0.4).
  var prometheusText: String {
    let values = values
    let rows: [(name: String, kind: String, help: String, value: Int)] = [
      ("connections_open", "gauge", "Connections open now.", values.openConnections),
      ("connections_total", "counter", "Connections taken.", values.connections),
      (
        "connections_turned_away_total", "counter", "Connections closed because of the limit.",
        values.turnedAway
      ),
      ("requests_total", "counter", "HTTP requests read.", values.requests),
      (
        "tls_failures_total", "counter", "TLS handshakes that failed.", values.failedHandshakes
      ),
      ("pushes_accepted_total", "counter", "Pushes accepted.", values.accepted),
      ("pushes_rejected_total", "counter", "Pushes refused.", values.rejected),
      ("faults_on", "gauge", "Faults that are on.", values.faults),
      ("faults_struck_total", "counter", "Pushes to which a fault happened.", values.struck),
      ("queue_sent_total", "counter", "Pushes that got a number.", values.queue.sent),
      (
        "queue_delivered_total", "counter", "Numbered pushes that arrived at once.",
        values.queue.delivered
      ),
      (
        "queue_recovered_total", "counter", "Numbered pushes that came when sent again.",
        values.queue.recovered
      ),
      ("queue_lost_total", "counter", "Numbered pushes lost on the way.", values.queue.lost),
      ("queue_repeated_total", "counter", "Numbered pushes sent again.", values.queue.repeated),
      (
        "queue_replaced_total", "counter", "Times the number of missed pushes was told.",
        values.queue.replaced
      ),
      (
        "queue_duplicates_total", "counter", "Numbered pushes that came once more.",
        values.queue.duplicates
      ),
      ("notifications_listed", "gauge", "Notifications in the list now.", values.listed),
    ]
    var text = ""
    for row in rows {
      text += "# HELP pushinbox_\(row.name) \(row.help)\n"
      text += "# TYPE pushinbox_\(row.name) \(row.kind)\n"
      text += "pushinbox_\(row.name) \(row.value)\n"
    }
    return text
  }
}
