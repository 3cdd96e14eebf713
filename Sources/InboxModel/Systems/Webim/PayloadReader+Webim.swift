extension PayloadReader {
  /// The two forms of Webim (`docs/systems/webim.md`): keys of which the app makes a notification,
  /// and an alert marked as Webim's, which the system shows.
  mutating func readWebim() {
    guard !payload.hasAlert else { return remarkOnWebimMark() }
    guard let reading = WebimReading(payload.custom.object) else { return }
    payload.appMessage = Indirect(wrappedValue: AppMessage(reading))
    for finding in reading.findings { remark(finding.rule, finding.path, finding.message) }
    // The app gets it as what it is, and is not asked to fetch something besides.
    payload.isContentAvailable = false
    guard let message = reading.message, message.event == .add else { return }
    payload.alert = message.alert
    payload.sound = payload.sound ?? Sound()
    payload.categoryIdentifier = payload.categoryIdentifier ?? CategoryID(message.kind.rawValue)
  }

  /// An alert that says it is Webim's: the system shows it whatever is wrong, the SDK may pass over
  /// it.
  private mutating func remarkOnWebimMark() {
    guard let mark = payload.custom["webim"] else { return }
    guard payload.isWebim else {
      let found = if case .number(let number) = mark { cut(number.text) } else { mark.kind }
      remark(
        .webimMark, "webim",
        "This is \(found), not 1: Webim's SDK does not take the push for its own.")
      return
    }
    let path = "aps.alert.loc-key"
    guard case .localized(let key, let arguments)? = payload.alert?.body else {
      remark(
        .webimField, path, "The type of a push of Webim's stands here; the SDK cannot tell it.")
      return
    }
    guard let kind = WebimMessage.Kind(rawValue: key) else {
      remark(
        .webimField, path,
        "\(quoted(key)) is no type of Webim, which are \(WebimMessage.Kind.words).")
      return
    }
    if arguments.count < kind.parameterCount {
      remark(
        .webimParameters, "aps.alert.loc-args",
        "\(key) needs \(kind.parameterCount) of them and has \(arguments.count); the others stay empty."
      )
    }
  }
}

extension Payload {
  /// Whether it says it is a push of Webim's for an iPhone: `webim: 1` (WEB-32).
  public var isWebim: Bool { self.custom["webim"]?.int == 1 }

  /// The reading of the keys beside `aps`, with all that Webim says there; nil where they are no
  /// message of it.
  var webim: Indirect<WebimReading>? {
    guard self.appMessage?.wrappedValue.system == AppMessage.webim else { return nil }
    return WebimReading(self.custom.object).map { Indirect(wrappedValue: $0) }
  }

  /// The data message of Webim that it is.
  var webimMessage: WebimMessage? { webim?.wrappedValue.message }
}
