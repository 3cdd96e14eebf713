import Foundation
import InboxModel

/// A kept push in other forms: to be sent again, saved, copied.
struct PushExport {
  let push: StoredPush

  init(_ push: StoredPush) {
    self.push = push
  }

  /// Why the body is not the whole that came, in a few words; nil where it is.
  var truncation: String? {
    guard case .rejected(let rejected) = push else { return nil }
    return rejected.truncation
  }

  // MARK: To be sent again

  /// The sender of a copy, for people.
  var client: String { "sent again from \(push.name.text)" }

  /// The same push once more, for the gateway: a new apns-id, and as long to live as the first one had.
  ///
  /// - Throws: why a line is no push.
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
    case .entry(let record): "/3/device/" + record.delivery.token.hex
    case .rejected(let push): push.path
    }
  }

  /// The headers of the push service as they came.
  var fields: [HeaderField] {
    switch push {
    case .entry(let record): fields(at: record.delivery.receivedAt)
    case .rejected(let push): push.fields.filter { $0.name.hasPrefix("apns-") }
    }
  }

  /// The headers that are sent again.
  private func fields(at moment: Date) -> [HeaderField] {
    guard case .entry(let record) = push else { return fields }
    let (delivery, headers) = (record.delivery, record.delivery.headers)
    var fields = [HeaderField(PushHeaders.Name.topic, delivery.topic)]
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

  // MARK: To be edited

  /// The text for the editor, as ``PushForm`` reads it: path, headers and body, but for the provider token,
  /// which is a secret and not asked of a push from here. A body that is no JSON stands there as it came.
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

  // MARK: To be saved

  /// The file `xcrun simctl push` takes (Apple, "Generating a remote notification"); nil for what is no payload.
  var simulatorFile: String? {
    guard case .object(let payload)? = try? JSONReader.read(push.body).root else { return nil }
    let others = payload.members.filter { $0.key != SimulatorFile.bundleKey.description }
    let bundle = push.app.map {
      JSONObject.Member(key: SimulatorFile.bundleKey.description, value: .string($0.text))
    }
    return JSONWriter.text(.object(JSONObject([bundle].compactMap(\.self) + others)), pretty: true)
      + "\n"
  }

  /// A name for that file made of the app's name and the number: letters, digits, `-`, `_` and single dots,
  /// so that it is no path, no option and nothing a shell would read otherwise.
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

  // MARK: To be copied

  /// The text of a part; nil when there is no such part.
  func text(of part: CopiedPart, on device: Phone, endpoint: String) -> String? {
    switch part {
    case .payload where truncation != nil: nil
    case .payload: push.body.isEmpty ? nil : String(decoding: push.body, as: UTF8.self)
    case .id: push.apnsID?.text
    case .token: push.token
    case .curl: curl(endpoint, token: push.token == DeviceToken.local.hex ? nil : "$TOKEN")
    case .curlWithToken: curl(endpoint, token: nil)
    case .authorization: authorization
    case .text: visibleText(on: device)
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

  /// Returns a line for a shell that sends the push here again, without control characters; nil if
  /// the push was no request. `token` stands in the place of its own, and is for the shell to fill
  /// in.
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
      // A header is one line, whatever a push line wrote there.
      "-H " + Quoting.singleQuoted(PlainText.clean("\($0.name): \($0.value)"))
    }
    // HTTP/2 carries no other paths (RFC 9113 §8.3.1).
    let curl = path.utf8.first == UInt8(ascii: "/") ? "curl --http2-prior-knowledge" : "curl"
    let start =
      if let text = pasteableBody {
        "\(curl) --data-raw \(Quoting.singleQuoted(text))"
      } else {
        "printf \(Quoting.printfFormat(push.body)) | \(curl) --data-binary @-"
      }
    return ([start] + headers + address).joined(separator: " ")
  }

  /// Returns the words with which `curl` sends a request for a path to this inbox. In a URL, `@` or `.` at
  /// the beginning of the path would name another host, `[1-9]` and `{a,b}` make several requests, and `/..`
  /// leaves a part out: such a path is sent unchanged by `--request-target` (curl(1)).
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
  /// those are keys: `^C` ends the line in the middle of a quote.
  private var pasteableBody: String? {
    String(validating: push.body, as: UTF8.self).flatMap { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
  }
}
