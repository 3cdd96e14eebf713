import InboxModel

/// All commands and options: the table behind parsing, help, manual and completion.
///
/// The commands are in the room `CLI`, which overrides ``CommandList/commands``, because their
/// actions need the rooms between this one and `CLI`.
enum CommandTable: CommandList {
  static func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name || $0.otherNames.contains(name) }
  }

  /// Returns the options of a command, including the common ones.
  static func options(of command: CommandSpec?) -> [OptionSpec] {
    (command?.options ?? [json]) + sharedOptions(of: command)
  }

  /// Returns the options that a command shares with others, which can also be given in the
  /// environment.
  static func sharedOptions(of command: CommandSpec?) -> [OptionSpec] {
    let listening = command == nil || command?.isListening == true
    return (listening ? listeningOptions : []) + commonOptions
  }

  /// All options of all commands, to find the command among the words.
  static let allOptions = commonOptions + listeningOptions + commands.flatMap(\.options)

  /// The options of every command.
  static let commonOptions = [
    OptionSpec(name: "store", placeholder: "DIR", help: "store the inbox in DIR"),
    OptionSpec(name: "ephemeral", help: "store nothing"),
    OptionSpec(
      name: "config", placeholder: "FILE", help: "read this configuration file; /dev/null is none"),
    OptionSpec(
      name: "trust-folder", help: "consent to ./.pushinbox.json5 until it changes",
      // Consent is given to one folder after reading its file, not to all folders.
      isFromEnvironment: false),
    OptionSpec(name: "socket", placeholder: "PATH", help: "the control socket of the inbox"),
    OptionSpec(name: "no-color", help: "use no colors (like NO_COLOR)"),
    OptionSpec(name: "ascii", help: "use ASCII only: no symbols, no boxes"),
    OptionSpec(name: "no-mouse", help: "leave the mouse to the terminal (% toggles it)"),
    OptionSpec(name: "plain", help: "print one line per event, without a screen"),
    OptionSpec(
      name: "talk", help: "print sentences for a screen reader; read commands as lines"),
    OptionSpec(name: "quiet", help: "print nothing but results"),
    OptionSpec(name: "help", help: "print this help (also -h)", isFromEnvironment: false),
    OptionSpec(
      name: "version", help: "print the version (also -v and -V before a command)",
      isFromEnvironment: false),
  ]

  /// The options of commands that listen.
  static let listeningOptions = [
    OptionSpec(
      name: "listen", placeholder: "HOST:PORT",
      help: "the address for senders (127.0.0.1:2197; or a port alone; 0 picks one)",
      otherNames: ["port", "p", "host", "bind", "address", "addr"]),
    OptionSpec(
      name: "legacy", placeholder: "HOST:PORT",
      help: "serve Apple's binary interface too, for instance on 127.0.0.1:2195"),
    OptionSpec(
      name: "feedback", placeholder: "HOST:PORT",
      help: "serve its feedback service, for instance on 127.0.0.1:2196"),
    OptionSpec(
      name: "offer", placeholder: "unix:PATH",
      help: "allow other phones to subscribe to the pushes accepted here"),
    OptionSpec(
      name: "feed", placeholder: "SOURCE",
      help: "read push lines from FILE, -, unix:PATH, tcp:HOST:PORT or a URL",
      isRepeatable: true),
    OptionSpec(
      name: "feed-from", placeholder: "WHERE",
      help: "read a new FILE from its beginning or its end",
      choices: FeedStart.allCases.map(\.rawValue)),
    OptionSpec(
      name: "api", help: "serve the API for tests, /api/v1; its token is in api-token beside ca.pem"
    ),
    OptionSpec(
      name: "api-token-file", placeholder: "FILE", help: "serve that API with the token in FILE"),
    OptionSpec(name: "allow-network", help: "allow connections beyond this machine"),
    OptionSpec(name: "strict", help: "check as strictly as Apple; senders need credentials"),
    OptionSpec(
      name: "print-endpoints", help: "print the bound addresses as JSON on the first line of stdout"
    ),
  ]

  /// The option of commands whose results are text by default.
  static let json = OptionSpec(name: "json", help: "print JSON instead of text")

  /// The words of a filter, for help and manual.
  static let filterHelp = """
    FILTER words: app: thread: title: body: payload: json: topic: id: token: level: category: type: reason: \
    before: after: late: larger: is:unread|read|shown|quiet|heard|silent|hidden|rejected|activity has:action|reply, bare words and \
    "phrases"; a leading - negates. A bare word searches title, subtitle, body, thread, app and payload; \
    payload:WORD searches every key and value of the payload. json:data.order=4711 is a value of the \
    payload by its path, with array elements by number (items[0].id); without = the path must exist. \
    filter:NAME is the filter saved under “filters” in the configuration.
    """

  /// The word for the newest push, as in scenarios.
  static let newestPush = "last"

  /// The option with which `read` and `rm` apply to everything.
  static let all = OptionSpec(name: "all", help: "everything in the list")
}

/// The list of commands. A member of ``CommandTable`` takes precedence over the default here.
protocol CommandList {}

extension CommandList {
  /// An empty list, which the room `CLI` overrides.
  static var commands: [CommandSpec] { [] }
}
