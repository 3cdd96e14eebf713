import Foundation

// The expanded view of a push, made by its app's content extension (`docs/rules.md` §8.6).

extension Phone {
  /// Returns the extension of a push's category that makes its expanded view; nil for none, and
  /// while the preview is hidden.
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
  /// Makes the run of a content extension for a push. The extension receives the payload as changed
  /// by the service extension, and under `pushinbox` the values of the notification. Nil if there
  /// is no program to run.
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
  /// The payload of the notification that the app's delegate receives: the original one, or as
  /// changed by its service extension (`docs/rules.md` §8.5, N7 and N8).
  public var contentPayload: [UInt8] {
    let original = delivery.payload
    guard case .answered(let answer, let changed) = context.serviceExtension,
      !changed.isEmpty, var root = (try? JSONReader.read(answer.bytes))?.root.object,
      var aps = root["aps"]?.object
    else { return original.bytes }
    let before = (try? JSONReader.read(original.bytes))?.root.object?["aps"]?.object
    // The keys that it may not change, and the text if it returned none.
    for key in ["content-available", "mutable-content"] + (answer.hasAlert ? [] : ["alert"]) {
      aps[key] = before?[key]
    }
    root["aps"] = .object(aps)
    return Array(JSONWriter.text(.object(root)).utf8)
  }

  /// Returns the payload of an event: a notification's content for the notification delegate, the
  /// received payload for the app's other methods; nil for events without one.
  public func payload(for event: InboxEvent) -> [UInt8]? {
    guard event.carriesPayload else { return nil }
    return event.carriesContent ? contentPayload : delivery.payload.bytes
  }
}
