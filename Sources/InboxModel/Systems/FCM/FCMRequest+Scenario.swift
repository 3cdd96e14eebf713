import Foundation

extension FCMRequest {
  /// Reads an `fcm` step: the body of a request to FCM, and beside it the project. FCM validates it
  /// when the step runs.
  static func step(from reader: inout SettingsReader) throws(SettingsError) -> PushRequest {
    var freshID: APNSID = ""
    try reader.read("apnsID", .identifier(.text), into: &freshID)
    guard var body = reader.object["fcm"]?.object else { throw reader.wrong("fcm", "an object") }
    var project = "scenario"
    if let named = body["project"] {
      guard let name = named.string, !name.isEmpty else {
        throw reader.error(
          .wrongValue(expected: "a string", found: named.kind), "fcm", path: "fcm.project")
      }
      project = name
      body["project"] = nil
    }
    let bytes = Array(JSONWriter.text(.object(body)).utf8)
    let path = FCMRequest.path(of: project)
    let source = reader.source
    return PushRequest(
      FCMRequest(path: path, body: bytes), path: path, body: bytes,
      origin: Origin(wire: .fcm, transport: source.stepName, stream: source.firstLine),
      receivedAt: .distantPast, freshID: freshID)
  }

  /// Returns the value of an `fcm` step that repeats a request; nil for a body that is not a JSON
  /// object.
  func recorded(_ request: PushRequest) -> [UInt8]? {
    guard var body = (try? JSONReader.read(request.body))?.root.object else { return nil }
    body["project"] = .string(project)
    return Array(JSONWriter.text(.object(body)).utf8)
  }
}
