import Foundation
import InboxModel

/// `pushinbox send`: sends a push made from the words of a command line through the gateway, and
/// reports its outcome.
struct SendCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "send", synopsis: "TEXT [OPTIONS]", summary: "send a push to the running inbox",
    details: """
      Sends the push through the gateway and prints its outcome. With --channel it is a broadcast to the Live \
      Activities of the app that follow the channel: TEXT is its alert, none if it is empty; timestamp, \
      apns-push-type and apns-expiration: 0 are filled in.
      """,
    options: [
      OptionSpec(name: "title", placeholder: "T", help: "the title"),
      OptionSpec(name: "subtitle", placeholder: "T", help: "the subtitle"),
      OptionSpec(name: "app", placeholder: "BUNDLE", help: "the app; com.example.app without it"),
      OptionSpec(name: "thread", placeholder: "ID", help: "the thread-id"),
      OptionSpec(name: "category", placeholder: "ID", help: "the category, which has the actions"),
      OptionSpec(
        name: "level", placeholder: "LEVEL",
        help: "the interruption-level",
        choices: InterruptionLevel.allCases.map(\.rawValue)),
      OptionSpec(name: "badge", placeholder: "N", help: "the number on the icon"),
      OptionSpec(name: "sound", placeholder: "NAME", help: "a sound, or default"),
      OptionSpec(name: "collapse-id", placeholder: "ID", help: "the apns-collapse-id"),
      OptionSpec(name: "token", placeholder: "HEX", help: "the device token"),
      OptionSpec(
        name: "channel", placeholder: "ID", help: "a broadcast to this channel, base64"),
      OptionSpec(
        name: "event", placeholder: "EVENT",
        help: "of a broadcast; update without it",
        choices: SendCommand.events),
      OptionSpec(
        name: "state", placeholder: "JSON", help: "of a broadcast: the content-state, an object"),
    ],
    examples: [
      "pushinbox send \"Build is green\" --thread ci",
      "pushinbox send \"Glucose low\" --app com.example.health --level critical",
      "pushinbox send Goal --app com.example.match --channel c2g= --state '{\"home\":1,\"away\":0}'",
    ],
    wordCount: 1...1)

  /// The events that a broadcast carries (Apple, "Sending broadcast push notification requests to
  /// APNs").
  private nonisolated static let events = ["update", "end"]

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let runtime = inbox.runtime
    return inbox.receive(try request(at: runtime.clock.now, freshID: AppRuntime.freshID()), output)
  }

  /// Returns the push line of the command with its payload and headers.
  private func request(at moment: Date, freshID: APNSID) throws(Arguments.Failure) -> PushRequest {
    var alert = JSONObject()
    alert.set("title", arguments["title"])
    alert.set("subtitle", arguments["subtitle"])
    alert.set("body", arguments.words.first)
    var aps = JSONObject()
    let channel = arguments["channel"]
    let hasText = channel == nil || alert.members.contains { $0.value != "" }
    if hasText { aps.members.append(.init(key: "alert", value: .object(alert))) }
    let badge = try arguments.value(of: "badge", Arguments.Expected.numberFromZero) { text in
      Int(text).flatMap { $0 < 0 ? nil : $0 }
    }
    if let badge { aps.members.append(.init(key: "badge", value: .number(JSONNumber(badge)))) }
    let levels = InterruptionLevel.allCases.map(\.rawValue).joined(separator: ", ")
    let level = try arguments.value(of: "level", "one of " + levels) {
      InterruptionLevel(rawValue: $0)
    }
    aps.set("interruption-level", level?.rawValue)
    aps.set("sound", arguments["sound"])
    aps.set("thread-id", arguments["thread"])
    aps.set("category", arguments["category"])
    _ = try arguments.value(of: "token", "2 to 200 hex digits, an even number") {
      DeviceToken(hex: $0)
    }
    var fields = [HeaderField(PushHeaders.Name.topic, arguments["app"] ?? "com.example.app")]
    if let id = arguments["collapse-id"] {
      fields.append(HeaderField(PushHeaders.Name.collapseID, id))
    }
    var path = "/3/device/" + (arguments["token"] ?? DeviceToken.local.hex)
    if let channel {
      path = ChannelPath.broadcast(to: fields[0].value)
      fields = PushHeaders.broadcast(to: channel)
      try addActivity(to: &aps, at: moment)
    } else if let name = ["event", "state"].first(where: { arguments[$0] != nil }) {
      throw .needsChannel(name)
    }
    return PushRequest(
      path: path, fields: fields,
      body: Array(JSONWriter.text(.object(["aps": .object(aps)])).utf8),
      origin: Origin(wire: .line, transport: "send", client: "pushinbox send"),
      receivedAt: moment, freshID: freshID)
  }
}

extension SendCommand {
  /// Adds the keys of a Live Activity.
  private func addActivity(to aps: inout JSONObject, at moment: Date) throws(Arguments.Failure) {
    for name in ["token", "collapse-id"] where arguments[name] != nil {
      throw .takesOne("--channel", or: "--" + name, Self.spec.name)
    }
    let event = try arguments.value(of: "event", Self.events.joined(separator: " or ")) { text in
      Self.events.contains(text) ? text : nil
    }
    aps.set("event", event ?? Self.events[0])
    aps["timestamp"] = JSONValue(Int(moment.timeIntervalSince1970))
    let state = try arguments.value(of: "state", "a JSON object") { text in
      try? JSONReader.read(Array(text.utf8)).root.object
    }
    if let state { aps["content-state"] = .object(state) }
  }
}

extension JSONObject {
  fileprivate mutating func set(_ key: String, _ text: String?) {
    guard let text else { return }
    members.append(Member(key: key, value: .string(text)))
  }
}

extension LiveInbox {
  /// Passes a push to the gateway, and reports its outcome.
  func receive(_ request: PushRequest, _ output: any CommandOutput) -> ExitCode {
    let effects = runtime.handle([.gateway(.pushReceived(request, reply: nil))])
    return PushReport.report(
      effects, of: request.answeredID, isBroadcast: ChannelPath(request.path) != nil, runtime,
      output)
  }
}
