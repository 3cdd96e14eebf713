import Foundation
import InboxModel

/// A stored push in other formats: for sending again, saving, copying.
struct PushExport {
  let push: StoredPush

  init(_ push: StoredPush) {
    self.push = push
  }

  /// The reason why the body is incomplete, in a few words; nil if it is complete.
  var truncation: String? {
    guard case .rejected(let rejected) = push else { return nil }
    return rejected.truncation
  }

  // MARK: Sending again

  /// The sender of the copy, for people.
  var client: String { "\(push.name.text), sent again" }

  /// Returns the same push for the gateway: an accepted one with a new apns-id and the same
  /// lifetime, a rejected one with its headers unchanged.
  ///
  /// - Throws: The reason why a line is not a push.
  func request(at moment: Date, freshID: APNSID) throws(RejectedRequest) -> PushRequest {
    switch push {
    case .entry:
      return PushRequest(
        by: client, path: path, fields: fields(at: moment), body: push.body, at: moment,
        freshID: freshID)
    case .rejected(let rejected):
      guard rejected.path.isEmpty else {
        return PushRequest(
          by: client, path: path, fields: rejected.fields, body: push.body, at: moment,
          freshID: freshID)
      }
      var request = try SimulatorFile.request(
        from: push.body, name: push.name.text, receivedAt: moment,
        freshID: freshID)
      request.origin.client = client
      return request
    }
  }

  private var path: String {
    switch push {
    case .entry(let record) where record.delivery.broadcast != nil:
      ChannelPath.broadcast(to: record.delivery.app.text)
    case .entry(let record): "/3/device/" + record.delivery.token.hex
    case .rejected(let push): push.path
    }
  }

  /// The headers of the push service as received.
  var fields: [HeaderField] {
    switch push {
    case .entry(let record): fields(at: record.delivery.receivedAt)
    case .rejected(let push): push.fields.filter { $0.name.hasPrefix("apns-") }
    }
  }

