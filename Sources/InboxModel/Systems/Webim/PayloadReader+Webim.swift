extension PayloadReader {
  /// Reads the two forms of Webim (`docs/systems/webim.md`): keys that the app turns into a
  /// notification, and an alert marked as Webim's, which the system shows.
  mutating func readWebim() {
    guard !payload.hasAlert else { return remarkOnWebimMark() }
    guard let reading = WebimReading(payload.custom.object) else { return }
    payload.appMessage = Indirect(wrappedValue: AppMessage(reading))
    for finding in reading.findings { remark(finding.rule, finding.path, finding.message) }
    // The message is delivered to the app as such, without a background fetch in addition.
    payload.isContentAvailable = false
    guard let message = reading.message, message.event == .add else { return }
    payload.alert = message.alert
    payload.sound = payload.sound ?? Sound()
    payload.categoryIdentifier = payload.categoryIdentifier ?? CategoryID(message.kind.rawValue)
  }

  /// Adds a finding about an alert marked as Webim's. The system shows it even if it is invalid;
  /// the SDK may ignore it.
  private mutating func remarkOnWebimMark() {
    guard let mark = payload.custom["webim"] else { return }
    guard payload.isWebim else {
      let found = if case .number(let number) = mark { cut(number.text) } else { mark.kind }
      remark(
        .webimMark, "webim",
        "This is \(found), not 1: Webim's SDK ignores the push.")
      return
    }
    let path = "aps.alert.loc-key"
    guard case .localized(let key, let arguments)? = payload.alert?.body else {
      remark(
        .webimField, path, "The type of a Webim push belongs here; the SDK cannot determine it.")
      return
    }
    guard let kind = WebimMessage.Kind(rawValue: key) else {
      remark(
        .webimField, path,
        "\(quoted(key)) is not a Webim type; the types are \(WebimMessage.Kind.words).")
      return
    }
    if arguments.count < kind.parameterCount {
      remark(
        .webimParameters, "aps.alert.loc-args",
        "\(key) needs \(kind.parameterCount) of them and has \(arguments.count); the others are empty."
      )
    }
  }
}

extension Payload {
  /// Whether it is marked as a Webim push for an iPhone: `webim: 1` (WEB-32).
  public var isWebim: Bool { self.custom["webim"]?.int == 1 }

  /// The parsed keys of Webim beside `aps`; nil if they are not a Webim message.
  var webim: Indirect<WebimReading>? {
    guard self.appMessage?.wrappedValue.system == AppMessage.webim else { return nil }
    return WebimReading(self.custom.object).map { Indirect(wrappedValue: $0) }
  }

  /// The Webim data message of the push; nil for none.
  var webimMessage: WebimMessage? { webim?.wrappedValue.message }
}
