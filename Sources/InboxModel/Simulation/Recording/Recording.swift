import Foundation

/// The recording of a live session: the lines of a scenario that yields the same inbox JSON.
///
/// It contains the inputs and no results, since the same machines reproduce them. An accepted push
/// is written as a push line without its provider token, which is a secret; the replay accepts it
/// as a push line, over the wire format `line`. A rejected request is written as its row of the
/// list, and rejected again. Timed events are not written.
public struct Recording: Sendable {
  /// The number of recorded steps, without those that restore the earlier state.
  public private(set) var stepCount = 0
  /// The environment of the gateway.
  private var environment: PushEnvironment?
  /// The lines that were not drained yet.
  private var lines: [UInt8] = []
  private var names = RecordedNames()
  /// The pushes whose actions before the recording can still be undone.
  private let earlier: Set<NotificationID>

  /// Makes a recording that begins with the effective settings, and with a snapshot unless it is
  /// empty.
  ///
  /// - Parameter program: The name and version in the first comment.
  public init(of system: PushSystem, by program: String) {
    earlier = system.device.undoableIDs
    lines += Array("# Recorded by \(program). `run` with --json gives the same inbox again.\n".utf8)
    append(["clock": .string(Timestamp.text(system.now))])
    appendSettings(of: system)
    let snapshot = system.snapshot
    for entry in snapshot.phone.entries { names.add(entry.notification, at: entry.place) }
    append(snapshot)
  }

  /// Returns the lines of whole steps since the last call, each with its line feed.
  public mutating func drainLines() -> [UInt8] {
    defer { lines = [] }
    return lines
  }

  /// Records an event that was handled at a moment.
  ///
  /// - Parameter effects: The effects of the event itself, without those of the preceding timed
  ///   events.
  public mutating func record(
    _ event: PushSystem.Event, at moment: Date, effects: ArraySlice<Effect>
  ) {
    // The event may remove the entry that it names.
    defer { for case .store(let change) in effects { names.follow(change) } }
    switch event {
    case .gateway(let event): record(event, effects, at: moment)
    case .guest(let request, _):
      if !recordRejection(effects, only: Guests.Request.rejectionCode) {
        record(Guests.step(for: request), freshID: request.freshID, at: moment)
      }
    case .device(let event): record(event, effects, at: moment)
    case .changes(let changes): record(changes, effects, at: moment)
    case .gatewayConfigured(let settings):
      var gateway = Self.json(of: settings, besides: environment)
      gateway["strict"] = .bool(settings.isStrict)
      recordSeparately(["gateway": .object(gateway)])
      environment = settings.environment
    case .historyKept(let keep): recordSeparately(["history": ["keep": JSONValue(keep)]])
    // A running inbox is never restored, nor reset while it records; other processes are not
    // recorded.
    case .timePassed, .restored, .startedOver, .system: break
    }
  }

  private mutating func record(
    _ event: Gateway.Event, _ effects: ArraySlice<Effect>, at moment: Date
  ) {
    switch event {
    case .pushReceived(let request, _):
      guard !recordRejection(effects) else { return }
      if ChannelPath(request.path)?.isManagement == true {
        recordChannels(effects, at: moment)
      } else {
        record(request, at: moment)
      }
    case .acceptedByHand(var push, let apnsID):
      guard !effects.isEmpty else { return }
      push.at = moment
      push.fields.removeAll { $0.name == PushHeaders.Name.authorization }
      recordValue("accepted", RecordedAcceptance(push, apnsID: apnsID), at: moment)
    default: _ = recordRejection(effects)
    }
  }

  private mutating func record(
    _ event: Phone.Event, _ effects: ArraySlice<Effect>, at moment: Date
  ) {
    switch event {
    case .changed(let change): record([change], effects, at: moment)
    case .settingsChanged(let changes): record(changes, effects, at: moment)
    case .acted(let id, let action, let text):
      guard !effects.isEmpty else { return }
      recordAction(action.word, on: id, text: text, at: moment)
    case .dismissed: recordActions(.dismiss, effects, at: moment)
    case .snoozed(_, let until):
      let span = TimeSpan.text(until.wholeMilliseconds.timeIntervalSince(moment))
      recordActions(.snooze, effects, for: span, at: moment)
    case .undone:
      for case .store(.phone(.moved(let notification, let place))) in effects {
        recordUndo(notification, place, at: moment)
      }
    case .marked(_, let isRead): recordActions(isRead ? .read : .unread, effects, at: moment)
    case .removed: recordActions(.rm, effects, at: moment)
    case .reset:
      // The files may be absent during the replay, so their settings are recorded.
      let settings = effects.settings
      guard !settings.isEmpty else { return }
      recordSettings(
        settings.map { ($0.key, $0.value ?? ($0.key == "focus" ? "off" : "null")) }, at: moment)
    case .extensionEnded(let id, let answer):
      guard !effects.isEmpty else { return }
      recordValue("extension", RecordedExtension(id, answer), at: moment)
    case .configured(let files):
      appendStep(moment) {
        $0.add("config", json: Array(JSONWriter.text(.object(files.recorded.json)).utf8))
      }
    // The settings include these, at their moment.
    case .timePassed: break
    // These never happen in a running inbox.
    case .delivered, .storedBroadcast, .guest, .limited: break
    }
  }