  /// Returns the headers to send again.
  private func fields(at moment: Date) -> [HeaderField] {
    guard case .entry(let record) = push else { return fields }
    let (delivery, headers) = (record.delivery, record.delivery.headers)
    var fields =
      delivery.broadcast.map { [HeaderField(PushHeaders.Name.channelID, $0.channel)] }
      ?? [HeaderField(PushHeaders.Name.topic, delivery.topic)]
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(HeaderField(name, value)) }
    }
    add(PushHeaders.Name.pushType, headers.pushType?.rawValue)
    if headers.priority != .immediate {
      add(PushHeaders.Name.priority, String(headers.priority.rawValue))
    }
    add(PushHeaders.Name.collapseID, headers.collapseID?.text)
    if let expiration = headers.expiration {
      let left = expiration.date.map { $0.timeIntervalSince(delivery.receivedAt) }
      let end = left.map { Int64((moment.timeIntervalSince1970 + $0).rounded(.up)) } ?? 0
      add(PushHeaders.Name.expiration, String(end))
    }
    return fields
  }

  // MARK: Editing

  /// Returns the text for the editor in the format of ``PushForm``: path, headers and body, without
  /// the provider token, which is secret and not required here. A body that is not JSON stays
  /// unchanged.
  func editedText(at moment: Date) -> String {
    var fields = fields(at: moment)
    if case .entry = push, !fields.contains(where: { $0.name == PushHeaders.Name.priority }) {
      fields.append(HeaderField(PushHeaders.Name.priority, "10"))
    }
    return PushForm.text(path: path, fields, body: prettyBody)
  }

  /// The body with line breaks, if it is JSON.
  var prettyBody: String {
    guard let root = try? JSONReader.read(push.body).root else {
      return String(decoding: push.body, as: UTF8.self)
    }
    return JSONWriter.text(root, pretty: true)
  }

  // MARK: Saving

  /// The file for `xcrun simctl push` (Apple, "Generating a remote notification"); nil if the body
  /// is not a payload.
  var simulatorFile: String? {
    guard case .object(let payload)? = try? JSONReader.read(push.body).root else { return nil }
    let others = payload.members.filter { $0.key != SimulatorFile.bundleKey.description }
    let bundle = push.app.map {
      JSONObject.Member(key: SimulatorFile.bundleKey.description, value: .string($0.text))
    }
    return JSONWriter.text(.object(JSONObject([bundle].compactMap(\.self) + others)), pretty: true)
      + "\n"
  }

  /// Returns the name of that file, made of the app's name and the number: letters, digits, `-`,
  /// `_` and single dots, so that it is neither a path nor an option and needs no quotes in a
  /// shell.
  static func fileName(app: String, _ push: PushReference) -> String {
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
    return (name.isEmpty ? "push" : name) + "-\(push.text.trimmingPrefix("#")).apns"
  }

  // MARK: Copying

  /// Returns the text of a part; nil if the push does not have it. Only the payload is copied byte
  /// for byte: pasted into a terminal, a control character is a key.
  func text(of part: CopiedPart, on device: Phone, endpoint: String) -> String? {
    switch part {
    case .payload where truncation != nil: nil
    case .payload: push.body.isEmpty ? nil : String(decoding: push.body, as: UTF8.self)
    case .id: push.apnsID.map { PlainText.clean($0.text) }
    case .token: push.token.map(PlainText.clean)
    case .curl: curl(endpoint, token: push.token == DeviceToken.local.hex ? nil : "$TOKEN")
    case .curlWithToken: curl(endpoint, token: nil)
    case .authorization: authorization.map(PlainText.clean)
    case .text: PlainText.cleanLines(visibleText(on: device))
    }
  }

  private var authorization: String? {
    guard case .rejected(let push) = push else { return nil }
    return push.fields.last { $0.name == PushHeaders.Name.authorization }?.value
  }

  /// Returns the visible text: that of the push, or the reason of its rejection.
  private func visibleText(on device: Phone) -> String {
    switch push {
    case .entry(let record):
      let notification = device.notification(record.notification.id) ?? record.notification
      let text = device.visibleText(of: notification)
      return [text.title, text.subtitle, text.body].compactMap(\.self).joined(separator: "\n")
    case .rejected(let push):
      return [push.headline, push.because, push.fix].joined(separator: "\n")
    }
  }

  /// Returns a shell command that sends the push here again, without control characters; nil if the
  /// push was not an HTTP request. `token` replaces the push's token and is expanded by the shell.
  private func curl(_ endpoint: String, token: String?) -> String? {
    guard !path.isEmpty, truncation == nil else { return nil }
    let base = "http://\(endpoint)"
    if case .entry(let record) = push, let request = record.delivery.payload.fcmRequest {
      let address = base + FCMRequest.path(of: "pushinbox")
      return ["curl", "--data-raw", Quoting.singleQuoted(request), Quoting.singleQuoted(address)]
        .joined(separator: " ")
    }
    let own = "/3/device/" + (push.token ?? "")
    let address =
      token.flatMap { path == own ? ["\"\(base)/3/device/\($0)\""] : nil }
      ?? Self.address(of: path, at: base)
    let headers = fields.map {
      // A header must be one line, whatever the push line contains.
      "-H " + Quoting.singleQuoted(PlainText.clean("\($0.name): \($0.value)"))
    }
    // HTTP/2 permits no other paths (RFC 9113 §8.3.1).
    let curl = path.utf8.first == UInt8(ascii: "/") ? "curl --http2-prior-knowledge" : "curl"
    let start =
      if let text = pasteableBody {
        "\(curl) --data-raw \(Quoting.singleQuoted(text))"
      } else {
        "printf \(Quoting.printfFormat(push.body)) | \(curl) --data-binary @-"
      }
    return ([start] + headers + address).joined(separator: " ")
  }

  /// Returns the words with which `curl` sends a request for a path to this inbox. In a URL, `@` or
  /// `.` at the beginning of the path would name another host, `[1-9]` and `{a,b}` make several
  /// requests, and `/..` leaves a part out: such a path is sent unchanged by `--request-target`
  /// (curl(1)).
  private static func address(of path: String, at base: String) -> [String] {
    let path = PlainText.clean(path)
    let isPlain =
      path.utf8.first == UInt8(ascii: "/") && !path.contains("/.")
      && path.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122: true
        default: "%-./:_".utf8.contains($0)
        }
      }
    return isPlain
      ? [Quoting.singleQuoted(base + path)]
      : ["--request-target", Quoting.singleQuoted(path), Quoting.singleQuoted(base + "/")]
  }

  /// The body as text; nil if it is not UTF-8 or has control characters. Pasted into a terminal
  /// these would be keys: `^C` would end the line inside a quote.
  private var pasteableBody: String? {
    String(validating: push.body, as: UTF8.self).flatMap { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
  }
}
