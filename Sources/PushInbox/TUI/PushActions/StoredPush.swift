import InboxModel

/// A push with everything that is kept of it.
enum StoredPush: Equatable, Sendable {
  case entry(PushRecord)
  case refused(RejectedRequest)

  var name: PushReference {
    switch self {
    case .entry(let record): .entry(record.notification.id)
    case .refused(let push): .refused(push.number)
    }
  }

  /// The payload; of a refused one what there was of a body or line.
  var body: [UInt8] {
    switch self {
    case .entry(let record): record.delivery.payload.bytes
    case .refused(let push): push.body
    }
  }

  var app: BundleID? {
    switch self {
    case .entry(let record): record.delivery.app
    case .refused(let push): push.app
    }
  }

  /// The identifier that the sender got; nil where it got none.
  var apnsID: APNSID? {
    switch self {
    case .entry(let record): record.delivery.apnsID
    case .refused(let push): push.apnsID
    }
  }

  /// As it was written.
  var token: String? {
    switch self {
    case .entry(let record): record.delivery.token.hex
    case .refused(let push): push.token
    }
  }
}
