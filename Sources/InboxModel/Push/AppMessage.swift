/// A data message for the app itself, of which the app makes a notification, or takes one back: what a push
/// system reads of the keys beside `aps`.
public struct AppMessage: Equatable, Sendable {
  /// The effect of a message.
  public enum Operation: Equatable, Sendable {
    /// The app shows a notification.
    case show
    /// The app takes back what it shows of it.
    case remove
    /// The app makes nothing of it, for a reason that people read.
    case ignore(because: String)
  }

  /// The push system it belongs to, for people.
  public var system: String
  /// The operation that the app performs.
  public var operation: Operation
  /// The kind: the key of its text and the category of its notification; empty for a message that is ignored.
  public var kind: String
  /// The identifier by which it is replaced and taken back; nil where it has none.
  public var id: String?
  /// A file that it announces.
  public var file: File?
  /// Its further contents for people: half a sentence, empty for none.
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

  /// A file as its sender describes it.
  public struct File: Equatable, Sendable {
    /// Its length in bytes.
    public var size: Int?
    /// The size of its picture.
    public var picture: PictureSize?
    /// Whether it is a voice message.
    public var isVoice = false
    /// Its type, found by inspection.
    public var contentType: String?
  }

  /// The size of a picture in pixels, 1 or more each.
  public struct PictureSize: Equatable, Sendable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int
  }
}

extension Payload {
  /// The data message for the app that it is; nil for one that the app ignores.
  var message: AppMessage? {
    guard let message = self.appMessage?.wrappedValue else { return nil }
    if case .ignore = message.operation { return nil }
    return message
  }
}
