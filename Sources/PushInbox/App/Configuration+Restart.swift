import InboxModel

extension Configuration {
  /// The settings that differ from those of another configuration, but take effect at the next
  /// start only: a message each.
  func restartMessages(after old: Configuration) -> [String] {
    var lines: [String] = []
    if old.history.isDurable != history.isDurable {
      lines.append(ResultMessage.needsRestart("history.durable"))
    }
    if old.legacy != legacy {
      lines.append(ResultMessage.needRestart("gateway.legacy"))
    }
    if old.gateway.streams != gateway.streams {
      lines.append(ResultMessage.needsRestart("gateway.streams"))
    }
    if old.certificateNames != certificateNames {
      lines.append(ResultMessage.needsRestart("tls.names"))
    }
    return lines
  }
}
