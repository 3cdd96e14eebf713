import Foundation
import InboxModel

/// The text about a rejected push.
struct RequestText {
  /// The rejected push as it is in the list.
  let push: RejectedRequest
  /// The rejected push with body and headers; nil while it is loaded, or when it is no longer
  /// stored.
  let whole: RejectedRequest?
  /// The listed pushes with the same reason, and the number of rows in the list.
  let same: (group: RejectedGroup, of: Int)
  let clock: ScreenClock
  let width: Int
  let symbols: Symbols
  /// The command line that addresses this inbox.
  let invocation: Invocation

  // MARK: Explanation

  /// Writes why the push was rejected and how to correct it; the remark is beside the reason.
  func explain(to page: inout PageText, remark: String = "") {
    var head = StyledLine(SanitizedText(push.headline, limit: 400), Palette.failure)
    if !remark.isEmpty { head.append(SanitizedText(remark), .dim) }
    page.add(head)
    page.field("Because", push.because)
    page.field("Fix", invocation.completed(push.fix), style: .bold)
    largest(to: &page)
    page.field("Response", answer)
    if let request { page.field("Push", request) }
    if let key = whole?.keyID { page.field("Key", "\(key)") }
    page.field("Received", way)
    page.field("Count", others)
  }

  /// The topic, token and size of the push; nil for a request without a path.
  private var request: String? {
    guard !push.path.isEmpty else { return nil }
    let topic = push.fields.last { $0.name == PushHeaders.Name.topic }?.value
    let token = push.token.map { token in
      token == DeviceToken.local.hex ? "the phone’s own token" : "token \(token)"
    }
    return [
      "\(Words.number(push.size)) B", topic.map { "topic \($0)" } ?? "no topic",
      token ?? "no token",
    ].joined(separator: "  ")
  }

  /// Writes the largest fields, if the payload was too large.
  private func largest(to page: inout PageText) {
    guard push.reason == RejectionReason.payloadTooLarge.rawValue, let body = whole?.body
    else { return }
    guard let value = try? JSONReader.read(body).root else { return }
    for (number, field) in FieldSizes.largest(3, of: value).enumerated() {
      // Without the quotes of texts, as in the sentence of the rejection.
      let bytes = field.characters == nil ? field.bytes : field.bytes - 2
      let characters = field.characters.map { $0 < bytes ? $0 : nil } ?? nil
      let remark = characters.map { ", \(Words.number($0)) characters" } ?? ""
      page.field(number == 0 ? "Largest" : "", "\(field.path)  \(Words.number(bytes)) B\(remark)")
    }
  }

  private var others: String {
    let group = same.group
    guard group.count > 1, let first = group.newestFirst.last, let last = group.newestFirst.first
    else {
      return same.of == 1
        ? "the only rejected request" : "the only one of \(same.of) with this reason"
    }
    return "\(group.count) of \(same.of) have this reason, the first at "
      + "\(clock.precise(first.at)), the last at \(clock.precise(last.at))"
  }

  /// The response to the sender.
  private var answer: String {
    switch (push.origin.wire, push.status) {
    case (.line, _): "none: only requests over the network get one"
    case (.tls, _): "none: the handshake failed"
    case (.h2, nil) where push.origin.stream > 0:
      "none: the stream was closed; the connection continued"
    case (_, nil): "none: the connection was closed"
    case (.legacy, let status?): "an error packet, status \(status), and the end of the connection"
    case (_, let status?):
      "\(status) \(answerBody)" + (push.apnsID.map { "  apns-id \($0)" } ?? "")
    }
  }

  /// The body of the response: Apple's JSON, or a sentence for anything but a push.
  private var answerBody: String {
    if let body = (whole ?? push).answerBody { return body }
    return "with the cause " + (push.isOfICQ ? "as JSON" : "as a line of text")
  }

  private var way: String {
    let origin = push.origin
    var words = [
      clock.precise(push.at),
      origin.wire == .tls ? origin.transport : "\(origin.wire.rawValue) \(origin.transport)",
    ]
    if origin.connection > 0 {
      words.append(
        "connection \(origin.connection)" + (origin.stream > 0 ? ", stream \(origin.stream)" : ""))
    }
    if let client = origin.client { words.append(client) }
    return words.joined(separator: "  ")
  }

  // MARK: Request

  /// Writes the request: the request line, the headers as stored, the body.
  func request(to page: inout PageText) {
    guard let whole else {
      page.text("loading", style: .dim)
      return
    }
    if !whole.path.isEmpty { page.text("POST \(whole.path)", hanging: 2, style: .bold) }
    for field in whole.fields {
      page.text("\(field.name): \(Self.shown(field))", hanging: 2)
    }
    if !whole.path.isEmpty || !whole.fields.isEmpty { page.blank() }
    body(of: whole, to: &page)
  }

  /// Writes that the body above is incomplete, if it is.
  private func addTruncation(_ whole: RejectedRequest, to page: inout PageText) {
    guard let truncation = whole.truncation else { return }
    page.blank()
    page.text("\(symbols.ellipsis.text) \(truncation)", style: .dim)
  }

  private func body(of whole: RejectedRequest, to page: inout PageText) {
    let bytes = whole.body
    defer { addTruncation(whole, to: &page) }
    if let value = try? JSONReader.read(bytes).root {
      for line in FoldedJSON(value, width: width, symbols: symbols).lines { page.add(line.line) }
    } else {
      for line in RawText.lines(of: bytes, width: width) { page.add(line) }
    }
  }

  /// Returns a header field with its credentials hidden.
  private static func shown(_ field: HeaderField) -> String {
    guard ["authorization", "proxy-authorization", "cookie"].contains(field.name) else {
      return field.value
    }
    return "\(field.value.prefix(16))… (masked)"
  }

  /// Writes the lint findings other than the reason of the rejection.
  private func lint(to page: inout PageText) {
    let findings = whole.map(Lint.findings) ?? []
    guard !findings.isEmpty else { return }
    page.heading("LINT")
    for finding in findings { page.add(finding) }
  }

  /// Returns the lines of a tab.
  func lines(_ tab: RequestPage.Tab) -> [StyledLine] {
    var page = PageText(width: width)
    guard tab == .request else {
      for line in RawText.lines(of: whole?.body ?? [], width: width) { page.add(line) }
      if let whole { addTruncation(whole, to: &page) }
      return page.lines
    }
    explain(to: &page)
    page.heading("REQUEST  \(Words.number(push.size)) B")
    request(to: &page)
    lint(to: &page)
    return page.lines
  }
}

extension RejectedRequest {
  /// The status and the reason, `413 PayloadTooLarge`; only the reason if there was no status.
  var headline: String { (status.map { "\($0) " } ?? "") + reason }
}

extension PageContext {
  /// Returns the text about a rejected push; nil if it is neither in the list nor loaded.
  func requestText(_ number: Int, width: Int) -> RequestText? {
    let list = records.rejected
    let whole = list.detail.flatMap { $0.number == number ? $0 : nil }
    let rows = list.rows.elements
    guard let push = rows.last(where: { $0.number == number }) ?? whole else { return nil }
    return RequestText(
      push: push, whole: whole,
      same: (list.group(of: push.reason), max(rows.count, 1)),
      clock: clock, width: width, symbols: symbols, invocation: runtime.invocation)
  }
}
