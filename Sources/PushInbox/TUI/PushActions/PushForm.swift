import Foundation
import InboxModel

/// A push as a text for an editor: headers, a blank line and the body, as in HTTP.
///
/// The first line may be `POST` and the path; without it the push has the phone's own token. Lines
/// that begin with `#` before the body are comments. A body without headers is a file or push line
/// as `ingest` reads it.
struct PushForm: Equatable, Sendable {
  /// An error in the text.
  struct Problem: Error, Equatable {
    /// The line and column, from 1.
    var line: Int
    var column: Int?
    var words: String

    /// The error with its position: `line 3, column 14: …`.
    var sentence: String {
      "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " + words
    }
  }

  /// The text as it was written.
  let text: String
  /// The path of the request; nil if no line names it.
  private(set) var path: String?
  private(set) var fields: [HeaderField] = []
  /// The body; JSON without unnecessary blanks.
  private(set) var body: [UInt8] = []

  /// Parses a text.
  init(_ text: String) throws(Problem) {
    self.text = text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var bodyLine: Int?
    for (place, line) in lines.enumerated() where bodyLine == nil {
      if line.hasPrefix("#") { continue }
      let isFirst = path == nil && fields.isEmpty
      if line.allSatisfy(\.isWhitespace) {
        bodyLine = place + 1
      } else if isFirst, line.hasPrefix("{") {
        bodyLine = place
      } else if isFirst, line.hasPrefix("POST ") {
        path = try Self.path(in: line, line: place + 1)
      } else {
        fields.append(try Self.field(in: line, line: place + 1))
      }
    }
    let start = bodyLine ?? lines.count
    let written = lines.dropFirst(start).joined(separator: "\n")
    guard !written.allSatisfy(\.isWhitespace) else {
      throw Problem(line: lines.count, words: "there is no payload; write it after a blank line")
    }
    do throws(JSONError) {
      body = Array(JSONWriter.text(try JSONReader.read(Array(written.utf8)).root).utf8)
    } catch {
      throw Problem(line: start + error.line, column: error.column, words: error.problem)
    }
  }

  private static func path(in line: Substring, line number: Int) throws(Problem) -> String {
    let words = line.split(separator: " ")
    guard (2...3).contains(words.count), words.count == 2 || words[2].hasPrefix("HTTP/"),
      !words[1].unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem(line: number, words: "write `POST /3/device/TOKEN`")
    }
    return String(words[1])
  }

  private static func field(in line: Substring, line number: Int) throws(Problem) -> HeaderField {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
    guard parts.count == 2, !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      throw Problem(
        line: number,
        words: "this is not a header; write `name: value`, and a blank line before the payload")
    }
    let value = parts[1].trimmingCharacters(in: .whitespaces)
    guard !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Problem(
        line: number, words: "`\(name)` has a control character in its value; remove it")
    }
    return HeaderField(name, value)
  }

  /// Whether a byte may occur in the name of a header (RFC 9110 §5.6.2).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  // MARK: Writing

  private static let remark =
    "# Headers, a blank line, the payload. Save to send. An unchanged or empty text is not sent."

  /// Returns the text for an editor.
  static func text(path: String? = nil, _ fields: [HeaderField], body: String) -> String {
    let own = "/3/device/" + DeviceToken.local.hex
    let post = path.flatMap { $0.isEmpty || $0 == own ? nil : ["POST \(PlainText.clean($0))"] }
    // A header must be one line, whatever the push line contains.
    let headers = fields.map { PlainText.clean("\($0.name): \($0.value)") }
    return ([remark] + (post ?? []) + headers + ["", body]).joined(separator: "\n")
  }

  /// The text of a new push.
  static let template = text(
    [
      HeaderField(PushHeaders.Name.topic, "com.example.demo"),
      HeaderField(PushHeaders.Name.pushType, PushType.alert.rawValue),
      HeaderField(PushHeaders.Name.priority, "10"),
    ],
    body: """
      {
        "aps": {
          "alert": {
            "title": "Title",
            "body": "Text"
          },
          "sound": "default"
        }
      }
      """)

  // MARK: Sending

  /// Returns the push for the gateway.
  ///
  /// - Parameters:
  ///   - name: The name of the text, for people.
  ///   - client: The sender, for people.
  /// - Throws: The reason why a body without headers is not a push.
  func request(
    name: String, client: String, at moment: Date, freshID: APNSID
  ) throws(RejectedRequest) -> PushRequest {
    guard path != nil || !fields.isEmpty else {
      var request = try SimulatorFile.request(
        from: body, name: name, receivedAt: moment, freshID: freshID)
      request.origin.client = client
      return request
    }
    return PushRequest(
      by: client, path: path ?? "/3/device/" + DeviceToken.local.hex, fields: fields, body: body,
      at: moment, freshID: freshID)
  }
}

extension PushRequest {
  /// Creates a push that was written at the terminal; an FCM message if its path is FCM's.
  init(
    by client: String, path: String, fields: [HeaderField], body: [UInt8], at moment: Date,
    freshID: APNSID
  ) {
    let origin = Origin(wire: .line, transport: "key", client: client)
    if FCMRequest.isMeant(by: path) {
      self.init(
        FCMRequest(path: path, body: body), path: path, fields: fields, body: body,
        origin: origin, receivedAt: moment, freshID: freshID)
    } else {
      self.init(
        path: path, fields: fields, body: body, origin: origin, receivedAt: moment,
        freshID: freshID)
    }
  }
}
