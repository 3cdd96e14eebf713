import InboxModel

/// `pushinbox fault`: adds, lists and removes faults.
struct FaultCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "fault", synopsis: "add|ls|rm …", summary: "cause delays, errors and closed connections",
    details: """
      fault add KEY=VALUE…     which pushes: next=2 every=10 percent=5 seed=42 token=HEX app=BUNDLE; \
      and what happens: answer=REASON delay=200ms drop=yes goaway=yes
      fault ls [--json]        lists the faults, and how often each has occurred
      fault rm N… | --all      ends faults
      A push that the checks reject keeps its own reason and does not count. A push with answer is rejected; \
      without it the push is accepted, even if its response is delayed or the connection is cut (drop). goaway \
      sends GOAWAY with the reason, or Shutdown, and closes the connection after the open responses. The first \
      fault that applies decides. Faults end with the program, except those of the configuration.
      """,
    options: [
      OptionSpec(name: "json", help: "with ls: JSON"),
      OptionSpec(name: "all", help: "with rm: every fault"),
    ],
    examples: [
      "pushinbox fault add next=2 answer=TooManyRequests",
      "pushinbox fault add percent=5 seed=42 app=com.example.chat drop=yes",
    ], wordCount: 1...Int.max, takes: .faults)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let runtime = inbox.runtime
    let verb: FaultVerb = try arguments.choice()
    let words = Array(arguments.words.dropFirst())
    switch verb {
    case .add:
      let rule = try rule(words)
      runtime.handle([.gateway(.faultAdded(rule))])
      if let entry = runtime.system.gateway.faults.entries.last {
        if arguments.has("json") {
          output.writeData(JSONWriter.text(json(entry), printable: true))
        } else {
          output.result(Self.line(entry))
        }
      }
    case .ls:
      guard words.isEmpty else { throw Arguments.Failure.unexpectedWord(words[0], "fault ls") }
      let faults = runtime.system.gateway.faults
      if arguments.has("json") {
        output.writeData(json(faults))
      } else {
        for line in Self.lines(faults) { output.result(line) }
        if faults.entries.isEmpty { output.talk(ResultMessage.noFaults) }
      }
    case .rm:
      let numbers = try numbers(words, runtime.system.gateway.faults)
      runtime.handle([.gateway(.faultsRemoved(numbers))])
    }
    return .success
  }

  private func rule(_ words: [String]) throws -> FaultRule {
    do throws(SettingsError) {
      return try FaultRule(words: words)
    } catch {
      throw ErrorMessage.settings(error, see: "pushinbox fault --help")
    }
  }

  /// Returns the active faults, a line each.
  static func lines(_ faults: Faults) -> [String] { faults.entries.map(line) }

  /// Returns the line of a fault:
  /// `fault 1: next=2 answer=TooManyRequests, affected 1 of 3, 1 left`.
  private static func line(_ entry: Faults.Entry) -> String {
    "fault \(entry.number): \(entry.rule.words)"
      + (entry.seen > 0 ? ", affected \(entry.affected) of \(entry.seen)" : "")
      + (entry.affected > 0 ? entry.left.map { ", \($0) left" } ?? "" : "")
  }

  private func json(_ faults: Faults) -> String {
    JSONWriter.text(
      .object(["v": JSONValue(1), "faults": .array(faults.entries.map(json))]), printable: true)
  }

  private func json(_ entry: Faults.Entry) -> JSONValue {
    var row: JSONObject = ["id": JSONValue(entry.number)]
    row["rule"] = .object(entry.rule.json)
    row["seen"] = JSONValue(entry.seen)
    row["affected"] = JSONValue(entry.affected)
    row["left"] = JSONValue(entry.left)
    row["configured"] = .bool(entry.isConfigured)
    return .object(row)
  }

  /// Returns the named numbers; nil for all.
  private func numbers(_ words: [String], _ faults: Faults) throws -> Set<Int>? {
    let isAll = arguments.has("all")
    guard words.isEmpty == isAll else {
      throw isAll ? Arguments.Failure.takesFaultsOrAll : Arguments.Failure.needsFaults
    }
    if isAll { return nil }
    return Set(
      try words.map { word in
        guard let number = Int(word), faults.entries.contains(where: { $0.number == number }) else {
          throw ErrorMessage.noFault(word)
        }
        return number
      })
  }
}
