extension TraceStep {
  /// Adds the sequence number of a push, whether this gateway or the provider assigned it, and the
  /// finding of its app's extension.
  mutating func addPlace(of push: Delivery) {
    let transit = push.transit.queue
    let place: Int? =
      if case .position(let position, _) = push.payload.queueMark { position } else { nil }
    if push.transit.fate == .dropped(.queueUnsubscribed) { self = .unsubscribed(push) }
    if let place {
      let owner =
        transit.position != nil
        ? "of its queue"
        : transit.provider != nil ? "of its provider's queue" : "as its sender says"
      because += "; position \(place) \(owner)"
    }
    if transit.repeats > 0 {
      let times = transit.repeats == 1 ? "" : ", \(transit.repeats) times"
      because += "; sent again on request\(times)"
    } else if transit.isSentAgain {
      because += "; sent again on request"
    }
    guard let finding = transit.finding else { return }
    because += "; " + finding.sentence(at: place ?? 0)
    guard let (code, setting) = finding.note else { return }
    (result, self.code, self.setting) = (.note, code, setting)
  }

  /// Returns the step about a push whose folder has no subscription.
  private static func unsubscribed(_ push: Delivery) -> TraceStep {
    let number = "number \(push.id.rawValue)"
    guard push.transit.queue.awaitsSubscription else {
      return TraceStep(
        .queue, .stop, code: .queueUnsubscribed,
        because: number + "; nobody subscribed to the folder: it has no place in the queue",
        setting: "queue.subscriptions")
    }
    return TraceStep(
      .queue, .stop, code: .queueUnsubscribed,
      because: number + "; the provider does not know of the subscription to the folder, "
        + "made while the phone was offline: it has no place in the queue", setting: "online")
  }

  /// Returns the step about a push that the link lost or that was not numbered; nil for other
  /// codes.
  static func queue(dropping code: ReasonCode) -> TraceStep? {
    switch code {
    case .queueUnsubscribed: TraceStep(.device, .skip, because: "it was not sent")
    case .linkLost:
      TraceStep(
        .device, .stop, code: .linkLost, because: "lost on the way to the phone",
        setting: "queue.loss")
    default: nil
    }
  }
}

extension GapFinding {
  /// The reason code of a remark and its setting; nil for a push in order.
  fileprivate var note: (ReasonCode?, setting: String?)? {
    switch self {
    case .first, .inOrder: nil
    case .unreadable: (nil, nil)
    case .otherDevice: (nil, "queue.deviceId")
    case .late: (.queueLate, nil)
    case .gap, .repeated: (.queueGap, nil)
    case .tooMany, .failed, .gone: (.queueMissed, replacementSetting)
    }
  }

  /// The setting that causes the number of missing pushes to be shown; nil for none.
  var replacementSetting: String? {
    switch self {
    case .tooMany: "queue.repeatMaxCount"
    case .failed: "queue.failRepeats"
    default: nil
    }
  }

  /// Returns the sentence about missing pushes: `2 missing before it (4 and 5)`
  private func missing(at position: Int) -> String {
    let missed = missing ?? 0
    let (first, last) = (position - missed, position - 1)
    let places =
      switch missed {
      case 1: "\(first)"
      case 2: "\(first) and \(last)"
      default: "\(first) to \(last)"
      }
    return "\(missed) missing before it (\(places))"
  }

  fileprivate func sentence(at position: Int) -> String {
    switch self {
    case .unreadable: "its place in the queue cannot be read: shown as it came"
    case .otherDevice: "numbered for another device: shown as it came"
    case .first: "the first the app has counted"
    case .inOrder: "the one the app expected"
    case .late(0): "the app had this place already: a copy"
    case .late(let places):
      "it came late, \(places == 1 ? "one place" : "\(places) places") behind the last"
    case .gap: "\(missing(at: position)), asked for"
    case .repeated(let missed, let coming):
      "\(missing(at: position)), asked for: \(coming == missed ? "all" : "\(coming) of them") come again"
    case .tooMany:
      "\(missing(at: position)), too many to be asked for: their number is told in its place"
    case .failed:
      "\(missing(at: position)), and the request for them failed: their number is told in its place"
    case .gone:
      "\(missing(at: position)), which cannot be had any more: their number is told in its place"
    }
  }
}
