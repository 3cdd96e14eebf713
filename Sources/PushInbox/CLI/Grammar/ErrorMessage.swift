import InboxModel

/// An error message for people: what failed, with which input, and the remedy; with the exit code
/// of the program.
///
/// File names, words, keys and values in it are escaped by ``PlainText``.
struct ErrorMessage: Error, Equatable {
  /// The sentences, without the program's name.
  let text: String
  var exitCode: ExitCode

  /// Creates a message of one line; line feeds in it are escaped.
  init(_ text: String, _ exitCode: ExitCode) {
    self.init(lines: [text], exitCode)
  }

  /// Creates a message of several lines.
  init(lines: [String], _ exitCode: ExitCode) {
    text = lines.map(PlainText.clean).joined(separator: "\n")
    self.exitCode = exitCode
  }
}

extension ErrorMessage {
  /// Creates the message for any error. This is the only place where errors of other rooms become
  /// sentences; those of commands are in `CommandMessages.swift`.
  init(_ error: any Error) {
    switch error {
    case let error as ErrorMessage: self = error
    case let error as Arguments.Failure: self.init(usage: error)
    case let error as FilterError: self.init(error.sentence, .usage)
    case let error as SettingsError:
      self.init(error.message, error.file == nil ? .usage : .configuration)
    case let error as ListenError: self.init(listening: error)
    case let error as StoreError: self.init(store: error)
    case let error as ControlError: self.init(control: error)
    case let error as RecordingError: self.init(recording: error)
    case let error as CertificateAuthority.Failure: self.init(authority: error)
    case let error as TerminalError: self.init(terminal: error)
    case let error as SystemError: self.init(ErrorMessage.sentence(error), .failure)
    default: self.init("\(error)", .failure)
    }
  }

  /// Creates the message for a filter. The typed text is below the sentence, with the invalid word
  /// underlined.
  init(_ error: FilterError, in filter: String) {
    let marks =
      String(repeating: " ", count: ErrorMessage.columns(filter.prefix(error.column - 1)))
      + String(repeating: "^", count: max(1, ErrorMessage.columns(error.word[...])))
    let suggestion = error.suggestion.map { "; did you mean “\($0)”?" } ?? ""
    self.init(lines: [error.problem + suggestion, "  " + filter, "  " + marks], .usage)
  }

  /// Returns the width of a text in columns.
  private static func columns(_ text: Substring) -> Int {
    SanitizedText(PlainText.clean(String(text))).columns
  }

  private static func sentence(_ error: SystemError) -> String {
    (error.path ?? error.call) + ": " + error.reason
  }

  private init(listening error: ListenError) {
    switch error {
    case .unknownHost(let host, let message):
      self.init(
        "“\(host)” cannot be found: \(message); use an address, such as 127.0.0.1", .unavailable)
    case .addressInUse(let address, let holder, let option):
      let who = holder.map { " by \($0.name) (pid \($0.pid))" } ?? ""
      let free = HostPort(host: address.host, port: 0)
      self.init("\(address) is in use\(who); \(option) \(free) picks a free port", .unavailable)
    case .beyondThisMachine(let address, let option):
      let local = HostPort(host: "127.0.0.1", port: address.port)
      self.init(
        "other machines can reach \(address); add --allow-network if they may, or use "
          + option + (option.hasSuffix("=") ? "" : " ") + local.description, .usage)
    case .notListening(let descriptor):
      self.init(
        "descriptor \(descriptor) of LISTEN_FDS is no TCP socket that listens; hand over ListenStream=HOST:PORT",
        .unavailable)
    case .identity(let message):
      self.init("the server certificate cannot be used: \(message)", .unavailable)
    case .pathTooLong(let path):
      self.init(
        "the path of --offer is over \(LocalSocket.maximumPathLength) bytes: \(path); name a shorter one",
        .unavailable)
    case .pathInUse(let path, let holder):
      self.init(
        "another pushinbox\(Self.process(holder)) offers on \(path); name another with --offer unix:PATH",
        .unavailable)
    case .unusableLock(let path, let reason):
      self.init(lock: path, reason, option: "--offer unix:PATH")
    case .notASocket(let path):
      self.init(
        "\(path) exists and is not a socket; name another with --offer unix:PATH", .unavailable)
    case .system(let error):
      self.init("cannot listen" + ErrorMessage.listening(error), .unavailable)
    }
  }

