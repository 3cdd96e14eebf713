import InboxModel

/// The facts of the running program that the screen shows and the phone does not contain.
/// ``AppState`` receives them as one event.
struct RuntimeStatus: Equatable, Sendable {
  /// The contents of the configuration files.
  var loaded = LoadedConfiguration()
  /// The command line that addresses this inbox from another terminal.
  var invocation = Invocation()
  /// Whether the pushes are lost at the end, so that quitting asks first.
  var isEphemeral = false
  /// The order in which right-to-left text is written to the terminal.
  var order = TextOrder.logical
  /// The active faults.
  var faults = Faults()
  var queues: [CountedQueue: QueueCounts] = [:]
  /// The phones that subscribe to the accepted pushes.
  var phones: [PhoneID: SubscribedPhone] = [:]
  /// The device tokens that senders used; empty unless the settings are open.
  var tokens = TokenBook()
  /// The ICQ server; nil unless the settings are open.
  var icq: ICQService?

  var savedFilters: [String: String] { loaded.configuration.filters }
}
