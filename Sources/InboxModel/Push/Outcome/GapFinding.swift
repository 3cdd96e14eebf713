/// The result of comparing a push's sequence number with those that arrived before it.
public enum GapFinding: Equatable, Sendable {
  /// Step 4: the key of the sequence number is present, but its value is invalid.
  case unreadable
  /// Step 5: the number belongs to another device.
  case otherDevice
  /// Step 6: the first push; counting starts here.
  case first
  /// Step 7: no push before it is missing.
  case inOrder
  /// Step 7: the push arrived after a later one, by this number of positions.
  case late(Int)
  /// Step 10: this number of pushes before it is missing and was requested.
  case gap(Int)
  /// Step 10: the request succeeded, and this number of pushes is sent again.
  case repeated(Int, coming: Int)
  /// Step 9: too many pushes are missing to request them.
  case tooMany(Int)
  /// Step 11: this number of pushes is missing, and the request failed.
  case failed(Int)
  /// Step 11: this number of pushes is missing, and the provider has none of them any more.
  case gone(Int)

  /// The number of missed pushes that replaces the push's text; nil for none.
  var replacement: Int? {
    switch self {
    case .tooMany(let missed), .failed(let missed), .gone(let missed): missed
    default: nil
    }
  }

  /// The number of pushes that are missing directly before the push; nil for none.
  var missing: Int? {
    switch self {
    case .gap(let missed), .repeated(let missed, _): missed
    default: replacement
    }
  }
}

/// The finding as JSON: `["gap",3]`
extension GapFinding: JSONField {
  private var words: (name: String, numbers: [Int]) {
    switch self {
    case .unreadable: ("unreadable", [])
    case .otherDevice: ("otherDevice", [])
    case .first: ("first", [])
    case .inOrder: ("inOrder", [])
    case .late(let by): ("late", [by])
    case .gap(let missed): ("gap", [missed])
    case .repeated(let missed, let coming): ("repeated", [missed, coming])
    case .tooMany(let missed): ("tooMany", [missed])
    case .failed(let missed): ("failed", [missed])
    case .gone(let missed): ("gone", [missed])
    }
  }

  func append(to bytes: inout [UInt8]) {
    let (name, numbers) = words
    JSONWriter.append(
      .array([.string(name)] + numbers.map { JSONValue($0) }), to: &bytes)
  }

  init?(json: JSONValue) {
    guard let parts = json.array, let name = parts.first?.string else { return nil }
    let numbers = parts.dropFirst().compactMap(\.int)
    switch (name, numbers.count) {
    case ("unreadable", 0): self = .unreadable
    case ("otherDevice", 0): self = .otherDevice
    case ("first", 0): self = .first
    case ("inOrder", 0): self = .inOrder
    case ("late", 1): self = .late(numbers[0])
    case ("gap", 1): self = .gap(numbers[0])
    case ("repeated", 2): self = .repeated(numbers[0], coming: numbers[1])
    case ("tooMany", 1): self = .tooMany(numbers[0])
    case ("failed", 1): self = .failed(numbers[0])
    case ("gone", 1): self = .gone(numbers[0])
    default: return nil
    }
  }
}
