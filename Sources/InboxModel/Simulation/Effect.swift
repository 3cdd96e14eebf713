/// An effect that the machines of a ``PushSystem`` request. Large values are indirect, since
/// effects are passed on several times.
public enum Effect: Equatable, Sendable {
  /// A response to send, once everything stored by the same batch is committed.
  indirect case answer(PushResponse, to: ResponseHandle)
  /// An event to emit.
  case emit(InboxEvent)
  /// A change to store.
  case store(StoreChange)
  /// A notification to present: a banner, or an entry on the lit lock screen.
  case present(NotificationID)
  /// The number of times to ring the bell.
  case ring(Int)
  /// A service extension to run; its result is ``Phone/Event/extensionEnded(_:_:)``.
  indirect case runExtension(ExtensionRun)
  /// An effect of another push system.
  indirect case guest(Guests.Effect)
  /// An action that requires the user to unlock the phone first.
  indirect case askToUnlock(NotificationID, ActionIdentifier, text: String?)
}