  /// Records the changes of a command as one step, since some are complete only together.
  private mutating func record(
    _ changes: [SettingChange], _ effects: ArraySlice<Effect>, at moment: Date
  ) {
    // An unknown Focus changes nothing and would be an error of the scenario.
    guard !effects.isEmpty else { return }
    let assignments = changes.withFinalSettings.flatMap { $0.starting(at: moment).assignments }
    if Set(assignments.map(\.key)).count == assignments.count {
      recordSettings(assignments, at: moment)
    } else {
      recordValue("set", assignments.map { "\($0.key)=\($0.value)" }, at: moment)
    }
  }

  /// Ends the recording with a step without effect at a moment.
  public mutating func close(at moment: Date) {
    append(["at": .string(Timestamp.text(moment)), "advance": "0s"])
  }

  // MARK: Steps

  private mutating func appendStep(_ moment: Date, _ write: (inout JSONMembers) -> Void) {
    JSONMembers.append(to: &lines) { json in
      json.add("at", moment)
      write(&json)
    }
    lines.append(UInt8(ascii: "\n"))
    stepCount += 1
  }

  private mutating func recordValue(_ step: String, _ value: some JSONField, at moment: Date) {
    appendStep(moment) { $0.add(step, json: value.jsonText) }
  }

  /// Records assignments in their order: a Focus is created before it is turned on.
  private mutating func recordSettings(
    _ settings: [(key: String, value: String)], at moment: Date
  ) {
    let set = JSONObject(settings.map { .init(key: $0.key, value: .string($0.value)) })
    appendStep(moment) {
      $0.add("set", json: Array(JSONWriter.text(.object(set), printable: true).utf8))
    }
  }

  private mutating func recordSeparately(_ step: JSONObject) {
    append(step)
    stepCount += 1
  }

  private mutating func record(_ request: PushRequest, at moment: Date) {
    if request.guest != nil {
      return record(Guests.step(for: request), freshID: request.freshID, at: moment)
    }
    let fields = APNSFields(request.fields)
    let broadcast = ChannelPath(request.path)
    let token = Gateway.tokenText(in: request.path).map(String.init) ?? DeviceToken.local.hex
    let id = broadcast == nil ? fields.id : fields.requestID
    let isNamed = id != nil || fields.collapseID?.isEmpty == false
    // It derives from the generated identifier.
    let hasUniqueID = environment == .development
    appendStep(moment) { json in
      if id == nil || hasUniqueID { json.add("apnsID", request.freshID) }
      if request.origin.wire.isHeaderless { json.add("wire", request.origin.wire.rawValue) }
      json.add("push") { push in
        // A certificate may have replaced the header.
        if let topic = broadcast?.app ?? fields.topic
          ?? request.certificate?.wrappedValue.topics.first
        {
          push.add("bundleId", topic)
        }
        if broadcast != nil { push.add("channel", fields.channelID) }
        push.add("headers") { $0.add(fields) }
        if !isNamed { push.add("id", request.lineID ?? request.freshID.text) }
        if request.body.standsInALine {
          push.add("payload", json: request.body)
        } else {
          push.add("payloadText", String(decoding: request.body, as: UTF8.self))
        }
        if token != DeviceToken.local.hex { push.add("token", token) }
      }
    }
  }

  /// Records the channels that a management request created or deleted.
  private mutating func recordChannels(_ effects: ArraySlice<Effect>, at moment: Date) {
    for case .store(.gateway(.channel(let channel, false))) in effects {
      var part = Snapshot()
      part.gateway.channels.insert(channel)
      recordValue("snapshot", part, at: moment)
    }
  }

  /// Records the step of another push system; nil if there is nothing to record.
  private mutating func record(_ step: GuestStep.Recorded?, freshID: APNSID, at moment: Date) {
    guard let step else { return }
    appendStep(moment) { json in
      json.add("apnsID", freshID)
      json.add(step.name, json: step.json)
    }
  }

