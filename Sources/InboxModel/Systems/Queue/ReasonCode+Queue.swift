extension ReasonCode {
  /// The link lost it.
  public static let linkLost = ReasonCode(rawValue: "link.lost")

  /// The folder has no subscription, so that it was not numbered.
  public static let queueUnsubscribed = ReasonCode(rawValue: "queue.unsubscribed")
  /// Pushes before it are missing and were requested.
  public static let queueGap = ReasonCode(rawValue: "queue.gap")
  /// Pushes before it are missing permanently: their number replaced its text.
  public static let queueMissed = ReasonCode(rawValue: "queue.missed")
  /// It arrived after a later push.
  public static let queueLate = ReasonCode(rawValue: "queue.late")
  /// It was sent again together with others, of which one alerts for all.
  public static let queueCatchUp = ReasonCode(rawValue: "queue.catch-up")

  /// The codes of the link and the queue, in their order.
  static let ofQueue: [ReasonCode] = [
    .linkLost, .queueUnsubscribed, .queueGap, .queueMissed, .queueLate, .queueCatchUp,
  ]
}
