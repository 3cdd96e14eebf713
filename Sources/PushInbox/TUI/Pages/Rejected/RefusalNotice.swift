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
  private var showsRefused: Bool { layers.last(where: \.isPage) == .rejected }

  /// Records what was just refused, and announces it unless its list is in front.
  mutating func recordRefusals(_ pushes: [RejectedRequest]) {
    records.rejected.record(pushes)
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
    if showsRefused { records.rejected.markSeen() }
    if records.rejected.unseen == 0 || refusalNotice.map({ $0.until <= now }) == true {
      refusalNotice = nil
    }
  }

  // MARK: Removing

  /// The pushes that the answer yes removes: all, or those that match the filter.
  var refusedToRemove: Set<Int>? {
    let filter = filter(of: .rejected).filter
    return filter.isEmpty ? nil : Set(records.rejected.matching(filter).map(\.number))
  }

  /// Takes refused pushes out of the list, or has it loaded again with those that came back.
  mutating func mark(_ numbers: [Int], isRemoved: Bool) {
    records.rejected.mark(numbers, isRemoved: isRemoved)
    guard layers.contains(.rejected) else { return }
    let names =
      numbers.count == 1
      ? "R\(numbers[0])" : "\(Words.number(numbers.count)) refused pushes"
    let undo = keymap.keys(of: .undo)
    if isRemoved {
      let many = numbers.count == 1 ? "it" : "them"
      showMessage("removed \(names)" + (undo.isEmpty ? "" : ", \(undo) brings \(many) back"))
    } else {
      showMessage("\(names) \(numbers.count == 1 ? "is" : "are") back")
    }
  }

  /// Explains why a command that needs a push on the phone has none.
  mutating func explainRefusal(_ device: Phone) {
    guard let number = rejectedTarget(device) else { return }
    let name = PushReference.refused(number)
    if case .refused(let push)? = records.stored(name), let obstacle = push.obstacle {
      showMessage("\(name.text) is on no phone: \(obstacle)")
    } else {
      showMessage(
        "\(name.text) was refused and is on no phone: "
          + "\(keymap.keys(of: .accept)) has the phone take it")
    }
  }

  /// Asks for what is looked at of the refused pushes, once.
  mutating func loadRefused(_ device: Phone) -> [Intent] {
    if layers.contains(.rejected), !records.rejected.isLoaded { return [.loadRefusedList] }
    guard let wanted = rejectedTarget(device), wanted != records.rejected.requested else {
      return []
    }
    records.rejected.requested = wanted
    return [.loadRefused(wanted)]
  }
}
