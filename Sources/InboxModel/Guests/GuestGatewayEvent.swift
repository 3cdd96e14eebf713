/// An event of the systems for the gateway.
public indirect enum GuestGatewayEvent: Equatable, Sendable {
  /// The phone requests missing pushes.
  case repeatAsked(RepeatRequest)
  /// A phone subscribed to the relay: its identifier, the highest positions it has, and the
  /// connected phones. It is rejected if the maximum number of phones is connected. `stream` is the
  /// store from which it reports outcomes; nil for no reports.
  case subscribed(PhoneID, last: [BundleID: Int], connected: Set<PhoneID>, stream: String? = nil)
  /// A phone has stored all relayed pushes up to these positions.
  case acknowledged(PhoneID, [BundleID: Int])
  /// A phone reported outcomes of pushes.
  case arrivalsReported(PhoneID, [ArrivalReport])
  /// These relayed pushes, each with its moment of acceptance, can no longer be sent to their
  /// phone.
  case relaysExpired([ExpiredRelay])
  /// A provider named the highest positions that it has sent, which are below those that the phone
  /// recorded.
  case streamRewound(StreamID, to: [BundleID: Int])
  /// A feedback client received these entries.
  case feedbackSent([FeedbackEntry])
}

/// An effect of the numbered queue or of the relay in the gateway.
public indirect enum GuestGatewayEffect: Equatable, Sendable {
  /// The response to a request of the phone: the pushes that are sent again.
  case answerRepeats(RepeatRequest, again: [Delivery])
  /// An event between processes to count.
  case count(RelayNews)
  /// A change to store.
  case store(GuestChange)
}

/// An event of the systems for the phone.
public enum GuestPhoneEvent: Equatable, Sendable {
  /// The provider named the requested pushes that it sends again; nil if the request failed.
  case repeatsAnswered(RepeatRequest, coming: [Int]?)
}

/// An effect of the systems in the phone.
public enum GuestPhoneEffect: Equatable, Sendable {
  /// A request to the provider for missing pushes; the response is
  /// ``GuestPhoneEvent/repeatsAnswered(_:coming:)``.
  case askRepeats(RepeatRequest)
  /// A change to store.
  case store(GuestChange)
}

/// An effect of the systems that the program carries out.
public enum GuestEffect: Equatable, Sendable {
  /// A request to a provider in another process for missing pushes; the response is
  /// ``GuestPhoneEvent/repeatsAnswered(_:coming:)``.
  case askRepeats(RepeatRequest)
}

/// An event of the systems that is not a request.
public enum GuestSystemEvent: Equatable, Sendable {
  /// A provider in another process connected, which accepts reports of outcomes or not.
  case providerFound(ProviderID, readsReports: Bool)
  /// A provider in another process has received the reports up to this one.
  case reportsConfirmed(StreamID, through: Int)
  /// The counts of all queues were reset.
  case countsReset
}

/// A change of the systems' state for the store.
public enum GuestChange: Equatable, Sendable {
  /// A change of the ICQ server.
  case icq(ICQService.Change)
  /// A change of the numbered queues.
  case queue(QueueChange)
  /// A change of the relay.
  case relay(RelayChange)
}

extension PushSystem.Event {
  /// A request to the ICQ server. The response goes to `reply`; nil if no client waits for one.
  public static func icq(_ request: ICQRequest, reply: ResponseHandle?) -> PushSystem.Event {
    .guest(request, reply: reply)
  }
}
