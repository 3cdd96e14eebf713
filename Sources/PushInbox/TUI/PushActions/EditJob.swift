import InboxModel

/// A text for the user's editor.
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
  /// The text before the user's changes: if it is saved unchanged, nothing is sent.
  var original: String

  /// Makes a job that edits a text.
  ///
  /// - Parameter original: The text before changes; nil for `text`.
  init(subject: Subject, text: String, original: String? = nil) {
    self.subject = subject
    self.text = text
    self.original = original ?? text
  }

  /// The file name. Its extension lets editors highlight the text.
  var fileName: String {
    switch subject {
    case .reply: "reply.txt"
    case .push(.entry(let id)): "push-\(id.rawValue).http"
    case .push(.rejected(let number)): "rejected-\(number).http"
    case .compose: "push.http"
    }
  }
}

/// The text from the editor.
enum EditedText: Equatable, Sendable {
  case text(String)
  /// The reason why the text cannot be used.
  case problem(ScreenMessage)

  /// The maximum size of the text in bytes.
  static let limit = 1 << 20

  /// Creates a text from the bytes of a file, with line feeds as line ends; the final line feed is
  /// removed.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit else {
      self = .problem(.editedTextTooLong)
      return
    }
    guard !bytes.contains(0) else {
      self = .problem(.editedTextHasNUL)
      return
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      self = .problem(.editedTextIsNotUTF8)
      return
    }
    text.replace("\r\n", with: "\n")
    if text.last == "\n" { text.removeLast() }
    self = .text(text)
  }
}
