/// An effect that the machines of a ``PushSystem`` request. Large values are indirect: effects are
/// handed on several times.
public enum Effect: Equatable, Sendable {
  /// Tell the sender, once everything stored by the same batch is committed.
  indirect case answer(PushResponse, to: ResponseHandle)
  /// Tell the world.
  case emit(InboxEvent)
  /// Keep this.
  case store(StoreChange)
  /// Show the banner, or the entry on the lit lock screen.
  case present(NotificationID)
  /// Ring the bell so many times.
  case ring(Int)
  /// Run this program; what comes of it is told by ``Phone/Event/extensionEnded(_:_:)``.
  indirect case runExtension(ExtensionRun)
  /// Carry out what another push system wants done.
  indirect case guest(Guests.Effect)
  /// The action needs an unlocked phone: ask the person.
  indirect case askToUnlock(NotificationID, ActionIdentifier, text: String?)
}