  /// Returns ` on 192.0.2.1:80: Cannot assign requested address`, with advice.
  private static func listening(_ error: SystemError) -> String {
    let advice =
      switch error.code {
      case EADDRNOTAVAIL: "; use an address of this machine, such as 127.0.0.1"
      case EACCES: "; use a port from 1024"
      default: ""
      }
    return (error.path.map { " on \($0): " } ?? ": ") + error.reason + advice
  }

  /// Returns ` (pid 12)`; empty for an unknown process.
  private static func process(_ pid: Int32?) -> String { pid.map { " (pid \($0))" } ?? "" }

  /// Creates the message about an unusable lock file, with the option that names another path.
  private init(lock path: String, _ reason: String, option: String) {
    self.init(
      "the lock file \(path) \(reason), and was not changed; remove it, or choose another path with "
        + option, .unavailable)
  }

  private init(store error: StoreError) {
    switch error {
    case .cannotOpen(let path, let reason):
      self.init(
        "the store \(path) cannot be opened: \(reason); --store DIR names another", .unavailable)
    case .missing(let path):
      self.init(Self.noStore(at: path) + "; name another folder with --store", .unavailable)
    case .newerVersion(let path, let found, let known):
      self.init(
        """
        the store \(path) was made by a newer pushinbox (version \(found), this one knows \(known)); \
        update, or name another with --store
        """, .unavailable)
    case .foreign(let path):
      self.init(
        "\(path) is a database of another program; name another folder with --store", .unavailable)
    case .corrupt(let path, nil):
      self.init(
        "the store \(path) is damaged; start pushinbox once: it recovers what can be read",
        .unavailable)
    case .corrupt(let path, let repair?):
      self.init(
        "the store \(path) was damaged: \(repair.summary); what the list has is stored again",
        .unavailable)
    case .moved(let path, let movedTo):
      let cause =
        movedTo.map { "was replaced by another file, which was moved to \($0)" } ?? "was removed"
      self.init(
        "the store \(path) \(cause); it was written again, and nothing is lost", .failure)
    case .logMoved(let path, let movedTo):
      self.init(
        """
        the log of the store \(path) was removed or replaced; the store was written again, and nothing \
        is lost; the old file is \(movedTo)
        """, .failure)
    case .inUse(let path, let pid):
      let who = pid.map { "by pushinbox (pid \($0))" } ?? "by another pushinbox"
      self.init(
        "the store \(path) is in use \(who); use --store DIR or --ephemeral for a second one",
        .unavailable
      )
    case .takenOver(let path):
      self.init(
        """
        another pushinbox has used the store \(path), whose lock file was removed; pushes are not \
        accepted until this one is started again
        """, .unavailable)
    case .unusableLock(let path, let reason):
      self.init(lock: path, reason, option: "--store DIR")
    case .full(let path):
      self.init(
        "no space is left for the store \(path); make room there; nothing accepted is lost",
        .failure)
    case .readOnlyFileSystem(let path):
      self.init(
        "the store \(path) is on a read-only file system; make it writable, or name another folder "
          + "with --store; nothing accepted is lost", .failure)
    case .failed(let error):
      self.init("the store failed: \(error.message) (SQLite \(error.code))", .failure)
    }
  }

  /// Returns the beginning of the message that no inbox was found on a path; nil for one in memory.
  static func noInbox(on path: String?) -> String {
    path.map { "no inbox is running on \($0)" } ?? "no inbox with --ephemeral is running"
  }

  /// Returns the beginning of the message that there is neither a store nor an inbox with it.
  static func noStore(at path: String) -> String {
    "no inbox is running with the store \(path), which does not exist"
  }

