import Foundation

// What a phone gets of a message: headers and a payload as APNs has them, so that all that knows
// pushes knows messages too.

extension FCMMessage {
  /// The part of a message for a phone.
  struct Push: Equatable {
    var headers: PushHeaders
    var payload: Payload
  }

  /// The message for an app; nil where FCM has nothing for it: on an iPhone a message without a
  /// block for APNs and without text (WEB-14).
  ///
  /// - Parameters:
  ///   - isOnIPhone: Whether it goes on to APNs.
  ///   - now: When it came, from which it is kept.
  func push(isOnIPhone: Bool, at now: Date) throws(FCMError) -> Push? {
    isOnIPhone ? try applePush(at: now) : androidPush(at: now)
  }

  // MARK: Android

  private func androidPush(at now: Date) -> Push {
    let shown = notification
    let alert = Self.alert(shown)
    var aps = JSONObject()
    if !alert.isEmpty {
      aps["alert"] = .object(alert)
      // From Android 8 on the channel has the sound; a message can only choose another.
      aps["sound"] = shown["sound"].flatMap { $0 == "" ? nil : $0 } ?? "default"
      if let tag = shown["click_action"]?.string, !tag.isEmpty { aps["category"] = .string(tag) }
      if let count = shown["notification_count"]?.int, count > 0 { aps["badge"] = JSONValue(count) }
      if ["PRIORITY_MIN", "PRIORITY_LOW"].contains(shown["notification_priority"]?.string) {
        aps["interruption-level"] = .string(InterruptionLevel.passive.rawValue)
      }
    } else {
      aps["content-available"] = 1
    }
    var root: JSONObject = ["aps": .object(aps)]
    add(data, to: &root)
    root[Payload.fcmKey] = .object(json)
    var headers = PushHeaders(pushType: alert.isEmpty ? .background : .alert)
    let isUrgent = android["priority"]?.string.map { $0 == "HIGH" } ?? !alert.isEmpty
    headers.priority = isUrgent ? .immediate : .conserving
    headers.expiration = expiration(at: now)
    if let tag = shown["tag"]?.string, !tag.isEmpty { headers.collapseID = CollapseID(tag) }
    return Push(headers: headers, payload: Self.payload(root))
  }

  /// Title and body, each from the app's strings where a key is given.
  private static func alert(_ shown: JSONObject) -> JSONObject {
    var alert = JSONObject()
    func add(_ name: String, keyed prefix: String) {
      if let key = shown["\(name)_loc_key"]?.string, !key.isEmpty {
        alert["\(prefix)loc-key"] = .string(key)
        alert["\(prefix)loc-args"] = shown["\(name)_loc_args"]
      } else if let text = shown[name]?.string, !text.isEmpty {
        alert[name] = .string(text)
      }
    }
    add("title", keyed: "title-")
    add("body", keyed: "")
    return alert
  }

  private func expiration(at now: Date) -> Expiration {
    let stay = android["ttl"]?.string.flatMap(FCMForm.seconds) ?? Self.longestStay
    guard stay > 0 else { return .once }
    return Expiration(rawValue: Int64((now.timeIntervalSince1970 + stay).rounded(.up)))
  }

  /// Entries stand beside `aps`, as FCM puts them on an iPhone; two names there are taken.
  private func add(_ data: JSONObject, to root: inout JSONObject) {
    for member in data.members
    where member.key != Payload.fcmKey && root[member.key] == nil {
      root[member.key] = member.value
    }
  }

  private static func payload(_ root: JSONObject) -> Payload {
    var bytes: [UInt8] = []
    JSONWriter.append(.object(root), to: &bytes)
    guard case .success(let payload) = Payload.read(bytes) else { return Payload() }
    return payload
  }

  // MARK: iPhone

  /// The block for APNs before the common fields (Firebase, "REST Resource: projects.messages").
  private func applePush(at now: Date) throws(FCMError) -> Push? {
    let common = Self.alert(json["notification"]?.object ?? JSONObject())
    guard apns != nil || !common.isEmpty else { return nil }
    var root = apns?["payload"]?.object ?? JSONObject()
    var aps = root["aps"]?.object ?? JSONObject()
    if aps["alert"] == nil, !common.isEmpty { aps["alert"] = .object(common) }
    root["aps"] = .object(aps)
    add(json["data"]?.object ?? JSONObject(), to: &root)
    return Push(headers: try appleHeaders(at: now), payload: Self.payload(root))
  }

  private func appleHeaders(at now: Date) throws(FCMError) -> PushHeaders {
    let names = [
      PushHeaders.Name.pushType, PushHeaders.Name.priority, PushHeaders.Name.expiration,
      PushHeaders.Name.collapseID,
    ]
    let fields = (apns?["headers"]?.object?.members ?? []).compactMap { member in
      member.value.string.map { HeaderField(member.key.lowercased(), $0) }
    }
    do throws(Rejection) {
      var headers = try PushHeaders(APNSFields(fields.filter { names.contains($0.name) }))
      if headers.expiration == nil {
        let end = now.timeIntervalSince1970 + 30 * 86_400
        headers.expiration = Expiration(rawValue: Int64(end.rounded(.up)))
      }
      return headers
    } catch {
      throw .invalid("message.apns.headers", error.because, fix: error.fix)
    }
  }
}
