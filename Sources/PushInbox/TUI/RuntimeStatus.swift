import InboxModel

/// The facts of the running program that the screen shows and the phone does not have. They reach
/// ``AppState`` as one event.
struct RuntimeStatus: Equatable, Sendable {
  /// The contents of the configuration files.
  var loaded = LoadedConfiguration()
  /// The words by which commands in another terminal reach this inbox.
  var invocation = Invocation()
  /// Whether the pushes are lost at the end, so that leaving asks first.
  var isEphemeral = false
  /// The order in which text from right to left is written to the terminal.
  var order = TextOrder.logical
  /// The faults in force.
  var faults = Faults()
  var queues: [CountedQueue: QueueCounts] = [:]
  /// The phones that are subscribed to the accepted pushes.
  var phones: [PhoneID: SubscribedPhone] = [:]
  /// The device tokens that senders used; empty unless the settings are open.
  var tokens = TokenBook()
  /// The ICQ server; nil unless the settings are open.
  var icq: ICQService?

  var savedFilters: [String: String] { loaded.configuration.filters }
}