  private init(control error: ControlError) {
    switch error {
    case .noInstance(let path):
      self.init(
        Self.noInbox(on: path) + "; start one with `pushinbox`, or name one with --socket",
        .unavailable)
    case .pathTooLong(let path):
      self.init(
        "the control socket's path is over \(ControlPath.maximumLength) bytes: \(path); name a shorter one with --socket",
        .unavailable)
    case .inUse(let path, let pid):
      self.init(
        "another pushinbox\(Self.process(pid)) has the control socket \(path); name another with --socket",
        .unavailable)
    case .unusableLock(let path, let reason):
      self.init(lock: path, reason, option: "--socket PATH")
    case .foreignInstance(let path):
      self.init(
        "a process of another user listens on \(path), and nothing was sent to it; name your inbox's "
          + "socket with --socket", .unavailable)
    case .notASocket(let path):
      self.init("\(path) exists and is not a socket; name another with --socket", .unavailable)
    case .requestTooLarge: self.init("the input is larger than 16 MiB", .badInput)
    case .silent(let pid):
      self.init(
        "the running inbox\(Self.process(pid)) does not answer; it may be suspended; bring it back with fg",
        .unavailable)
    case .lost: self.init("the inbox ended before it answered", .unavailable)
    case .output(let error): self.init(ErrorMessage.sentence(error), .failure)
    case .system(let error):
      self.init("control socket: " + ErrorMessage.sentence(error), .unavailable)
    }
  }

  private init(recording error: RecordingError) {
    switch error {
    case .underWay(let path):
      self.init("a recording to \(path) is being made; pushinbox record ends it", .failure)
    case .playing:
      self.init("a demo is playing and cannot be recorded: it is a scenario already", .failure)
    case .notEmpty(let path):
      self.init("\(path) is not empty; name a new file", .usage)
    case .notAFile(let path): self.init("\(path) is not a file that can be written", .usage)
    case .cannotOpen(let error):
      self.init(
        "\(error.path ?? "the recording") cannot be written: \(error.reason); name another file",
        .usage)
    case .system(let error): self.init(ErrorMessage.sentence(error), .failure)
    }
  }

  private init(authority error: CertificateAuthority.Failure) {
    switch error {
    case .broken(let path, let message):
      self.init("\(path) cannot be used: \(message); delete it to create a new one", .unavailable)
    case .keyMismatch(let certificatePath, let keyPath):
      self.init(
        "\(keyPath) does not belong to \(certificatePath); delete both to create new ones",
        .unavailable)
    case .system(let error):
      self.init(
        "the folder of the local CA cannot be used: \(ErrorMessage.sentence(error)); "
          + "XDG_DATA_HOME names another", .unavailable)
    case .openSSL(let message):
      self.init("no certificate could be created: \(message)", .unavailable)
    }
  }

  private init(terminal error: TerminalError) {
    switch error {
    case .notATerminal: self.init("this is not a terminal", .unavailable)
    case .unknownType(let type?):
      self.init("TERM=\(type) is not in terminfo", .unavailable)
    case .unknownType(nil): self.init("TERM is not set", .unavailable)
    case .cannotMoveCursor(let type):
      self.init("TERM=\(type) cannot move the cursor", .unavailable)
    case .hungUp: self.init("the terminal was closed", .unavailable)
    }
  }

  /// Creates the message for a line typed in the inbox, which names the help without the program's
  /// name.
  init(typed failure: Arguments.Failure) {
    self.init(usage: failure) { command in
      command.map { "help \($0)" } ?? "help"
    }
  }

  private init(
    usage failure: Arguments.Failure,
    help: (String?) -> String = { command in
      (["pushinbox", command, "--help"] as [String?]).compactMap(\.self).joined(separator: " ")
    }
  ) {
    let text: String
    switch failure {
    case .unknownCommand(let name, let nearest):
      text =
        "there is no command “\(name)”" + ErrorMessage.suggestion(nearest, help: help(nil))
    case .unknownOption(let name, let command, let nearest):
      text =
        "there is no option \(name)"
        + ErrorMessage.suggestion(nearest, help: help(command))
    case .missingValue(let name, let placeholder):
      text = "\(name) needs a value: \(name) \(placeholder)"
    case .excluded(let name, let other):
      text = "\(name) and \(other) exclude each other"
    case .unexpectedValue(let name):
      text = "\(name) takes no value"
    case .words(let command, let problem):
      text = "\(command) \(problem)" + (problem.hasSuffix("?") ? "" : "; see \(help(command))")
    case .value(let option, let value, let expected):
      text = "\(option) “\(value)”: expected \(expected)"
    }
    self.init(text, .usage)
  }

  private static func suggestion(_ nearest: String?, help: String) -> String {
    nearest.map { "; did you mean \($0)?" } ?? "; see \(help)"
  }
}

extension StoreRepair {
  /// A part of a sentence about what was recovered, and where the damaged file is.
  var summary: String {
    let pushes = pushCount.counted("push was", "pushes were")
    return "\(pushes) recovered, and the damaged file was moved to \(movedTo)"
  }
}
