extension PayloadReader {
  /// Parses `aps.alert`, a string or an object (Apple, "Generating a remote notification").
  mutating func read(alert value: JSONElement, isActivity: Bool) {
    if let body = value.string {
      guard !body.isEmpty else {
        remark(.emptyAlert, "aps.alert", "The alert is empty and counts as none.")
        return
      }
      var alert = Alert()
      alert.body = .literal(body)
      payload.alert = alert
    } else if value.isObject {
      read(alertObject: value, isActivity: isActivity)
    } else {
      wrongType("aps.alert", value, "a string or an object", "there is no alert")
    }
  }

  private mutating func read(alertObject object: JSONElement, isActivity: Bool) {
    var alert = Alert()
    var title = Line(name: "title")
    var subtitle = Line(name: "subtitle")
    var body = Line(name: "body")
    for member in inForce(object) {
      let value = member.value
      switch member.key {
      case "title": readLiteral(value, of: &title, isActivity: isActivity)
      case "title-loc-key": readKey(value, of: &title, "aps.alert.title-loc-key")
      case "title-loc-args": readArguments(value, of: &title, "aps.alert.title-loc-args")
      case "subtitle": readLiteral(value, of: &subtitle, isActivity: isActivity)
      case "subtitle-loc-key": readKey(value, of: &subtitle, "aps.alert.subtitle-loc-key")
      case "subtitle-loc-args": readArguments(value, of: &subtitle, "aps.alert.subtitle-loc-args")
      case "body": readLiteral(value, of: &body, isActivity: isActivity)
      case "loc-key": readKey(value, of: &body, "aps.alert.loc-key")
      case "loc-args": readArguments(value, of: &body, "aps.alert.loc-args")
      case "sound" where isActivity:
        payload.sound = sound(value, "aps.alert.sound") ?? payload.sound
      default: readDetail(member, of: &alert)
      }
    }
    alert.title = finish(title)
    alert.subtitle = finish(subtitle)
    alert.body = finish(body)
    if alert.hasText {
      payload.alert = alert
    } else {
      remark(.emptyAlert, "aps.alert", "The alert has no text and counts as none.")
    }
  }

  /// Parses a key beside the three texts. Current phones ignore most of them.
  private mutating func readDetail(_ member: JSONElement.Member, of alert: inout Alert) {
    let value = member.value
    switch member.key {
    case "launch-image": alert.launchImage = text(value, "aps.alert.launch-image")
    case "action-loc-key":
      alert.action =
        value.isNull ? .dismissOnly : text(value, "aps.alert.action-loc-key").map(AlertAction.key)
      remark(onOldKey: "aps.alert.action-loc-key", "No phone shows it since iOS 10.")
    case "action":
      alert.action = text(value, "aps.alert.action").map(AlertAction.label)
      remark(onOldKey: "aps.alert.action", "Safari's own push service read it; no phone does.")
    case "summary-arg":
      alert.summaryArgument = text(value, "aps.alert.summary-arg")
      remark(onOldKey: "aps.alert.summary-arg", "iOS 12 to 14 read it; later ones ignore it.")
    case "summary-arg-count":
      alert.summaryArgumentCount = summaryCount(value)
      remark(
        onOldKey: "aps.alert.summary-arg-count", "iOS 12 to 14 read it; later ones ignore it.")
    case "show-view":
      alert.showsView = value.bool
      if value.bool == nil {
        wrongType("aps.alert.show-view", value, "a boolean", "it is ignored")
      }
    default: remark(onUnknownAlertKey: member.key.text)
    }
  }

  /// The keys of one of the three texts.
  private struct Line {
    let name: String
    var literal: String?
    var key: String?
    var arguments: [String]?

    var path: String { "aps.alert." + name }
  }

  /// Parses a literal; in a Live Activity push also an object with `loc-key` and `loc-args`.
  private mutating func readLiteral(_ value: JSONElement, of line: inout Line, isActivity: Bool) {
    guard isActivity, value.isObject else {
      line.literal = text(value, line.path)
      return
    }
    let path = line.path + "."
    for member in inForce(value) {
      switch member.key {
      case "loc-key": readKey(member.value, of: &line, path + "loc-key")
      case "loc-args": readArguments(member.value, of: &line, path + "loc-args")
      default:
        remark(
          .unknownKey, path + cut(member.key.text), "This is not a key of a text; it is ignored.")
      }
    }
  }

  private mutating func readKey(
    _ value: JSONElement, of line: inout Line, _ path: @autoclosure () -> String
  ) {
    line.key = value.isNull ? nil : nonEmptyText(value, path())
  }

  private mutating func readArguments(
    _ value: JSONElement, of line: inout Line, _ path: @autoclosure () -> String
  ) {
    line.arguments = value.isNull ? nil : texts(value, path())
  }

  /// Returns the text. The key overrides the literal (Apple, "Generating a remote notification");
  /// an empty text counts as absent. Nil without text.
  private mutating func finish(_ line: Line) -> LocalizableText? {
    if let key = line.key {
      if line.literal != nil {
        remark(
          .textNotShown, line.path,
          "There is a loc-key too, which wins; this text is not shown.")
      }
      return .localized(key: key, arguments: line.arguments ?? [])
    }
    if let arguments = line.arguments, !arguments.isEmpty {
      remark(
        .unusedArguments, line.path,
        "There are arguments, but no loc-key; a literal text is shown unchanged.")
    }
    return line.literal.flatMap { $0.isEmpty ? nil : .literal($0) }
  }

  private mutating func summaryCount(_ value: JSONElement) -> Int {
    if let count = value.int, count >= 1 { return count }
    wrongType("aps.alert.summary-arg-count", value, "a whole number", "1 is used")
    return 1
  }
}
