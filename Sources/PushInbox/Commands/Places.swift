import Foundation

/// Where the files of one command line are: ``Locations`` with the options that name others.
struct Places {
  /// The user's configuration, read unless `--config` names another.
  let configuration: String
  /// The folder of the CA and its keys.
  let data: String
  /// The folder of the store; nil with `--ephemeral`.
  let store: String?
  /// The control socket.
  let socket: String
  /// Whether ``socket`` is in a folder made for this run alone.
  private let hasPrivateSocket: Bool

  /// - Parameter opensInbox: whether this command line opens an inbox; one in memory then gets a private
  ///   folder for its socket.
  /// - Parameter isEphemeral: whether it is in memory though nobody said `--ephemeral`.
  init(
    _ arguments: Arguments, _ environment: [String: String], opensInbox: Bool,
    isEphemeral: Bool = false
  ) throws(ControlError) {
    let locations = Locations(environment: environment, home: NSHomeDirectory())
    let isEphemeral = isEphemeral || arguments.has("ephemeral")
    let folder = arguments["store"].map { URL(filePath: $0).path }
    configuration = locations.configuration
    data = locations.data
    store = isEphemeral ? nil : folder ?? locations.store
    hasPrivateSocket = opensInbox && isEphemeral && !arguments.has("socket")
    socket =
      hasPrivateSocket
      ? try ControlPath.makePrivate(in: locations.temporary)
      : arguments["socket"] ?? locations.controlSocket(ofStore: folder)
  }

  /// Removes the folder made for this run, if one was.
  func removePrivateSocket() {
    guard hasPrivateSocket else { return }
    try? FileManager.default.removeItem(at: URL(filePath: socket).deletingLastPathComponent())
  }
}
