import InboxModel

extension Configuration {
  /// The settings that differ from those of another configuration, but take effect at the next
  /// start only: a message each.
  func restartMessages(after old: Configuration) -> [String] {
    var lines: [String] = []
    if old.history.isDurable != history.isDurable {
      lines.append("history.durable needs a restart")
    }
    if old.legacy != legacy {
      lines.append("gateway.legacy and its settings need a restart")
    }
    if old.gateway.streams != gateway.streams {
      lines.append("gateway.streams needs a restart")
    }
    if old.certificateNames != certificateNames {
      lines.append("tls.names needs a restart")
    }
    return lines
  }
}
