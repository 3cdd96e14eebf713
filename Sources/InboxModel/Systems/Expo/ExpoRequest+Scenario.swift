import Foundation

extension ExpoRequest {
  /// Reads an `expo` step: the messages of a request. Expo validates them when the step runs.
  static func step(from reader: inout SettingsReader) throws(SettingsError) -> PushRequest {
    var freshID: APNSID = ""
    try reader.read("apnsID", .identifier(.text), into: &freshID)
    guard let request = reader.object["expo"]?.object else {
      throw reader.wrong("expo", "an object with `messages`")
    }
    guard let messages = request["messages"]?.array else {
      let found = request["messages"]?.sample ?? "nothing"
      throw reader.error(
        .wrongValue(expected: "an array of messages", found: found), "expo", path: "expo.messages")
    }
    let bytes = Array(JSONWriter.text(.array(messages)).utf8)
    let source = reader.source
    return PushRequest(
      ExpoRequest(path: sendPath, body: bytes), path: sendPath, body: bytes,
      origin: Origin(wire: .expo, transport: source.stepName, stream: source.firstLine),
      receivedAt: .distantPast, freshID: freshID)
  }

  /// Returns the value of an `expo` step that repeats a request; nil for a request that sends
  /// nothing.
  func recorded(_ request: PushRequest) -> [UInt8]? {
    guard request.path == Self.sendPath,
      let root = (try? JSONReader.read(request.body))?.root
    else { return nil }
    return Array(JSONWriter.text(["messages": .array(root.array ?? [root])]).utf8)
  }
}
