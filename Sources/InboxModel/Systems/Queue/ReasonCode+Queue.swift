extension ReasonCode {
  /// The push was lost on the way to the phone.
  public static let linkLost = ReasonCode(rawValue: "link.lost")

  /// The folder of the push has no subscriber: the push has no place in the queue.
  public static let queueUnsubscribed = ReasonCode(rawValue: "queue.unsubscribed")
  /// Pushes before this one are missing and were requested again.
  public static let queueGap = ReasonCode(rawValue: "queue.gap")
  /// Pushes before this one cannot be requested again; their number is shown instead.
  public static let queueMissed = ReasonCode(rawValue: "queue.missed")
  /// The push arrived after a later one.
  public static let queueLate = ReasonCode(rawValue: "queue.late")
  /// The push arrived again with others, one of which alerts for all.
  public static let queueCatchUp = ReasonCode(rawValue: "queue.catch-up")

  /// The codes of the link and the queue, in their order.
  static let ofQueue: [Row] = [
    (.linkLost, "The push was lost on the way to the phone."),
    (
      .queueUnsubscribed,
      "The phone is not subscribed to the folder of the push: the push has no position in the queue."
    ),
    (.queueGap, "Pushes before it are missing and were requested again."),
    (.queueMissed, "Pushes before it cannot be requested again; their number is shown instead."),
    (.queueLate, "The push arrived after a later one."),
    (.queueCatchUp, "The push arrived again with others, one of which alerts for all."),
  ]
}
