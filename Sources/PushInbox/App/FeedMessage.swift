import Foundation

/// The state of a line feed in words.
enum FeedMessage {
  /// Worth saying once, when it happens; nil for what goes well by itself.
  static func text(_ state: FeedState) -> String? {
    switch state.condition {
    case .connecting, .connected: nil
    case .ended(let lines, let bad):
      "\(state.source): ended after \(Words.count(lines, "line", "lines"))"
        + (bad == 0 ? "" : ", \(bad) of them bad")
    case .cut, .failed: problem(state)
    }
  }

  /// What is wrong with it now; nil when nothing is.
  static func problem(_ state: FeedState) -> String? {
    switch state.condition {
    case .connecting, .connected, .ended: nil
    case .cut(let error, let pause):
      "\(state.source): \(error), next try in "
        + (pause < 1 ? "\(Int(pause * 1000)) ms" : "\(Int(pause.rounded())) s")
    case .failed(let error): "\(state.source): \(error)"
    }
  }
}
