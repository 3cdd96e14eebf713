extension PayloadReader {
  /// Parses a key of Live Activity pushes; returns false for any other key.
  mutating func read(
    activityKey key: JSONElement, _ value: JSONElement, into activity: inout LiveActivity?
  ) -> Bool {
    var read = activity ?? LiveActivity()
    switch key {
    case "event": read.event = text(value, "aps.event")
    case "timestamp": read.timestamp = moment(value, "aps.timestamp")
    case "stale-date": read.staleDate = moment(value, "aps.stale-date")
    case "dismissal-date": read.dismissalDate = moment(value, "aps.dismissal-date")
    case "content-state": read.contentState = object(value, "aps.content-state")
    case "attributes-type": read.attributesType = text(value, "aps.attributes-type")
    case "attributes": read.attributes = object(value, "aps.attributes")
    case "input-push-channel": read.inputPushChannel = text(value, "aps.input-push-channel")
    case "input-push-token": read.wantsPushToken = flag(value, "aps.input-push-token")
    default: return false
    }
    activity = read
    return true
  }

  /// Stores the keys and adds findings about those that the event requires (Apple, "Generating a
  /// remote notification").
  mutating func finish(_ activity: LiveActivity, hasAlert: Bool) {
    payload.liveActivity = activity
    let event = activity.event
    guard let event else { return }
    guard ["start", "update", "end"].contains(event) else {
      remark(
        .liveActivityEvent, "aps.event",
        "\(quoted(event)) is no event; it is “start”, “update” or “end”.")
      return
    }
    var missing: [String] = []
    if activity.timestamp == nil { missing.append("timestamp") }
    if event != "end", activity.contentState == nil { missing.append("content-state") }
    if event == "start" {
      if activity.attributesType == nil { missing.append("attributes-type") }
      if activity.attributes == nil { missing.append("attributes") }
      if !hasAlert { missing.append("alert") }
    }
    if !missing.isEmpty {
      remark(
        .liveActivityEvent, "aps.event",
        "“\(event)” also needs " + missing.joined(separator: ", ") + ".")
    }
  }

  /// Parses seconds since 1970. A value thousands of years away adds a finding, since it was
  /// probably in milliseconds. Nil for a value that is not a number.
  private mutating func moment(
    _ value: JSONElement, _ path: @autoclosure () -> String
  ) -> Double? {
    let seconds = number(value, path())
    if let seconds, seconds > 100_000_000_000 {
      remark(.milliseconds, path(), "This looks like milliseconds; it is seconds since 1970.")
    }
    return seconds
  }
}
