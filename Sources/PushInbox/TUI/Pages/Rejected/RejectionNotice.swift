import Foundation
import InboxModel

/// New rejections that are announced in the last line of every view.
struct RejectionNotice: Equatable, Sendable {
  /// The last rejected push, without its body.
  var push: RejectedRequest
  /// The number of pushes that are announced.
  var count: Int
  /// The time at which the line disappears.
  var until: Date

  /// Seconds until the line disappears after the last rejection.
  static let time: TimeInterval = 10

  /// Returns the line for a number of columns: `rejected: 400 BadPriority, com.example.app; 2 shows
  /// why`
  ///
  /// - Parameter key: The key that opens the list of rejected pushes.
  func text(key: String, columns: Int) -> String {
    let reason = push.headline
    let head = count == 1 ? "rejected: " : "rejected \(Words.number(count)), the last: "
    let app = push.app.map { ", \($0.text)" } ?? ""
    let end = key.isEmpty ? "" : "; \(key) shows why"
    let texts = [head + reason + app + end, reason + app + end]
    return texts.first { SanitizedText($0).columns <= columns } ?? reason + end
  }
}
