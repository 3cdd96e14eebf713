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

  /// - Parameter opensInbox: whether this command line opens an inbox; one in memory then gets a private
  ///   folder for its socket.
  init(
    _ arguments: Arguments, _ environment: [String: String], opensInbox: Bool
  ) throws(ControlError) {
    let locations = Locations(environment: environment, home: NSHomeDirectory())
    let folder = arguments["store"].map { URL(filePath: $0).path }
    configuration = locations.configuration
    data = locations.data
    store = arguments.has("ephemeral") ? nil : folder ?? locations.store
    if let path = arguments["socket"] {
      socket = path
    } else if opensInbox, arguments.has("ephemeral") {
      socket = try ControlPath.makePrivate(in: locations.temporary)
    } else {
      socket = locations.controlSocket(ofStore: folder)
    }
  }
}
