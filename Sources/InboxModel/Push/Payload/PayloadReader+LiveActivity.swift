import Foundation

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
  mutating func finish(_ read: LiveActivity, hasAlert: Bool) {
    var activity = read
    activity.misfits = misfits.filter { LiveActivity.required.contains($0.path) }
    payload.liveActivity = activity
    let event = activity.event
    guard let event else { return }
    remarkOnDates(activity)
    guard ["start", "update", "end"].contains(event) else {
      remark(
        .liveActivityEvent, "aps.event",
        "\(quoted(event)) is not an event; use “start”, “update” or “end”.")
      return
    }
    var missing: [String] = []
    func require(_ key: String, _ isPresent: Bool) {
      if !isPresent, activity.misfit(of: key) == nil { missing.append(key) }
    }
    require("timestamp", activity.timestamp != nil)
    if event != "end" { require("content-state", activity.contentState != nil) }
    if event == "start" {
      require("attributes-type", activity.attributesType != nil)
      require("attributes", activity.attributes != nil)
      require("alert", hasAlert)
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
    if let seconds, LiveActivity.isInMilliseconds(seconds) {
      remark(.milliseconds, path(), "This looks like milliseconds; it is seconds since 1970.")
    }
    return seconds
  }

  // MARK: Dates of attributes and content states

  /// Reports numbers of attributes and content state that are plausible dates in one epoch only:
  /// Swift's `JSONDecoder` decodes a `Date` as seconds since 2001 (Foundation,
  /// `JSONDecoder.DateDecodingStrategy`).
  private mutating func remarkOnDates(_ activity: LiveActivity) {
    if let timestamp = activity.timestamp, ActivityDate.since2001.contains(timestamp) {
      remark(
        .oldTimestamp, "aps.timestamp",
        "This is \(Timestamp.text(Date(timeIntervalSince1970: timestamp))), read as seconds since 1970; "
          + "it looks like seconds since 2001.")
    }
    for (path, object) in [
      ("aps.attributes", activity.attributes), ("aps.content-state", activity.contentState),
    ] {
      guard let object else { continue }
      remarkOnDates(in: .object(object), path, near: activity.timestamp)
    }
  }

  private mutating func remarkOnDates(
    in value: JSONValue, _ path: String, near timestamp: Double?
  ) {
    switch value {
    case .object(let object):
      for member in object.members {
        remarkOnDates(in: member.value, path + "." + cut(member.key), near: timestamp)
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        remarkOnDates(in: element, path + "[\(index)]", near: timestamp)
      }
    case .number(let number):
      guard let seconds = number.double, let date = ActivityDate(seconds, near: timestamp) else {
        return
      }
      remark(.stateDate, path, date.message(number.text))
    case .null, .bool, .string: break
    }
  }
}

/// A number that is a plausible date in one of two epochs.
private struct ActivityDate {
  private var seconds: Double
  private var isSince1970: Bool

  /// The seconds between both epochs.
  private static let offset = 978_307_200.0
  /// The years 2018 to 2040, as seconds since 1970 and since 2001.
  private static let since1970 = 1_514_764_800.0..<2_240_611_200.0
  static let since2001 = 536_457_600.0..<1_262_304_000.0
  /// The maximum distance of a date since 2001 from the timestamp, seconds: numbers of its size are
  /// common.
  private static let span = 30.0 * 86_400

  init?(_ seconds: Double, near timestamp: Double?) {
    self.seconds = seconds
    isSince1970 = Self.since1970.contains(seconds)
    if isSince1970 { return }
    guard Self.since2001.contains(seconds), let timestamp,
      abs(seconds + Self.offset - timestamp) < Self.span
    else { return nil }
  }

  /// The two readings of the number.
  func message(_ text: String) -> String {
    let unix = Timestamp.text(Date(timeIntervalSince1970: seconds))
    let swift = Timestamp.text(Date(timeIntervalSinceReferenceDate: seconds))
    return isSince1970
      ? "\(text) is \(unix) as Unix time, but Swift's JSONDecoder reads a Date as seconds since 2001: "
        + "\(swift). If it is one, send \(JSONNumber(seconds - Self.offset).text), or decode it as secondsSince1970."
      : "\(text) is \(swift) as JSONDecoder reads a Date by default; an app that decodes Unix time reads "
        + "\(unix)."
  }
}
