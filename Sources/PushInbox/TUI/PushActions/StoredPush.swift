import InboxModel

/// A push with all stored data.
enum StoredPush: Equatable, Sendable {
  case entry(PushRecord)
  case rejected(RejectedRequest)

  var name: PushReference {
    switch self {
    case .entry(let record): .entry(record.notification.id)
    case .rejected(let push): .rejected(push.number)
    }
  }

  /// The payload; of a rejected push the received body or line.
  var body: [UInt8] {
    switch self {
    case .entry(let record): record.delivery.payload.bytes
    case .rejected(let push): push.body
    }
  }

  var app: BundleID? {
    switch self {
    case .entry(let record): record.delivery.app
    case .rejected(let push): push.app
    }
  }

  /// The identifier that the sender received; nil if it received none.
  var apnsID: APNSID? {
    switch self {
    case .entry(let record): record.delivery.apnsID
    case .rejected(let push): push.apnsID
    }
  }

  /// The device token as it was written.
  var token: String? {
    switch self {
    case .entry(let record): record.delivery.token.hex
    case .rejected(let push): push.token
    }
  }
}
