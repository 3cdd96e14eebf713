import Foundation
import InboxModel

/// The paths of one command line: ``DefaultPaths`` with the options that name others.
struct RuntimePaths {
  /// The user's configuration file, read unless `--config` names another.
  let configuration: String
  /// The folder of the certificate authority and its keys.
  let data: String
  /// The folder of the store; nil with `--ephemeral`.
  let store: String?
  /// The control socket of an inbox opened by this command line. Empty for a command that addresses
  /// an inbox in memory: its path is random, and ``runningSocket()`` finds it in the registry.
  let socket: String
  /// The registry of running inboxes.
  let registry: InboxRegistry
  /// The command line that addresses the inbox opened here, or selected by options.
  let invocation: Invocation
  /// Whether the command line selects the inbox by its socket, or one in memory. Then no other
  /// inbox and no store is used.
  var namesInbox: Bool { namesSocket || store == nil }
  private let namesSocket: Bool
  /// Whether ``socket`` is in a private folder that was created for this run.
  private let hasPrivateSocket: Bool
  /// Whether ``store`` is the folder that the command line names.
  private let namesStore: Bool
  /// The folder of the store if the command line names it.
  var namedStore: String? { namesStore ? store : nil }
  /// The folder of the store if the command line does not name it.
  var defaultStore: String? { namesStore ? nil : store }

  /// Determines the paths from the options and the environment.
  ///
  /// - Parameter opensInbox: Whether this command line opens an inbox; one in memory then gets a
  ///   private folder for its socket.
  /// - Parameter isEphemeral: Whether it is in memory even without `--ephemeral`.
  init(
    _ arguments: Arguments, _ environment: [String: String], opensInbox: Bool,
    isEphemeral: Bool = false
  ) throws(ControlError) {
    let locations = DefaultPaths(environment: environment, home: NSHomeDirectory())
    let isEphemeral = isEphemeral || arguments.has("ephemeral")
    let folder = arguments["store"].map { URL(filePath: $0).path }
    configuration = locations.configuration
    data = locations.data
    store = isEphemeral ? nil : folder ?? locations.store
    registry = InboxRegistry(folder: locations.registrations)
    namesSocket = arguments.has("socket")
    namesStore = folder != nil && !isEphemeral
    hasPrivateSocket = opensInbox && isEphemeral && !arguments.has("socket")
    if let path = arguments["socket"] {
      socket = path
    } else if !isEphemeral {
      socket = locations.controlSocket(ofStore: folder)
    } else {
      socket = opensInbox ? try ControlPath.makePrivate(in: locations.temporary) : ""
    }
    var options: [String] = []
    if namesSocket || hasPrivateSocket {
      options = ["--socket", URL(filePath: socket).path]
    } else if let folder, namesStore, folder != locations.store {
      options = ["--store", folder]
    }
    if isEphemeral, !opensInbox { options.append("--ephemeral") }
    invocation = Invocation(program: Self.program(environment), options: options)
  }

  /// Removes the folder that was created for this run, if any.
  func removePrivateSocket() {
    guard hasPrivateSocket else { return }
    try? FileManager.default.removeItem(at: URL(filePath: socket).deletingLastPathComponent())
  }

  // MARK: Finding the inbox

  /// Returns the control socket of the inbox that a command addresses: the one that `--socket` or
  /// `--store` names, or the only one in memory with `--ephemeral`; without them that of the
  /// default store if it runs, otherwise the only running one.
  ///
  /// - Throws: ``ErrorMessage`` with all running inboxes if there are several, and if `--socket`
  ///   names one with a store despite `--ephemeral`; ``ControlError/noInstance(path:)`` if none
  ///   runs in memory with `--ephemeral`.
  func runningSocket() throws -> String {
    let running = registry.running()
    if namesSocket {
      if store == nil { try checkMemory(running) }
      return socket
    }
    let found = running.filter { inbox in
      namesStore ? inbox.store == store : store != nil || inbox.store == nil
    }
    if store == nil {
      guard !found.isEmpty else { throw ControlError.noInstance(path: nil) }
    } else if found.isEmpty || answers(socket) {
      return socket
    }
    if found.count == 1 { return found[0].socket }
    throw ErrorMessage.severalInboxes(found)
  }

  /// Checks that no inbox with a store listens on the named socket.
  private func checkMemory(_ running: [InboxRegistration]) throws(ErrorMessage) {
    let path = WholeFile.realPath(socket)
    let inbox = running.first { $0.store != nil && WholeFile.realPath($0.socket) == path }
    if let folder = inbox?.store, path != nil { throw .notInMemory(folder) }
  }

  /// Whether a process listens on a socket.
  private func answers(_ socket: String) -> Bool {
    guard let descriptor = try? ControlSocket.connected(to: socket, until: .now) else {
      return false
    }
    close(descriptor)
    return true
  }

  /// Returns an error with the remedy: if no inbox runs and there is no store, how to start one,
  /// and the inboxes that do run.
  func explained(_ error: any Error) -> any Error {
    let problem: String
    switch error {
    case ControlError.noInstance(let path): problem = ErrorMessage.noInbox(on: path)
    case StoreError.missing(let path): problem = ErrorMessage.noStore(at: path)
    default: return error
    }
    return ErrorMessage.noInbox(
      problem, startedBy: invocation.line(), others: registry.running())
  }

  // MARK: The program

  /// Returns the word with which a shell calls this program.
  private static func program(_ environment: [String: String]) -> String {
    let word = CommandLine.arguments.first ?? "pushinbox"
    guard word.contains("/") else { return word }
    let own = WholeFile.realPath(word)
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let files: [String] = folders.map { $0 + "/pushinbox" }
    let onPath = files.first { access($0, X_OK) == 0 }
    if let own, let onPath, WholeFile.realPath(onPath) == own { return "pushinbox" }
    return URL(filePath: word).path
  }
}
