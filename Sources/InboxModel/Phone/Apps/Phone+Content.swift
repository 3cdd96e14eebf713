import Foundation

// The expanded view of a push, which its app's content extension makes (`docs/rules.md` §8.6).

extension Phone {
  /// The extension that makes the expanded view of a push, by its category; nil where there is
  /// none, and while the preview is hidden.
  public func contentExtension(of notification: DeliveredNotification) -> ContentExtension? {
    guard let extensionSettings = settings.apps[notification.app]?.contentExtension,
      let category = notification.categoryIdentifier,
      extensionSettings.categories.contains(category),
      !visibleText(of: notification).isHidden
    else { return nil }
    return extensionSettings
  }
}

extension ExtensionRun {
  /// A content extension is asked for the view of a push: it gets the payload as the service
  /// extension left it, and under `pushinbox` what the app's own would find in the notification.
  /// nil where no program is to be asked.
  public init?(viewOf record: PushRecord, by extensionSettings: ContentExtension) {
    guard case .program(let arguments, let folder) = extensionSettings.source else { return nil }
    let push = record.notification
    var content = (try? JSONReader.read(record.contentPayload))?.root.object ?? JSONObject()
    content["pushinbox"] = [
      "app": .string(push.app.text), "body": JSONValue(push.content.body),
      "deliveredAt": JSONValue(push.deliveredAt.map(Timestamp.text)),
      "id": .number(JSONNumber(push.id.rawValue)),
      "lateBy": push.times.lateBy.map { .number(JSONNumber($0)) } ?? .null,
      "receivedAt": .string(Timestamp.text(push.receivedAt)),
      "requestID": .string(push.requestID.text), "subtitle": JSONValue(push.content.subtitle),
      "title": JSONValue(push.content.title),
    ]
    self.init(
      id: push.id, app: push.app, arguments: arguments, folder: folder,
      limit: extensionSettings.limit, resources: extensionSettings.resources,
      payload: Array(JSONWriter.text(.object(content)).utf8))
  }
}

extension PushRecord {
  /// The payload of the notification that the app's delegate gets: as it came, or as its service
  /// extension left it (`docs/rules.md` §8.5, N7 and N8).
  public var contentPayload: [UInt8] {
    let original = delivery.payload
    guard case .answered(let answer, let changed) = circumstances.serviceExtension,
      !changed.isEmpty, var root = (try? JSONReader.read(answer.bytes))?.root.object,
      var aps = root["aps"]?.object
    else { return original.bytes }
    let before = (try? JSONReader.read(original.bytes))?.root.object?["aps"]?.object
    // What it may not change, and text where it left none.
    for key in ["content-available", "mutable-content"] + (answer.hasAlert ? [] : ["alert"]) {
      aps[key] = before?[key]
    }
    root["aps"] = .object(aps)
    return Array(JSONWriter.text(.object(root)).utf8)
  }

  /// The payload that an event carries: a notification's content for the delegate of notifications,
  /// what came for the app's other methods; nil for events without one.
  public func payload(for event: InboxEvent) -> [UInt8]? {
    guard event.carriesPayload else { return nil }
    return event.carriesContent ? contentPayload : delivery.payload.bytes
  }
}
