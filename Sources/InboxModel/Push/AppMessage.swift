/// A data message that its app turns into a notification, or that withdraws one. A push system
/// builds it from the keys beside `aps`.
public struct AppMessage: Equatable, Sendable {
  /// The effect of a message.
  public enum Operation: Equatable, Sendable {
    /// The app shows a notification.
    case show
    /// The app removes the notification.
    case remove
    /// The app shows nothing; the reason is text for people.
    case ignore(because: String)
  }

  /// The name of the push system, for people.
  public var system: String
  /// The operation that the app performs.
  public var operation: Operation
  /// The kind, which selects the message's text and the category of its notification; empty for an
  /// ignored message.
  public var kind: String
  /// The identifier under which the message is replaced or withdrawn; nil if it has none.
  public var id: String?
  /// The file that the message announces; nil for none.
  public var file: File?
  /// Further contents for people: half a sentence, empty for none.
  public var remarks: String

  /// Makes a message.
  init(
    system: String, operation: Operation, kind: String = "", id: String? = nil, file: File? = nil,
    remarks: String = ""
  ) {
    self.system = system
    self.operation = operation
    self.kind = kind
    self.id = id
    self.file = file
    self.remarks = remarks
  }

  /// A file, described by its sender.
  public struct File: Equatable, Sendable {
    /// Its length in bytes; nil if unknown.
    public var size: Int?
    /// The size of its picture; nil if it is not a picture.
    public var picture: PictureSize?
    /// Whether it is a voice message.
    public var isVoice = false
    /// Its content type, found by inspection; nil if unknown.
    public var contentType: String?
  }

  /// The size of a picture in pixels, 1 or more each.
  public struct PictureSize: Equatable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
  }
}

extension Payload {
  /// The push's data message; nil if there is none or the app ignores it.
  var message: AppMessage? {
    guard let message = self.appMessage?.wrappedValue else { return nil }
    if case .ignore = message.operation { return nil }
    return message
  }
}
