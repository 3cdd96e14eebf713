extension Payload {
  /// The highest position: beyond it a sender's JSON may not mean the number it shows.
  static let lastPosition = 1 << 53

  private static let queueKey = "xiva"
  private static let positionKey = "notificationPosition"
  private static let hashKey = "deviceIdHash"

  private var queueFields: JSONObject? { self.custom[Self.queueKey]?.object }

  /// The position of the push in its queue.
  public var queueMark: QueueMark {
    guard let value = self.custom[Self.queueKey] else { return .none }
    guard let position = value.object?[Self.positionKey]?.int,
      (1...Self.lastPosition).contains(position)
    else { return .unreadable }
    return .position(position, deviceHash: value.object?[Self.hashKey]?.string)
  }

  /// Whether its sender has numbered it: then no queue of ours does.
  var isNumbered: Bool { queueFields?[Self.positionKey] != nil }

  /// The account and the folder the push is about, as its sender says.
  var queueAddress: (account: String?, folder: String?) {
    (queueFields?["account"]?.string, queueFields?["folder"]?.string)
  }

  /// The payload with its place in a queue; it goes through the app's extension, which reads that.
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

  /// The payload with nothing but this for a text.
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

/// The mark of a numbered queue in a push, the key `xiva` beside `aps` (`docs/queue.md`).
public enum QueueMark: Equatable, Sendable {
  /// There is none: the push does not come from a queue.
  case none
  /// There is one, and no position in it that could be one.
  case unreadable
  /// The place in the queue, from 1, and the hash of the device the push was numbered for.
  case position(Int, deviceHash: String?)
}

/// The short form of a device's identifier by which a push says whom it was numbered for: FNV-1a of
/// 32 bits, eight hex digits (Fowler, Noll, Vo).
enum DeviceHash {
  static func text(_ device: PhoneID) -> String {
    let hash = device.text.utf8.reduce(UInt32(2_166_136_261)) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
