import InboxModel

/// A column of the list of refused pushes.
struct RefusedColumn: Sendable {
  var title: String
  var columns: Int
  var isRight = false
  var text: @Sendable (RejectedRequest, Scene) -> String

  /// The columns there is room for: the one table of them, each with the width of the screen from which on
  /// it is there.
  static func fitting(_ width: Int) -> [RefusedColumn] {
    table.filter { $0.range.contains(width) }.map(\.column)
  }

  private static let table: [(range: ClosedRange<Int>, column: RefusedColumn)] = [
    (0...59, RefusedColumn(title: "TIME", columns: 6) { $1.clock.row($0.refusal.at) }),
    (60...119, RefusedColumn(title: "TIME", columns: 9) { $1.clock.seconds($0.refusal.at) }),
    (120...(.max), RefusedColumn(title: "TIME", columns: 13) { $1.clock.precise($0.refusal.at) }),
    (
      60...(.max),
      RefusedColumn(title: "WIRE", columns: 7) { push, _ in
        push.refusal.origin.wire.rawValue
      }
    ),
    (
      60...(.max),
      RefusedColumn(title: "STATUS", columns: 7) { push, _ in
        push.refusal.status.map { String($0) } ?? "-"
      }
    ),
    (0...99, RefusedColumn(title: "REASON", columns: 22, text: { reason($0, $1, room: 21) })),
    (
      100...119,
      RefusedColumn(title: "REASON", columns: 26, text: { reason($0, $1, room: 25) })
    ),
    (
      120...(.max),
      RefusedColumn(title: "REASON", columns: 26) { push, _ in word(push) }
    ),
    (70...99, RefusedColumn(title: "APP", columns: 9, text: { app($0, $1) })),
    (100...(.max), RefusedColumn(title: "APP", columns: 13, text: { app($0, $1) })),
    (
      70...(.max),
      RefusedColumn(title: "TOKEN", columns: 12) { push, scene in
        shortened(push.token ?? "-", scene.symbols.ellipsis.text)
      }
    ),
    (
      100...(.max),
      RefusedColumn(title: "SIZE", columns: 9, isRight: true) { push, _ in
        "\(Words.number(push.refusal.size)) B"
      }
    ),
    (
      120...(.max),
      RefusedColumn(title: "CONN", columns: 7) { push, _ in
        let origin = push.refusal.origin
        return origin.connection > 0 ? "\(origin.connection)/\(origin.stream)" : "-"
      }
    ),
    (120...(.max), RefusedColumn(title: "BY", columns: 7) { push, _ in by(push) }),
    (
      50...(.max),
      RefusedColumn(title: "CLIENT", columns: .max) { push, _ in
        push.refusal.origin.sender ?? push.refusal.origin.transport
      }
    ),
  ]

  private static func app(_ push: RejectedRequest, _ scene: Scene) -> String {
    push.app.map(scene.device.appName) ?? "-"
  }

  /// Apple's word, or the code of what came before a check without its first part.
  private static func word(_ push: RejectedRequest) -> String {
    let reason = push.refusal.reason
    return reason.hasPrefix("intake.") ? String(reason.dropFirst("intake.".count)) : reason
  }

  /// The same where no column says who refused: one that a fault refused is not to be taken for a real one.
  private static func reason(_ push: RejectedRequest, _ scene: Scene, room: Int) -> String {
    let word = word(push)
    guard push.refusal.fault != nil else { return word }
    let mark = " fault"
    let cut = scene.symbols.ellipsis.text
    let isLong = word.count + mark.count > room
    return (isLong ? word.prefix(room - mark.count - cut.count) + cut : word) + mark
  }

  /// Who refused: a fault, a check of the gateway, or what is before it.
  private static func by(_ push: RejectedRequest) -> String {
    if push.refusal.fault != nil { return "fault" }
    let parts = push.refusal.reason.split(separator: ".")
    return parts.count > 1 && parts[0] == "intake" ? String(parts[1]) : "check"
  }

  /// Both ends of a long token.
  private static func shortened(_ token: String, _ ellipsis: String) -> String {
    token.utf8.count <= 11 ? token : "\(token.prefix(4))\(ellipsis)\(token.suffix(4))"
  }
}
