import Foundation
import InboxModel

/// Refused pushes that are announced in the last line, whatever view is shown.
struct RejectionNotice: Equatable, Sendable {
  /// The last one, without its body.
  var push: RejectedRequest
  /// The number of pushes that are announced.
  var count: Int
  /// When the line goes.
  var until: Date

  /// Seconds the line stays after the last of them.
  static let time: TimeInterval = 10

  /// The line for a room of so many columns: `Refused: 400 BadPriority, com.example.app. 2 shows why.`
  ///
  /// - Parameter key: the key of the list of refused pushes.
  func text(key: String, columns: Int) -> String {
    let reason = push.headline
    let head = count == 1 ? "Refused: " : "Refused \(Words.number(count)), the last: "
    let app = push.app.map { ", \($0.text)" } ?? ""
    let end = key.isEmpty ? "" : ". \(key) shows why."
    let texts = [head + reason + app + end, reason + app + end]
    return texts.first { SanitizedText($0).columns <= columns } ?? reason + end
  }
}
