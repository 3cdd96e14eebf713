import Foundation

// The headers and the payload of APNs that a phone receives for a message, so that all code for
// pushes applies to messages too.

extension FCMMessage {
  /// The message as one phone receives it.
  struct Push: Equatable {
    var headers: PushHeaders
    var payload: Payload
    /// The token of the Live Activity to which it is sent; nil for none.
    var activityToken: DeviceToken?
  }

  /// Returns the push for an app; nil if FCM sends none: on an iPhone for a message without an APNs
  /// block and without text (WEB-14).
  ///
  /// - Parameters:
  ///   - isOnIPhone: Whether the message goes through APNs.
  ///   - now: The moment of reception, at which its lifetime starts.
  func push(isOnIPhone: Bool, at now: Date) throws(FCMError) -> Push? {
    // Only iPhones have Live Activities.
    isOnIPhone || liveActivityToken != nil ? try applePush(at: now) : androidPush(at: now)
  }

  // MARK: Android

  private func androidPush(at now: Date) -> Push {
    let shown = notification
    let alert = Self.alert(shown)
    var aps = JSONObject()
    if !alert.isEmpty {
      aps["alert"] = .object(alert)
      // Since Android 8 the channel determines the sound; a message can only select another one.
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

  /// Returns title and body, each from the app's strings if a key is given.
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
    let stay = android["ttl"]?.string.flatMap(FCMForm.seconds) ?? Self.maximumStorageTime
    guard stay > 0 else { return .once }
    return Expiration(rawValue: Int64((now.timeIntervalSince1970 + stay).rounded(.up)))
  }

  /// Adds the entries beside `aps`, as FCM does on an iPhone; two names are reserved there.
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

  /// Returns the push for an iPhone. The APNs block overrides the common fields (Firebase, "REST
  /// Resource: projects.messages"). Nil if there is nothing to send.
  private func applePush(at now: Date) throws(FCMError) -> Push? {
    let common = Self.alert(json["notification"]?.object ?? JSONObject())
    guard apns != nil || !common.isEmpty else { return nil }
    var root = apns?["payload"]?.object ?? JSONObject()
    var aps = root["aps"]?.object ?? JSONObject()
    if aps["alert"] == nil, !common.isEmpty { aps["alert"] = .object(common) }
    root["aps"] = .object(aps)
    add(json["data"]?.object ?? JSONObject(), to: &root)
    var push = Push(headers: try appleHeaders(at: now), payload: Self.payload(root))
    if let token = liveActivityToken {
      push.headers.pushType = .liveactivity
      push.activityToken = token
    }
    return push
  }

  /// The app that `apns-topic` of the APNs block names; nil for none.
  var appOfTopic: BundleID? {
    appleFields.last { $0.name == PushHeaders.Name.topic }
      .flatMap { $0.value.isEmpty ? nil : try? Topic($0.value).app }
  }

  /// The headers of the APNs block, with their names in lower case.
  private var appleFields: [HeaderField] {
    (apns?["headers"]?.object?.members ?? []).compactMap { member in
      member.value.string.map { HeaderField(member.key.lowercased(), $0) }
    }
  }

  private func appleHeaders(at now: Date) throws(FCMError) -> PushHeaders {
    let names = [
      PushHeaders.Name.pushType, PushHeaders.Name.priority, PushHeaders.Name.expiration,
      PushHeaders.Name.collapseID,
    ]
    let fields = appleFields
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
