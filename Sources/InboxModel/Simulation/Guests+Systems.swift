// The registration of the push systems beside APNs: the only file outside their folders that names them.

extension Guests {
  static func read(_ reader: inout PayloadReader) { reader.readWebim() }

  static func isDataMessage(_ root: JSONObject) -> Bool { WebimReading(root) != nil }

  static func app(of message: AppMessage) -> BundleID? {
    message.system == AppMessage.webim ? WebimMessage.app : nil
  }

  static var lintRules: [LintRule] { LintRule.ofWebim + [.icqWithoutKey] }

  static func words(for message: AppMessage) -> AppMessageWords? {
    message.system == AppMessage.webim ? WebimWords.table : nil
  }

  static func document(answering refusal: Refusal) -> String? {
    refusal.origin.wire == .fcm ? FCMError(of: refusal).document : nil
  }
}
