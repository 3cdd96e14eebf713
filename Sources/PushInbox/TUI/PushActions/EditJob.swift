import InboxModel

/// A text for the person's editor.
struct EditJob: Equatable, Sendable {
  enum Subject: Hashable, Sendable {
    /// The draft of an answer.
    case reply(AnswerName)
    /// A push, to be sent again.
    case push(PushReference)
    /// A new push.
    case compose
  }

  let subject: Subject
  var text: String
  /// The text without the person's work: saved as this, nothing is sent.
  var original: String

  /// - Parameter original: nil for the text itself.
  init(subject: Subject, text: String, original: String? = nil) {
    self.subject = subject
    self.text = text
    self.original = original ?? text
  }

  /// The name of its file: editors highlight by the ending.
  var fileName: String {
    switch subject {
    case .reply: "reply.txt"
    case .push(.entry(let id)): "push-\(id.rawValue).http"
    case .push(.rejected(let number)): "refused-\(number).http"
    case .compose: "push.http"
    }
  }
}

/// The text that an editor returned.
enum EditedText: Equatable, Sendable {
  case text(String)
  /// Why nothing can be taken: a sentence.
  case problem(String)

  /// The most bytes that are read back.
  static let limit = 1 << 20

  /// Creates a text from the bytes of a file, with line feeds as line ends; the final line feed is removed.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit else {
      self = .problem("what the editor left is over 1 MiB")
      return
    }
    guard !bytes.contains(0) else {
      self = .problem("what the editor left is no text: there is a NUL byte in it")
      return
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      self = .problem("what the editor left is not UTF-8")
      return
    }
    text.replace("\r\n", with: "\n")
    if text.last == "\n" { text.removeLast() }
    self = .text(text)
  }
}
