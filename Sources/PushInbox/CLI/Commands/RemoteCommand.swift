import Foundation
import InboxModel

/// A command for the running inbox; what only reads goes to the store when none runs.
@MainActor
enum RemoteCommand {
  static func run(
    _ arguments: Arguments, _ words: [String], _ places: RuntimePaths,
    _ environment: [String: String], _ output: StandardOutput
  ) throws -> Int32 {
    let input = try arguments.inputFile.map { try InputFile.read($0) } ?? []
    do {
      return try ask(
        arguments, ControlRequest(words: words, input: input), at: places.runningSocket(), output)
    } catch {
      guard case ControlError.noInstance = error, !places.namesSocket else { throw error }
      if arguments.command?.name == "env" {
        return try env(arguments, places, environment, output).rawValue
      }
      try checkFilter(arguments, ConfigurationFiles(arguments, places, environment))
      if arguments.command?.name == "rm",
        let status = try removeRefused(arguments, places, environment, output)
      {
        return status.rawValue
      }
      guard CommandTable.readsStore(arguments.command) else { throw error }
    }
    return try readStore(arguments, places, environment, output).rawValue
  }

  /// Has the running inbox carry it out. What goes on is waited for as long as it takes, but not in silence
  /// when the inbox is suspended; `wait` keeps its time without it.
  private static func ask(
    _ arguments: Arguments, _ request: ControlRequest, at socket: String, _ output: StandardOutput
  ) throws -> Int32 {
    guard arguments.command?.host == .stream else {
      return try ControlClient.run(request, at: socket)
    }
    guard arguments.command?.name == "wait", let limit = try WaitCommand.limit(arguments) else {
      try reach(socket, output)
      return try ControlClient.run(request, at: socket, limit: .forever)
    }
    // The inbox ends it, and has more to say; a moment is for its way here.
    let end = ContinuousClock.now + .seconds(min(limit.seconds, TimeSpan.century) + 2)
    do {
      return try ControlClient.run(request, at: socket, limit: .moment(end))
    } catch {
      guard case .silent = error else { throw error }
      var message = ErrorMessage(error)
      message.exitCode = .timedOut
      throw message
    }
  }

  /// Waits until the inbox answers, and says so when that takes long.
  static func reach(_ socket: String, _ output: StandardOutput) throws(ControlError) {
    try ControlClient.reach(at: socket) { error in
      output.report(ErrorMessage(error))
    }
  }

  /// A mistake in a filter is told before it is told that nobody runs who could use it.
  private static func checkFilter(
    _ arguments: Arguments, _ files: ConfigurationFiles
  ) throws(ErrorMessage) {
    guard arguments.command?.takes == .filter else { return }
    let saved = (try? files.load())?.configuration.filters ?? [:]
    _ = try InboxReading.filter(arguments.words, now: Date(), timeZone: .current, saved: saved)
  }

  /// For the inbox that would be started: its certificate is made if need be.
  private static func env(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ output: StandardOutput
  ) throws -> ExitCode {
    let configuration = try ConfigurationFiles(arguments, places, environment)
      .load(reportingTo: output).configuration
    let authority = try CertificateAuthority.open(
      in: places.data, names: configuration.certificateNames
    ).identity
    let endpoints = Endpoints(
      apns: Listener.Options().address, authority: authority.authorityPath, socket: places.socket,
      store: places.store)
    return try EnvCommand.perform(arguments, endpoints, configuration.phone.fcm, output)
  }

  /// Removes refused pushes from the store; nil when the words mean something else, or nothing is kept.
  private static func removeRefused(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ output: StandardOutput
  ) throws -> ExitCode? {
    guard let folder = places.store, StoreFile(folder: folder).exists else { return nil }
    return try RefusedRemoval.perform(
      arguments.words, in: folder, reading(arguments, places, environment, folder, output), output)
  }

  private static func reading(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ folder: String,
    _ output: StandardOutput
  ) throws -> InboxReading {
    let files = ConfigurationFiles(arguments, places, environment)
    let configuration = configuration(of: files, output)
    let store = try Store(at: .folder(folder), access: .readOnly)
    return try InboxReading(store: store, configuration: configuration)
  }

  private static func readStore(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ output: StandardOutput
  ) throws -> ExitCode {
    guard let folder = places.store else {
      throw ErrorMessage("an inbox that keeps nothing cannot be read", .usage)
    }
    let reading = try reading(arguments, places, environment, folder, output)
    return arguments.command?.name == "what-if"
      ? try WhatIfCommand.perform(arguments, reading, output)
      : try ListCommand.perform(arguments, reading, output)
  }

  /// What the files say; the defaults where they cannot be used, with a word about it: what came is not
  /// locked away by a mistake in a file.
  private static func configuration(
    of files: ConfigurationFiles, _ output: StandardOutput
  ) -> Configuration {
    do {
      return try files.load(reportingTo: output).configuration
    } catch {
      output.talk("pushinbox: \(ErrorMessage(error).text); read without it")
      return files.defaults
    }
  }
}
