import Foundation
import InboxModel

/// Refused pushes that are announced in the last line, whatever view is shown.
struct RefusalNotice: Equatable, Sendable {
  /// The last one, without its body.
  var push: RejectedRequest
  /// How many are announced.
  var count: Int
  /// When the line goes.
  var until: Date

  /// Seconds the line stays after the last of them.
  static let time: TimeInterval = 10

  /// The line for a room of so many columns: `Refused: 400 BadPriority, com.example.app. 2 shows why.`
  ///
  /// - Parameter key: the key of the list of refused pushes.
  func text(key: String, columns: Int) -> String {
    let reason = (push.refusal.status.map { "\($0) " } ?? "") + push.refusal.reason
    let head = count == 1 ? "Refused: " : "Refused \(Words.number(count)), the last: "
    let app = push.app.map { ", \($0.rawValue)" } ?? ""
    let end = key.isEmpty ? "" : ". \(key) shows why."
    let texts = [head + reason + app + end, reason + app + end]
    return texts.first { SanitizedText($0).columns <= columns } ?? reason + end
  }
}

extension AppState {
  /// Whether the list of refused pushes is in front.
  private var showsRefused: Bool { sheets.last(where: \.isPage) == .rejected }

  /// Takes what was just refused, and announces it unless its list is in front.
  mutating func take(_ pushes: [RejectedRequest]) {
    refused.take(pushes)
    guard let last = pushes.max(by: { $0.refusal.at < $1.refusal.at }), !showsRefused else {
      return
    }
    let until = last.refusal.at + RefusalNotice.time
    guard until > now else { return }
    let count = pushes.count + (refusalNotice?.count ?? 0)
    refusalNotice = RefusalNotice(push: last.row, count: count, until: until)
  }

  /// Ends the announcement when its time is over, or when the list is in front and all in it counts as seen.
  mutating func settleRefusals() {
    if showsRefused { refused.markSeen() }
    if refused.unseen == 0 || refusalNotice.map({ $0.until <= now }) == true { refusalNotice = nil }
  }

  // MARK: Removing

  /// Answers the commands that remove refused pushes and take that back; nil for others.
  mutating func removeRefused(by command: Command) -> [Intent]? {
    switch command {
    case .undo: return [.restoreRefused]
    case .clearAll:
      guard !refusedMatches.isEmpty else { return [] }
      sheets.append(.question(Question(subject: .removeRefused)))
      return []
    case .dismiss:
      guard let number = refusedTarget else { return [] }
      if case .request = sheets.last { sheets.removeLast() }
      // The head of a closed reason means all that it stands for.
      guard sheets.last == .rejected, let reason = closedReason else {
        return [.removeRefused([number])]
      }
      return [
        .removeRefused(
          Set(refusedMatches.filter { $0.refusal.reason == reason }.map(\.number)))
      ]
    default: return nil
    }
  }

  /// The refused pushes that are here and match the filter, whether or not their reason is open.
  var refusedMatches: [RejectedRequest] {
    let filter = filter(of: .rejected).filter
    return refused.rows.elements.filter { filter.isEmpty || filter.matches($0) }
  }

  /// The pushes that the answer yes removes: all, or those that match the filter.
  var refusedToRemove: Set<Int>? {
    filter(of: .rejected).isEmpty ? nil : Set(refusedMatches.map(\.number))
  }

  /// Takes refused pushes out of the list, or has it loaded again with those that came back.
  mutating func mark(_ numbers: [Int], isRemoved: Bool) {
    refused.mark(numbers, isRemoved: isRemoved)
    guard sheets.contains(.rejected) else { return }
    let names =
      numbers.count == 1
      ? "R\(numbers[0])" : "\(Words.number(numbers.count)) refused pushes"
    let undo = keymap.keys(of: .undo)
    if isRemoved {
      let many = numbers.count == 1 ? "it" : "them"
      say("removed \(names)" + (undo.isEmpty ? "" : ", \(undo) brings \(many) back"))
    } else {
      say("\(names) \(numbers.count == 1 ? "is" : "are") back")
    }
  }
}
