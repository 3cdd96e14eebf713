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
        : transit.provider != nil ? "of its provider's queue" : "set by its sender"
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
        because: number + "; the phone is not subscribed to the folder: no position in the queue",
        setting: "queue.subscriptions")
    }
    return TraceStep(
      .queue, .stop, code: .queueUnsubscribed,
      because: number + "; the provider does not know the subscription to the folder, "
        + "made while the phone was offline: no position in the queue", setting: "online")
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
    case .unreadable: "its position in the queue cannot be read: shown unchanged"
    case .otherDevice: "numbered for another device: shown unchanged"
    case .first: "the first that the app counts"
    case .inOrder: "the one that the app expected"
    case .late(0): "a copy: the app has received this position before"
    case .late(let places):
      "late, \(places == 1 ? "one position" : "\(places) positions") behind the last one"
    case .gap: "\(missing(at: position)), requested again"
    case .repeated(let missed, let coming):
      "\(missing(at: position)), requested again: the provider sends \(coming == missed ? "all" : "\(coming) of them")"
    case .tooMany:
      "\(missing(at: position)), too many to request: their number is shown instead"
    case .failed:
      "\(missing(at: position)), and the request for them failed: their number is shown instead"
    case .gone:
      "\(missing(at: position)), which are no longer available: their number is shown instead"
    }
  }
}
