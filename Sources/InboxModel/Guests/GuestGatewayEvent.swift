/// An event of the systems for the gateway.
public indirect enum GuestGatewayEvent: Equatable, Sendable {
  /// The phone asks for pushes that did not come.
  case repeatAsked(RepeatRequest)
  /// A phone has subscribed to the offer: its identifier, the highest positions it has, and who is
  /// connected. It is not taken where all phones that can be known are. One that reports how pushes
  /// arrive says from which store; nil reports nothing.
  case subscribed(PhoneID, last: [BundleID: Int], connected: Set<PhoneID>, stream: String? = nil)
  /// A phone keeps all it was offered up to these positions.
  case acknowledged(PhoneID, [BundleID: Int])
  /// A phone reports how pushes arrived.
  case arrivalsReported(PhoneID, [ArrivalReport])
  /// These pushes, each accepted at its moment, cannot be sent to the phone they were offered to
  /// any more.
  case relaysExpired([ExpiredRelay])
  /// A provider says what the phone has of it at most, where the phone believes to have more.
  case streamRewound(StreamID, to: [BundleID: Int])
  /// A client of the feedback service received these entries.
  case feedbackSent([FeedbackEntry])
}

/// An effect of the numbered queue or between processes, in the gateway.
public indirect enum GuestGatewayEffect: Equatable, Sendable {
  /// Tell the phone that these of the pushes it asked for come again.
  case answerRepeats(RepeatRequest, again: [Delivery])
  /// Count what happened between processes.
  case count(RelayNews)
  /// Keep a change.
  case store(GuestChange)
}

/// An event of the systems for the phone.
public enum GuestPhoneEvent: Equatable, Sendable {
  /// The provider has said which of the pushes it was asked for come again; nil when it could not.
  case repeatsAnswered(RepeatRequest, coming: [Int]?)
}

/// An effect of the systems in the phone.
public enum GuestPhoneEffect: Equatable, Sendable {
  /// Ask the provider for pushes that did not come; the answer is
  /// ``GuestPhoneEvent/repeatsAnswered(_:coming:)``.
  case askRepeats(RepeatRequest)
  /// Keep a change.
  case store(GuestChange)
}

/// An effect of the systems that the program carries out.
public enum GuestEffect: Equatable, Sendable {
  /// Ask a provider elsewhere for pushes that did not come; the answer is
  /// ``GuestPhoneEvent/repeatsAnswered(_:coming:)``.
  case askRepeats(RepeatRequest)
}

/// An event of the systems that is no request.
public enum GuestSystemEvent: Equatable, Sendable {
  /// A provider elsewhere was found, which reads reports of how pushes arrive or does not.
  case providerFound(ProviderID, readsReports: Bool)
  /// A provider elsewhere has the reports up to this one.
  case reportsConfirmed(StreamID, through: Int)
  /// The pushes of all queues are counted anew.
  case countsReset
}

/// A change of the systems' state that a store keeps.
public enum GuestChange: Equatable, Sendable {
  /// A change of the ICQ server.
  case icq(ICQService.Change)
  /// A change of the numbered queues.
  case queue(QueueChange)
  /// A change of what passes between processes.
  case relay(RelayChange)
}

extension PushSystem.Event {
  /// A request to the ICQ server; the response goes to `reply`, if anybody waits.
  public static func icq(_ request: ICQRequest, reply: ResponseHandle?) -> PushSystem.Event {
    .guest(request, reply: reply)
  }
}
