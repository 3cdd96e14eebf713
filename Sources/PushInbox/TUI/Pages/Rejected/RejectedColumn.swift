import InboxModel

/// A column of the list of rejected pushes.
struct RejectedColumn: Sendable {
  let title: String
  let columns: Int
  /// The widths of the screen at which it is shown.
  private let widths: Range<Int>
  let isRight: Bool
  let text: @Sendable (RejectedRequest, Scene) -> String

  private init(
    _ title: String, _ columns: Int, from least: Int = 0, below most: Int = .max,
    isRight: Bool = false, _ text: @escaping @Sendable (RejectedRequest, Scene) -> String
  ) {
    (self.title, self.columns, self.isRight, self.text) = (title, columns, isRight, text)
    widths = least..<most
  }

  /// Returns the columns that fit into a width.
  static func fitting(_ width: Int) -> [RejectedColumn] {
    table.filter { $0.widths.contains(width) }
  }

  private static let table = [
    RejectedColumn("TIME", 6, below: 60) { $1.clock.row($0.at) },
    RejectedColumn("TIME", 9, from: 60, below: 120) { $1.clock.seconds($0.at) },
    RejectedColumn("TIME", 13, from: 120) { $1.clock.precise($0.at) },
    RejectedColumn("WIRE", 7, from: 60) { push, _ in push.origin.wire.rawValue },
    RejectedColumn("STATUS", 7, from: 60) { push, _ in
      push.status.map { String($0) } ?? "-"
    },
    RejectedColumn("REASON", 22, below: 100) { reason($0, $1, room: 21) },
    RejectedColumn("REASON", 26, from: 100, below: 120) { reason($0, $1, room: 25) },
    RejectedColumn("REASON", 26, from: 120) { push, _ in push.shortReason },
    RejectedColumn("APP", 9, from: 70, below: 100, app),
    RejectedColumn("APP", 13, from: 100, app),
    RejectedColumn("TOKEN", 12, from: 70) { push, scene in
      shortened(push.token ?? "-", scene.symbols.ellipsis.text)
    },
    RejectedColumn("SIZE", 9, from: 100, isRight: true) { push, _ in
      "\(Words.number(push.size)) B"
    },
    RejectedColumn("CONN", 7, from: 120) { push, _ in
      let origin = push.origin
      return origin.connection > 0 ? "\(origin.connection)/\(origin.stream)" : "-"
    },
    RejectedColumn("BY", 7, from: 120) { push, _ in by(push) },
    RejectedColumn("CLIENT", .max, from: 50) { push, _ in
      push.origin.sender ?? push.origin.transport
    },
  ]

  @Sendable private static func app(_ push: RejectedRequest, _ scene: Scene) -> String {
    push.app.map(scene.device.appName) ?? "-"
  }

  /// Returns the reason, with a remark that a fault caused it if no column says so.
  private static func reason(_ push: RejectedRequest, _ scene: Scene, room: Int) -> String {
    let word = push.shortReason
    guard push.fault != nil else { return word }
    let mark = " fault"
    let cut = scene.symbols.ellipsis.text
    let isLong = word.count + mark.count > room
    return (isLong ? word.prefix(room - mark.count - cut.count) + cut : word) + mark
  }

  /// Returns the part that rejected a push: a fault, a check of the gateway, or the intake.
  private static func by(_ push: RejectedRequest) -> String {
    if push.fault != nil { return "fault" }
    let parts = push.reason.split(separator: ".")
    return parts.count > 1 && parts[0] == "intake" ? String(parts[1]) : "check"
  }

  /// Returns the first and last characters of a long token.
  private static func shortened(_ token: String, _ ellipsis: String) -> String {
    token.utf8.count <= 11 ? token : "\(token.prefix(4))\(ellipsis)\(token.suffix(4))"
  }
}
