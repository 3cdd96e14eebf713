extension ReasonCode {
  /// It was lost on the way to the phone.
  public static let linkLost = ReasonCode(rawValue: "link.lost")

  /// The folder has no subscriber: it got no number.
  public static let queueUnsubscribed = ReasonCode(rawValue: "queue.unsubscribed")
  /// Pushes before it are missing, and were asked for.
  public static let queueGap = ReasonCode(rawValue: "queue.gap")
  /// Pushes before it are missing for good: their number stands in its place.
  public static let queueMissed = ReasonCode(rawValue: "queue.missed")
  /// It came after a later one.
  public static let queueLate = ReasonCode(rawValue: "queue.late")
  /// It came again together with others, one of which alerts for all.
  public static let queueCatchUp = ReasonCode(rawValue: "queue.catch-up")

  /// The codes of the link and the queue, in their order.
  static let ofQueue: [ReasonCode] = [
    .linkLost, .queueUnsubscribed, .queueGap, .queueMissed, .queueLate, .queueCatchUp,
  ]
}
