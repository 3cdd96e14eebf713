import Foundation
import InboxModel

/// The difference of two pushes: their texts, headers, payloads and outcomes.
struct PushDifference {
  private let parts: [(title: String, lines: [String], differs: Bool)]

  init(from old: StoredPush, to new: StoredPush) {
    parts = zip(Self.parts(of: old), Self.parts(of: new)).map { old, new in
      (old.title, LineDifference.lines(from: old.lines, to: new.lines), old.lines != new.lines)
    }
  }

  /// A sentence for the head of the page.
  var summary: String {
    let names = parts.filter(\.differs).map(\.title)
    return names.isEmpty ? "nothing differs" : "they differ in " + names.joined(separator: ", ")
  }

  /// The lines of the page. Of identical parts only the name is shown.
  var lines: [String] {
    parts.flatMap { part in
      let title = part.title.uppercased()
      return part.differs ? [title] + part.lines + [""] : ["\(title): the same", ""]
    }.dropLast()
  }

  private static func parts(of push: StoredPush) -> [(title: String, lines: [String])] {
    [
      ("text", text(of: push)), ("headers", headers(of: push)),
      ("payload", PushExport(push).prettyBody.split(separator: "\n").map(String.init)),
      ("outcome", outcome(of: push)),
    ]
  }

  private static func text(of push: StoredPush) -> [String] {
    var lines = ["app       " + (push.app?.text ?? "-")]
    guard case .entry(let record) = push else { return lines }
    let stored = record.notification
    let texts = [
      ("title", stored.content.title), ("subtitle", stored.content.subtitle),
      ("body", stored.content.body), ("thread", stored.threadIdentifier.text),
      ("category", stored.categoryIdentifier?.text), ("level", stored.level.rawValue),
      ("badge", stored.badge.map { String($0) }),
    ]
    for (label, value) in texts {
      guard let value, !value.isEmpty else { continue }
      let name = label.padding(toLength: 10, withPad: " ", startingAt: 0)
      lines += value.split(whereSeparator: \.isNewline).map { name + $0 }
    }
    return lines
  }

  private static func headers(of push: StoredPush) -> [String] {
    let fields = PushExport(push).fields.filter { $0.name.hasPrefix("apns-") }
    return fields.map { "\($0.name): \($0.value)" }.sorted()
      + ["token: \(push.token ?? "-")"]
  }

  /// Returns the decision and the steps with a relevant result.
  private static func outcome(of push: StoredPush) -> [String] {
    switch push {
    case .rejected(let push):
      return ["rejected: \(push.headline)", push.because]
    case .entry(let record):
      let stored = record.notification
      let places = stored.presented.names.joined(separator: " ")
      let steps = Presentation.trace(of: record).steps.filter {
        $0.result != .ok && $0.code != nil
      }
      return ["\(stored.outcome.rawValue): \(stored.reason.rawValue)"]
        + (places.isEmpty ? [] : ["on: \(places)"])
        + steps.map { step in
          "\(step.name.rawValue): \(step.result.rawValue)"
            + (step.code.map { " \($0.rawValue)" } ?? "")
        }
    }
  }
}
