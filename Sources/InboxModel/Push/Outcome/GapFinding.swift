/// The result of comparing a push's position in its sequence with those that arrived before it.
public enum GapFinding: Equatable, Sendable {
  /// Step 4: the key of the sequence is there, and no position in it that could be one.
  case unreadable
  /// Step 5: numbered for another device.
  case otherDevice
  /// Step 6: the first one; from here on is counted.
  case first
  /// Step 7: nothing is missing before it.
  case inOrder
  /// Step 7: one that comes after a later one, by so many positions.
  case late(Int)
  /// Step 10: so many are missing before it, and are being asked for.
  case gap(Int)
  /// Step 10: asked for with success; so many of them come again.
  case repeated(Int, coming: Int)
  /// Step 9: too many are missing to be asked for.
  case tooMany(Int)
  /// Step 11: so many are missing, and the request for them failed.
  case failed(Int)
  /// Step 11: so many are missing, and the provider has none of them any more.
  case gone(Int)

  /// The number of missed pushes that the text states in place of its own; nil for none.
  var replacement: Int? {
    switch self {
    case .tooMany(let missed), .failed(let missed), .gone(let missed): missed
    default: nil
    }
  }

  /// The number of pushes that are missing right before the push.
  var missing: Int? {
    switch self {
    case .gap(let missed), .repeated(let missed, _): missed
    default: replacement
    }
  }
}

/// `["gap",3]`
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
