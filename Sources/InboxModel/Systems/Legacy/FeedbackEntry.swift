import Foundation

/// An entry of the feedback list: a token whose app was uninstalled (Apple, "Binary Provider API",
/// feedback service).
public struct FeedbackEntry: Equatable, Sendable {
  /// The moment from which the token is not valid.
  public var since: Date
  /// The token.
  public var token: DeviceToken
  /// The app, which the tuple does not contain.
  public var app: BundleID

  /// The tuple: seconds since 1970 in four bytes, the length of the token in two bytes, the token.
  public var tuple: [UInt8] {
    let seconds = UInt32(max(0, min(since.timeIntervalSince1970, Double(UInt32.max))))
    let bytes = token.bytes
    return seconds.bigEndianBytes + UInt16(bytes.count).bigEndianBytes + bytes
  }
}

extension TokenBook {
  /// The feedback list, oldest first.
  public var feedback: [FeedbackEntry] {
    // The feedback service does not know registration tokens.
    unreported.filter(\.token.isHex).compactMap { its in
      its.unreportedSince.map { FeedbackEntry(since: $0, token: its.token, app: its.app) }
    }
    .sorted {
      ($0.since, $0.token.hex, $0.app) < ($1.since, $1.token.hex, $1.app)
    }
  }

  /// Removes entries that a client received from the feedback list.
  ///
  /// - Returns: The registrations that changed.
  mutating func settle(_ sent: [FeedbackEntry]) -> [TokenRegistration] {
    sent.compactMap { entry in
      guard var known = self[entry.token, entry.app], known.unreportedSince == entry.since else {
        return nil
      }
      known.unreportedSince = nil
      insert(known)
      return known
    }
  }
}

extension Gateway {
  /// Returns the feedback list, oldest first: the tokens of the app if the client has a push
  /// certificate, otherwise all tokens.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - certificate: The client certificate; nil for none.
  /// - Throws: ``RejectedRequest`` for a certificate that would be rejected for a push as well.
  public func feedback(
    for client: Origin, showing certificate: ClientCertificate?, at now: Date
  ) throws(RejectedRequest) -> [FeedbackEntry] {
    do throws(Rejection) {
      guard let topics = try certificate?.validated(at: now, by: settings)?.topics else {
        return tokens.feedback
      }
      let apps = Set(topics.compactMap { try? Topic($0).app })
      return tokens.feedback.filter { apps.contains($0.app) }
    } catch {
      throw RejectedRequest(
        origin: client, at: now, reason: error.reason.rawValue, because: error.because,
        fix: error.fix)
    }
  }
}

extension DeviceToken {
  /// The bytes of the hex digits, 1 to 100.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in hex.utf8 {
      let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    return bytes
  }

  /// Makes a token of 1 to 100 bytes; nil for any other number.
  init?(bytes: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    self.init(hex: String(decoding: hex, as: UTF8.self))
  }
}

extension FixedWidthInteger {
  /// The bytes in network byte order.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
