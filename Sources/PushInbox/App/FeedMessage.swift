import Foundation
import InboxModel

/// Messages about the states of line feeds.
enum FeedMessage {
  /// Returns the message about a change of state; nil for one that needs none.
  ///
  /// - Parameter earlier: The state before; nil at the start.
  static func text(_ state: FeedState, after earlier: FeedState?) -> String? {
    switch state.condition {
    case .following(.beginning) where earlier?.isWaiting == true:
      "\(state.source): exists now, and is read"
    case .connecting, .connected, .following(.beginning), .following(.stored(line: 1)): nil
    case .following(.stored(let line)): "\(state.source): continues at line \(line)"
    case .following(.end(let line)): "\(state.source): starts at line \(line)"
    case .following(.rewritten):
      "\(state.source): was truncated or rewritten; reading it from its beginning"
    case .following(.replaced):
      "\(state.source): was replaced; reading the new file from its beginning"
    case .ended(let lines, let bad):
      "\(state.source): ended after \(lines.counted("line"))"
        + (bad == 0 ? "" : ", \(bad) of them invalid")
    case .waiting, .cut, .failed: problem(state)
    }
  }

  /// Returns the current problem of a feed; nil if it has none.
  static func problem(_ state: FeedState) -> String? {
    switch state.condition {
    case .connecting, .connected, .following, .ended: nil
    case .waiting(let error): "\(state.source): \(error); waiting for it"
    case .cut(let error, let pause): "\(state.source): \(error), retrying in \(text(pause))"
    case .failed(let error): "\(state.source): \(error)"
    }
  }

  /// Returns the state of a feed in a few words.
  static func remark(_ state: FeedState) -> String {
    switch state.condition {
    case .connecting: "connecting"
    case .connected: "connected"
    case .following: "following"
    case .waiting: "waiting for the file"
    case .cut(_, let pause): "retrying in \(text(pause))"
    case .ended(let lines, _): "ended after \(lines.counted("line"))"
    case .failed: "failed"
    }
  }

  private static func text(_ pause: Double) -> String {
    pause < 1 ? "\(Int(pause * 1000)) ms" : "\(Int(pause.rounded())) s"
  }
}