  /// Records the rejection, if there was one.
  ///
  /// - Parameter code: The prefix of the reason codes that are recorded.
  private mutating func recordRejection(_ effects: ArraySlice<Effect>, only code: String = "")
    -> Bool
  {
    for case .store(.gateway(.rejected(var push))) in effects
    where push.reason.hasPrefix(code) {
      push.fields.removeAll { $0.name == PushHeaders.Name.authorization }
      recordValue("rejected", push, at: push.at)
      return true
    }
    return false
  }

  /// Records an action on each changed entry. An unknown identifier would be an error of the
  /// scenario.
  private mutating func recordActions(
    _ word: ActionWord, _ effects: ArraySlice<Effect>, for span: String? = nil, at moment: Date
  ) {
    for effect in effects {
      switch effect {
      case .store(.phone(.update(let id, _, _, _))):
        recordAction(word.rawValue, on: id, for: span, at: moment)
      case .store(.phone(.moved(let notification, _))):
        recordAction(word.rawValue, on: notification.id, for: span, at: moment)
      default: break
      }
    }
  }

  private mutating func recordAction(
    _ action: String, on id: NotificationID, text: String? = nil, for span: String? = nil,
    at moment: Date
  ) {
    let name = names[id]
    appendStep(moment) { json in
      json.add("act") { act in
        act.add("action", action)
        if let span { act.add("for", span) }
        if let name { act.add("on", name) } else { act.add("on", id.rawValue) }
        if let text { act.add("text", text) }
      }
    }
  }

  /// Records an undo. An action before the recording is not part of it, so the restored entry is
  /// written instead.
  private mutating func recordUndo(
    _ notification: DeliveredNotification, _ place: Place, at moment: Date
  ) {
    let id = notification.id
    guard earlier.contains(id) else {
      names.bringBack(notification, at: place)
      recordAction(ActionWord.undo.rawValue, on: id, at: moment)
      return
    }
    var part = Snapshot()
    part.phone.entries = [Phone.State.Entry(notification: notification, place: place)]
    recordValue("snapshot", part, at: moment)
  }

  // MARK: The earlier state

  private mutating func append(_ object: JSONObject) {
    JSONWriter.append(.object(object), to: &lines)
    lines.append(UInt8(ascii: "\n"))
  }

  /// Appends the settings that differ from the defaults, one step per object.
  private mutating func appendSettings(of system: PushSystem) {
    environment = system.gateway.settings.environment
    let gateway = Self.json(of: system.gateway.settings, besides: nil)
    if !gateway.isEmpty { append(["gateway": .object(gateway)]) }
    if let keep = system.historyLimit { append(["history": ["keep": JSONValue(keep)]]) }
    let (phone, fresh) = (system.device.settings.recorded, PhoneSettings())
    // A section without a separate step precedes the others, which extend it.
    let (guests, standard) = (Guests.settings.json(of: phone), Guests.settings.json(of: fresh))
    for member in guests.members
    where !Guests.settingSteps.contains(member.key) && member.value != standard[member.key] {
      append(["config": .object(JSONObject([member]))])
    }
    append("device", phone.device.json, unless: fresh.device.json)
    append("summary", phone.summary.json, unless: fresh.summary.json)
    for name in Guests.settingSteps {
      append(name, guests[name]?.object ?? [:], unless: standard[name]?.object ?? [:])
    }
    append("categories", phone.json["categories"]?.object ?? JSONObject(), unless: JSONObject())
    for (app, its) in phone.apps.sorted(by: { $0.key < $1.key }) {
      append("app", its.json, unless: AppSettings().json, named: ("bundleId", app.text))
    }
    for (name, its) in phone.focuses.sorted(by: { $0.key < $1.key }) {
      append(
        "focus", its.json, unless: FocusSettings().json, named: ("name", name.text),
        isAlways: fresh.focuses[name] == nil)
    }
  }

  /// Returns the settings of the gateway that a replay needs. Its other settings have had their
  /// effect on the recorded events.
  ///
  /// - Parameter environment: The environment recorded so far.
  private static func json(
    of settings: GatewaySettings, besides environment: PushEnvironment?
  ) -> JSONObject {
    var gateway = JSONObject()
    if settings.isStrict { gateway["strict"] = true }
    if settings.environment != environment {
      gateway["environment"] = settings.environment.map { .string($0.rawValue) } ?? .null
    }
    return gateway
  }

