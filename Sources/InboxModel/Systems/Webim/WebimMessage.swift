import Foundation

/// A data message of the Webim support chat (`docs/systems/webim.md`): keys from which the app's
/// SDK shows a notification, or removes one.
public struct WebimMessage: Equatable, Sendable {
  /// The kind of a message. Its word is also the key of its text.
  public enum Kind: String, Sendable, CaseIterable {
    /// An operator sent a message.
    case message = "P.OM"
    /// An operator sent a file.
    case file = "P.OF"
    /// An operator requests contact data.
    case contactRequest = "P.CR"
    /// An operator accepted the chat.
    case accepted = "P.OA"
    /// The visitor is asked to rate the operator.
    case rating = "P.RO"
    /// An operator sent a widget.
    case widget = "P.WM"
  }

  /// The operation of a message.
  public enum Event: String, Sendable, CaseIterable {
    /// Shows the message.
    case add
    /// Removes the notification of the message.
    case remove = "del"
  }

  /// The kind of the message.
  public var kind: Kind
  /// The operation.
  public var event: Event
  /// `params`: the arguments of the text, in order.
  public var parameters: [String] = []
  /// `message.clientSideId`, 1 to 64 bytes; nil without `message`.
  public var id: String?
  /// `message.avatar`: a path on the sender's server (WEB-31); nil for none.
  public var avatar: String?
  /// `message.ts`; nil for none.
  public var sentAt: Date?
  /// The file that `message.text` describes; nil for none.
  public var file: File?

  /// A file as described by the chat.
  public typealias File = AppMessage.File

  /// The size of a picture in pixels.
  public typealias PictureSize = AppMessage.PictureSize

  /// The app of a message whose line names none.
  static let app: BundleID = "com.example.webim"

  /// The maximum length of an identifier in bytes: that of a collapse identifier.
  static let maximumIDLength = 64
}

extension WebimMessage.Kind {
  /// The number of arguments that its text needs.
  var parameterCount: Int {
    switch self {
    case .message, .file: 2
    case .accepted: 1
    case .contactRequest, .rating, .widget: 0
    }
  }

  /// The required `kind` of its `message`; nil if none is required.
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
  /// The text, from the app's strings.
  var alert: Alert {
    var alert = Alert()
    alert.body = .localized(key: kind.rawValue, arguments: parameters)
    return alert
  }

  /// Remarks beside the text, for people: half a sentence, possibly empty.
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
  /// The name of the system.
  static let webim = "Webim"

  /// Makes the app message of a parsed Webim message.
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
