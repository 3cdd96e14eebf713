import Foundation
import Testing

@testable import InboxModel

/// A phone with a Webim app, which receives push lines as a sender writes them.
struct WebimPhone {
  var system: PushSystem
  private var count = 0

  static let app: BundleID = "com.example.webim"

  init(_ change: (inout PhoneSettings) -> Void = { _ in }) {
    var settings = PhoneSettings()
    change(&settings)
    system = PushSystem(device: Phone(settings: settings))
  }

  var device: Phone { system.device }

  /// Handles a line; returns the effects.
  @discardableResult
  mutating func effects(of line: String) throws -> [Effect] {
    count += 1
    let request = try PushLine.request(
      from: Array(line.utf8), number: count, source: "test", receivedAt: Moment.start,
      freshID: "fresh-\(count)")
    return system.handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
  }

  /// Handles a line that the gateway accepts.
  @discardableResult
  mutating func push(_ line: String) throws -> PushRecord {
    try #require(try effects(of: line).record)
  }

  mutating func set(_ words: String...) throws {
    let reader = SettingChangeReader(now: Moment.start, phone: device.settings)
    for change in try reader.changes(words) {
      _ = system.handle(.changed(change), at: Moment.start)
    }
  }

  /// The bodies in the list, newest first.
  var bodies: [String?] { device.inbox.notifications.map(\.content.body) }
}

/// The examples of `docs/systems/webim.md`.
enum WebimExample {
  static let accepted = #"{"params":["Никита К"],"type":"P.OA","event":"add"}"#

  static let message = message(text: "1232")

  static func message(
    text: String, id: String = "03ef89e10352b87809e67f74504c4bb6", event: String = "add"
  ) -> String {
    #"{"params":["Никита К","\#(text)"],"type":"P.OM","event":"\#(event)","#
      + #""message":{"kind":"operator","clientSideId":"\#(id)","name":"Никита К","#
      + #""avatar":"/webim/images/avatar/wmtest2_181510.png","text":"\#(text)","#
      + #""ts":1.531582962567873E9}}"#
  }

  static let file = file(
    #"{"client_content_type":"image/jpeg","image":{"size":{"width":300,"height":300}},"#
      + #""visitor_id":"1b0c5d865529418a91f728c525b6d9fd","filename":"p.jpg","#
      + #""content_type":"image/jpeg","guid":"ac741895c19a47078bc54f722951957f","size":53323}"#)

  static func file(_ text: String) -> String {
    #"{"params":["Никита К","p.jpg"],"type":"P.OF","event":"add","#
      + #""message":{"kind":"file_operator","clientSideId":"a49529502be8482ba9134756c4a4a211","#
      + #""name":"Никита К","avatar":"/webim/images/avatar/wmtest2_181510.png","text":\#(text),"#
      + #""ts":1.531584932619524E9}}"#
  }

  static let contactRequest =
    #"{"params":[],"type":"P.CR","event":"add","message":{"kind":"cont_req","#
    + #""clientSideId":"525a9cd6c49a46de90ca4c9016681b56","name":"Никита К","#
    + #""avatar":"/webim/images/avatar/wmtest2_181510.png","#
    + #""text":"Please enter your contact information.","ts":1.531584937099446E9}}"#

  static let all = [accepted, message, file, contactRequest]

  /// Returns the line as FCM carries it: every value is a string.
  static func asTexts(_ line: String) throws -> String {
    var fields = try #require(try JSONReader.read(Array(line.utf8)).root.object)
    for member in fields.members where member.value.string == nil {
      fields[member.key] = .string(JSONWriter.text(member.value))
    }
    return JSONWriter.text(.object(fields))
  }
}
