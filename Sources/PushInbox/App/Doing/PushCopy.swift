import Foundation
import InboxModel

/// A stored push in other forms: to be sent again, saved, copied.
struct PushCopy {
  let record: PushRecord

  private var delivery: Delivery { record.delivery }

  /// The same push once more, for the gateway: a new apns-id, and as long to live as the first one had.
  func request(body: [UInt8]? = nil, at moment: Date, freshID: String) -> PushRequest {
    PushRequest(
      path: "/3/device/" + delivery.token.hex, fields: fields(at: moment),
      body: body ?? delivery.payload.bytes,
      origin: Origin(
        wire: .line, transport: "key", client: "sent again from #\(delivery.id.rawValue)"),
      receivedAt: moment, freshID: freshID)
  }

  /// The headers that are sent again.
  private func fields(at moment: Date) -> [HeaderField] {
    let headers = delivery.headers
    var fields = [HeaderField(PushHeaders.Name.topic, delivery.topic)]
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(HeaderField(name, value)) }
    }
    add(PushHeaders.Name.pushType, headers.pushType?.rawValue)
    if headers.priority != .immediate {
      add(PushHeaders.Name.priority, String(headers.priority.rawValue))
    }
    add(PushHeaders.Name.collapseID, headers.collapseID)
    if let expiration = headers.expiration {
      let left = expiration.date.map { $0.timeIntervalSince(delivery.receivedAt) }
      let end = left.map { Int64((moment.timeIntervalSince1970 + $0).rounded(.up)) } ?? 0
      add(PushHeaders.Name.expiration, String(end))
    }
    return fields
  }

  /// The payload with line breaks, as it is edited.
  var editedPayload: String {
    let bytes = delivery.payload.bytes
    guard let root = try? JSONReader.read(bytes).root else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return JSONWriter.text(root, pretty: true)
  }

  /// The file `xcrun simctl push` takes (`spec/payload-keys.md` §8).
  var simulatorFile: String? {
    guard case .object(let payload)? = try? JSONReader.read(delivery.payload.bytes).root else {
      return nil
    }
    let bundle = JSONObject.Member(
      key: SimulatorFile.bundleKey, value: .string(delivery.app.rawValue))
    let others = payload.members.filter { $0.key != SimulatorFile.bundleKey }
    return JSONWriter.text(.object(JSONObject([bundle] + others)), pretty: true) + "\n"
  }

  /// A name for that file made of the app's name and the number: letters, digits, `-`, `_` and single dots,
  /// so that it is no path, no option and nothing a shell would read otherwise.
  static func fileName(app: String, id: NotificationID) -> String {
    var name = ""
    for character in app.lowercased() {
      let isPlain =
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
      if isPlain {
        name.append(character)
      } else if let last = name.last, last != "-" {
        name.append("-")
      }
    }
    name = String(name.prefix(40)).trimmingCharacters(in: CharacterSet(charactersIn: "-_"))
    return (name.isEmpty ? "push" : name) + "-\(id.rawValue).apns"
  }

  /// The text of a part.
  func text(of part: CopiedPart, on device: Device, endpoint: String) -> String {
    switch part {
    case .payload: String(decoding: delivery.payload.bytes, as: UTF8.self)
    case .id: delivery.apnsID
    case .token: delivery.token.hex
    case .curl: curl(endpoint, token: delivery.token == .local ? nil : "$TOKEN")
    case .curlWithToken: curl(endpoint, token: nil)
    case .text: visibleText(on: device)
    }
  }

  private func visibleText(on device: Device) -> String {
    let notification = device.notification(delivery.id) ?? record.notification
    let text = device.visibleText(of: notification)
    return [text.title, text.subtitle, text.body].compactMap(\.self).joined(separator: "\n")
  }

  /// A line for a shell that sends the push here again. `token` stands in the place of its own, and is for
  /// the shell to fill in.
  private func curl(_ endpoint: String, token: String?) -> String {
    let base = "http://\(endpoint)/3/device/"
    let address =
      token.map { "\"\(base)\($0)\"" } ?? Self.quoted(base + delivery.token.hex)
    let headers = fields(at: delivery.receivedAt).map {
      // A header is one line, whatever a push line wrote there.
      "-H " + Self.quoted("\($0.name): \(PlainText.clean($0.value))")
    }
    let body = Self.quoted(String(decoding: delivery.payload.bytes, as: UTF8.self))
    return (["curl --http2-prior-knowledge --data-raw", body] + headers + [address])
      .joined(separator: " ")
  }

  /// One word for a shell, whatever is in it.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
