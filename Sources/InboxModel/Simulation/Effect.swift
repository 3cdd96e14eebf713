/// An effect that the machines of a ``PushSystem`` request. Large values are indirect, since
/// effects are passed on several times.
public enum Effect: Equatable, Sendable {
  /// Send a response, once everything stored by the same batch is committed.
  indirect case answer(PushResponse, to: ResponseHandle)
  /// Emit an event.
  case emit(InboxEvent)
  /// Store a change.
  case store(StoreChange)
  /// Present the banner, or the entry on the lit lock screen.
  case present(NotificationID)
  /// Ring the bell this number of times.
  case ring(Int)
  /// Run a service extension; its result is a ``Phone/Event/extensionEnded(_:_:)``.
  indirect case runExtension(ExtensionRun)
  /// Carry out the effect of another push system.
  indirect case guest(Guests.Effect)
  /// Ask the person to unlock the phone, which the action requires.
  indirect case askToUnlock(NotificationID, ActionIdentifier, text: String?)
}
