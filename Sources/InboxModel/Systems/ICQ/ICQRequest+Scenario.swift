import Foundation

extension ICQRequest {
  /// Reads an `icq` step: the body of one request.
  static func step(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> ICQRequest {
    let matters: [(key: String, matter: ICQRequest.Matter)] = [
      ("session", .session), ("event", .event),
    ]
    var freshID: APNSID = ""
    try reader.read("apnsID", .identifier(.text), into: &freshID)
    var found: (member: JSONObject.Member, matter: ICQRequest.Matter)?
    try reader.object("icq") { (reader: inout SettingsReader) throws(SettingsError) in
      for (key, matter) in matters {
        guard reader.value(key) != nil, let member = reader.object.member(key) else { continue }
        if found != nil { throw reader.error(.excluded(by: matters[0].key), key) }
        found = (member, matter)
      }
      if found == nil { throw reader.error(.missing, matters[0].key) }
    }
    guard let found else { throw reader.error(.missing, "icq") }
    let source = reader.source
    let line = Origin(wire: .line, transport: source.stepName)
    return ICQRequest(
      found.matter, body: Array(source.bytes[found.member.valueOffset..<found.member.valueEnd]),
      origin: line, receivedAt: .distantPast, freshID: freshID)
  }

  /// The value of an `icq` step that repeats the request; nil for a request that changes nothing.
  var recorded: [UInt8]? {
    let key: String
    switch matter {
    case .session: key = "session"
    case .event: key = "event"
    case .state, .method: return nil
    }
    return Array(JSONMembers.text { $0.add(key, json: JSONMembers.onOneLine(body)) }.utf8)
  }
}
