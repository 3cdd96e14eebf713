import Foundation

/// A data message of the Webim support chat (`docs/systems/webim.md`): keys for the app, of which
/// its SDK makes a notification, or takes one back.
public struct WebimMessage: Equatable, Sendable {
  /// The kind of the message; the word is the key of its text as well.
  public enum Kind: String, Sendable, CaseIterable {
    /// An operator sent a message.
    case message = "P.OM"
    /// An operator sent a file.
    case file = "P.OF"
    /// An operator asks for contact data.
    case contactRequest = "P.CR"
    /// An operator took the chat.
    case accepted = "P.OA"
    /// Please rate the operator.
    case rating = "P.RO"
    /// An operator sent a widget.
    case widget = "P.WM"
  }

  /// The operation.
  public enum Event: String, Sendable, CaseIterable {
    /// Show it.
    case add
    /// Take back what is shown of it.
    case remove = "del"
  }

  /// The kind of the message.
  public var kind: Kind
  /// The operation.
  public var event: Event
  /// `params`: what fills the text, in this order.
  public var parameters: [String] = []
  /// `message.clientSideId`, 1 to 64 bytes; nil where there is no `message`.
  public var id: String?
  /// `message.avatar`: a path on the sender's server (WEB-31).
  public var avatar: String?
  /// `message.ts`.
  public var sentAt: Date?
  /// The file that `message.text` describes.
  public var file: File?

  /// A file as the chat describes it.
  public typealias File = AppMessage.File

  /// The size of a picture in pixels.
  public typealias PictureSize = AppMessage.PictureSize

  /// The app of a message whose line names none.
  static let app: BundleID = "com.example.webim"

  /// The most bytes of an identifier: those of a collapse identifier.
  static let longestID = 64
}

extension WebimMessage.Kind {
  /// The number of parameters that its text needs.
  var parameterCount: Int {
    switch self {
    case .message, .file: 2
    case .accepted: 1
    case .contactRequest, .rating, .widget: 0
    }
  }

  /// The `kind` of the `message` it has to come with; nil where none has to.
  var messageKind: String? {
    switch self {
    case .message: "operator"
    case .file: "file_operator"
    case .contactRequest: "cont_req"
    case .accepted, .rating, .widget: nil
    }
  }

  static let words = allCases.map(\.rawValue).joined(separator: ", ")
}

extension WebimMessage {
  /// The text, in the words of the app's strings.
  var alert: Alert {
    var alert = Alert()
    alert.body = .localized(key: kind.rawValue, arguments: parameters)
    return alert
  }

  /// The remarks besides its text, for people: half a sentence, which may be empty.
  var remarks: String {
    var remarks = ""
    if let sentAt { remarks += ", written \(Timestamp.text(sentAt))" }
    if let avatar, !avatar.isEmpty {
      let isPath = avatar.hasPrefix("/")
      remarks += ", picture \(cut(avatar))" + (isPath ? " on the server of its sender" : "")
    }
    return remarks
  }
}

extension AppMessage {
  /// The system's name in ``system``.
  static let webim = "Webim"

  /// The reading of keys that announce a message of Webim, as the phone needs it.
  init(_ reading: WebimReading) {
    guard let message = reading.message else {
      self.init(system: Self.webim, operation: .ignore(because: reading.fault ?? ""))
      return
    }
    self.init(
      system: Self.webim, operation: message.event == .add ? .show : .remove,
      kind: message.kind.rawValue, id: message.id, file: message.file, remarks: message.remarks)
  }
}
