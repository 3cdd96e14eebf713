import Foundation

/// A request to the Expo push service as read, valid or not (Expo, "Send notifications with the
/// Expo Push Service").
public struct ExpoRequest: Equatable, Sendable {
  /// A valid request.
  public enum Content: Equatable, Sendable {
    /// Messages to send. With `isSingle` one message to one recipient, not in an array, so that the
    /// response has one ticket instead of an array.
    case send([ExpoMessage], isSingle: Bool)
    /// The identifiers of tickets whose receipts are requested.
    case receipts([String])
  }

  /// The content, or the error of the whole request.
  public var content: Result<Content, ExpoError>

  /// The path of messages.
  public static let sendPath = "/--/api/v2/push/send"
  /// The path of receipts.
  public static let receiptsPath = "/--/api/v2/push/getReceipts"

  /// The maximum number of notifications in a request.
  static let limit = 100
  /// The maximum number of receipts in a request.
  static let receiptLimit = 1000

  /// Returns whether Expo handles a path.
  public static func isMeant(by path: String) -> Bool { path.hasPrefix("/--/api/") }

  /// Parses a request.
  public init(method: String = "POST", path: String, body: [UInt8]) {
    do throws(ExpoError) {
      content = .success(try Self.content(method: method, path: path, body))
    } catch {
      content = .failure(error)
    }
  }

  /// Makes a request whose body cannot be read.
  public init(failure error: ExpoError) {
    content = .failure(error)
  }

  private static func content(
    method: String, path: String, _ body: [UInt8]
  ) throws(ExpoError) -> Content {
    guard method == "POST", path == sendPath || path == receiptsPath else {
      throw ExpoError(
        .notFound, "\(quoted(method + " " + path)) is not a request of the Expo push service.",
        fix: "Send POST \(sendPath) or POST \(receiptsPath).")
    }
    guard body.count <= PushRequest.bodyLimit else {
      throw .invalid(
        "The body has more than \(PushRequest.bodyLimit) bytes.",
        fix: "Send fewer messages in a request.")
    }
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(body).root
    } catch {
      throw .invalid(
        "The body is not JSON: line \(error.line), column \(error.column): \(error.problem).",
        fix: "Send one message object or an array of them.")
    }
    return path == sendPath ? try messages(root) : .receipts(try identifiers(root))
  }

  private static func messages(_ root: JSONValue) throws(ExpoError) -> Content {
    let values = root.array ?? [root]
    guard !values.isEmpty else {
      throw .invalid("The array has no message.", fix: "Send at least one message.")
    }
    var messages: [ExpoMessage] = []
    for value in values { messages.append(try ExpoMessage(value)) }
    let count = messages.reduce(0) { $0 + $1.recipients.count }
    guard count <= limit else {
      throw ExpoError(
        .tooManyNotifications,
        "The request has \(count) notifications; the limit is \(limit).",
        fix: "Send at most \(limit) in a request; each recipient counts.")
    }
    return .send(messages, isSingle: root.object.map { $0["to"]?.string != nil } ?? false)
  }

  private static func identifiers(_ root: JSONValue) throws(ExpoError) -> [String] {
    guard let values = root.object?["ids"]?.array, values.allSatisfy({ $0.string != nil }) else {
      throw .invalid(
        "\"ids\" must be a list of strings.", fix: "Send {\"ids\":[…]} with the ids of tickets.")
    }
    guard values.count <= receiptLimit else {
      throw ExpoError(
        .tooManyReceipts,
        "The request has \(values.count) receipts; the limit is \(receiptLimit).",
        fix: "Ask for at most \(receiptLimit) in a request.")
    }
    return values.compactMap(\.string)
  }
}

extension ExpoRequest: GuestRequest {
  /// The wire format.
  public static var wire: Origin.Wire { .expo }

  /// Returns the identifier of the first ticket.
  public func answeredID(of request: PushRequest) -> APNSID { request.freshID }
}

extension PushRequest {
  /// The request to the Expo push service; nil for all other pushes.
  public var expo: ExpoRequest? { self.guest?.wrappedValue.value as? ExpoRequest }
}

extension Origin.Wire {
  /// The Expo push service.
  public static var expo: Origin.Wire { Origin.Wire(name: "expo") }
}