  /// Appends the members that differ from the defaults.
  private mutating func append(
    _ step: String, _ settings: JSONObject, unless defaults: JSONObject,
    named name: (key: String, value: String)? = nil, isAlways: Bool = false
  ) {
    var object = JSONObject(settings.members.filter { defaults[$0.key] != $0.value })
    guard isAlways || !object.isEmpty else { return }
    if let name {
      object.members.insert(.init(key: name.key, value: .string(name.value)), at: 0)
    }
    append([step: .object(object)])
  }

  /// Appends numbers, badges and changes, then one line per push.
  private mutating func append(_ snapshot: Snapshot) {
    var rest = snapshot
    rest.phone.entries = []
    rest.queue = []
    let parts = Guests.parts(of: &rest.guests)
    if rest != Snapshot() { append(part: rest) }
    for entry in snapshot.phone.entries {
      var part = Snapshot()
      part.phone.entries = [entry]
      append(part: part)
    }
    for delivery in snapshot.queue {
      var part = Snapshot()
      part.queue = [delivery]
      append(part: part)
    }
    for guests in parts {
      var part = Snapshot()
      part.guests = guests
      append(part: part)
    }
  }

  private mutating func append(part: Snapshot) {
    lines += Array(#"{"snapshot":"#.utf8)
    part.append(to: &lines)
    lines += Array("}\n".utf8)
  }
}

extension PhoneSettings {
  /// The settings without references to files, as far as possible, and without programs.
  fileprivate var recorded: PhoneSettings {
    var settings = self
    for (app, its) in apps {
      settings.apps[app]?.strings = its.strings.selfContained
      settings.apps[app]?.serviceExtension = its.serviceExtension?.recorded
      settings.apps[app]?.contentExtension = its.contentExtension?.recorded
    }
    return settings
  }
}

extension ArraySlice<Effect> {
  /// The reported settings, with their values.
  fileprivate var settings: [(key: String, value: String?)] {
    compactMap { effect in
      guard case .emit(let event) = effect, case .setting(let key, let value, _) = event.kind else {
        return nil
      }
      return (key, key.hasPrefix("mute.") ? "off" : value)
    }
  }
}

extension [SettingChange] {
  /// The changes with the last value of each setting in place of its first one: `+=` may change a
  /// list several times, and each change has the whole list.
  fileprivate var withFinalSettings: [SettingChange] {
    var changes: [SettingChange] = []
    var places: [SettingPath: Int] = [:]
    for change in self {
      if case .setting(let path, _) = change {
        if let place = places[path] {
          changes[place] = change
          continue
        }
        places[path] = changes.count
      }
      changes.append(change)
    }
    return changes
  }
}

extension SettingChange {
  /// The assignments of a `set` step, with absolute moments.
  var assignments: [(key: String, value: String)] {
    switch self {
    case .focusOn(let name, let until):
      [("focus", name.text)] + (until.map { [("focus.until", Timestamp.text($0))] } ?? [])
    case .focusOff: [("focus", "off")]
    case .showSummary: [(key, "now")]
    case .byApp(_, let operation): [(key, operation.word)]
    case .mute(_, let until): [(key, until.map { "until:" + Timestamp.text($0) } ?? "off")]
    default: [(key, storedValue ?? "")]
    }
  }
}

extension JSONMembers {
  /// Adds the headers that the gateway evaluates, except the topic and the secret.
  fileprivate mutating func add(_ fields: APNSFields) {
    let headers = [
      (PushHeaders.Name.collapseID, fields.collapseID),
      (PushHeaders.Name.expiration, fields.expiration), (PushHeaders.Name.id, fields.id),
      (PushHeaders.Name.priority, fields.priority), (PushHeaders.Name.pushType, fields.pushType),
      (PushHeaders.Name.requestID, fields.requestID),
    ]
    for case (let name, let value?) in headers { add(name, value) }
  }
}

extension [UInt8] {
  /// Whether JSON can be part of a line unchanged: without surrounding white space, line ends,
  /// characters that a terminal or a line reader interprets, and excessive depth.
  fileprivate var standsInALine: Bool {
    guard first == UInt8(ascii: "{"), last == UInt8(ascii: "}") else { return false }
    var (depth, isInText, isEscaped) = (0, false, false)
    for (index, byte) in enumerated() {
      switch byte {
      case 0..<0x20, 0x7F: return false
      case 0xC2 where index + 1 < count && self[index + 1] < 0xA0: return false
      case 0xE2
      where index + 2 < count && self[index + 1] == 0x80 && self[index + 2] & 0xFE == 0xA8:
        return false
      default: break
      }
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth > 60 { return false }
    }
    return true
  }
}
