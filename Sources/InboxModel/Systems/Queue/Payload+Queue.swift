extension Payload {
  /// The maximum sequence number: larger numbers lose precision in JSON.
  static let lastPosition = 1 << 53

  private static let queueKey = "xiva"
  private static let positionKey = "notificationPosition"
  private static let hashKey = "deviceIdHash"

  private var queueFields: JSONObject? { self.custom[Self.queueKey]?.object }

  /// The sequence number of the push.
  public var queueMark: QueueMark {
    guard let value = self.custom[Self.queueKey] else { return .none }
    guard let position = value.object?[Self.positionKey]?.int,
      (1...Self.lastPosition).contains(position)
    else { return .unreadable }
    return .position(position, deviceHash: value.object?[Self.hashKey]?.string)
  }

  /// Whether its sender has numbered it, so that this gateway does not.
  var isNumbered: Bool { queueFields?[Self.positionKey] != nil }

  /// The account and the folder of the push, as named by its sender; nil for absent ones.
  var queueAddress: (account: String?, folder: String?) {
    (queueFields?["account"]?.string, queueFields?["folder"]?.string)
  }

  /// Returns the payload with its sequence number, for the app's extension.
  func numbered(_ position: Int, deviceHash: String) -> Payload {
    rewritten { root in
      var fields = root[Self.queueKey]?.object ?? JSONObject()
      fields[Self.positionKey] = JSONValue(position)
      fields[Self.hashKey] = .string(deviceHash)
      root[Self.queueKey] = .object(fields)
      var aps = root["aps"]?.object ?? JSONObject()
      aps["mutable-content"] = 1
      root["aps"] = .object(aps)
    }
  }

  /// Returns the payload with only this text as its alert.
  func withText(_ text: String) -> Payload {
    rewritten { root in
      var aps = root["aps"]?.object ?? JSONObject()
      aps["alert"] = ["body": .string(text)]
      root["aps"] = .object(aps)
    }
  }

  private func rewritten(_ change: (inout JSONObject) -> Void) -> Payload {
    guard let document = try? JSONReader.read(bytes), var root = document.root.object else {
      return self
    }
    change(&root)
    var text: [UInt8] = []
    JSONWriter.append(.object(root), to: &text)
    guard case .success(let payload) = Payload.read(text) else { return self }
    return payload
  }
}

/// The queue fields of a push, the key `xiva` beside `aps` (`docs/reference/queue.md`).
public enum QueueMark: Equatable, Sendable {
  /// The key is absent: the push is not from a queue.
  case none
  /// The key is present, but has no valid sequence number.
  case unreadable
  /// The sequence number, from 1, and the hash of the device that it belongs to; nil if absent.
  case position(Int, deviceHash: String?)
}

/// The hash of a device identifier that names the addressee of a numbered push: 32-bit FNV-1a,
/// eight hex digits (Fowler, Noll, Vo).
enum DeviceHash {
  static func text(_ device: PhoneID) -> String {
    let hash = device.text.utf8.reduce(UInt32(2_166_136_261)) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
