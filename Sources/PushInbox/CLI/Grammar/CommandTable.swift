import InboxModel

/// Every command and option: the one table behind parsing and help.
enum CommandTable {
  /// The command with this name.
  static func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name || $0.otherNames.contains(name) }
  }

  /// Whether a command can do without a running inbox, from the store.
  static func readsStore(_ command: CommandSpec?) -> Bool {
    ["ls", "show", "why", "what-if", "export"].contains(command?.name)
  }

  /// What a command understands: its own options and the common ones.
  static func options(of command: CommandSpec?) -> [OptionSpec] {
    let listening = command == nil || command?.isListening == true
    return (command?.options ?? [json]) + (listening ? listeningOptions : []) + commonOptions
  }

  /// Every option of every command, for finding the command among the words.
  static let allOptions = commonOptions + listeningOptions + commands.flatMap(\.options)

  /// Options of every command.
  static let commonOptions = [
    OptionSpec(name: "store", placeholder: "DIR", help: "keep the inbox in DIR"),
    OptionSpec(name: "ephemeral", help: "keep nothing"),
    OptionSpec(name: "config", placeholder: "FILE", help: "read this configuration"),
    OptionSpec(
      name: "trust-folder", help: "consent to all that ./.pushinbox.json5 sets, until it changes",
      // Given to one folder after a look at its file, not to all of them.
      isFromEnvironment: false),
    OptionSpec(name: "socket", placeholder: "PATH", help: "the control socket"),
    OptionSpec(name: "no-color", help: "no colors (as NO_COLOR does)"),
    OptionSpec(name: "ascii", help: "no symbols, no boxes"),
    OptionSpec(name: "no-mouse", help: "leave the mouse to the terminal (% switches it)"),
    OptionSpec(name: "plain", help: "one line per event, no screen"),
    OptionSpec(name: "talk", help: "for a screen reader: sentences, and commands typed as lines"),
    OptionSpec(name: "quiet", help: "nothing but results"),
    OptionSpec(name: "help", help: "this text (also -h)", isFromEnvironment: false),
    OptionSpec(
      name: "version", help: "the version (also -v and -V before a command)",
      isFromEnvironment: false),
  ]

  /// Options of the commands that listen.
  static let listeningOptions = [
    OptionSpec(
      name: "listen", placeholder: "HOST:PORT",
      help: "where senders connect (127.0.0.1:2197; a port alone will do, 0 picks one)",
      otherNames: ["port", "p", "host", "bind", "address", "addr"]),
    OptionSpec(
      name: "legacy", placeholder: "HOST:PORT",
      help: "Apple's binary interface too, for instance on 127.0.0.1:2195"),
    OptionSpec(
      name: "feedback", placeholder: "HOST:PORT",
      help: "and its feedback service, for instance on 127.0.0.1:2196"),
    OptionSpec(
      name: "offer", placeholder: "unix:PATH",
      help: "let other phones subscribe to what is accepted here"),
    OptionSpec(
      name: "feed", placeholder: "SOURCE",
      help: "push lines from FILE, -, unix:PATH (another's --offer), tcp:HOST:PORT, http:",
      isRepeatable: true),
    OptionSpec(
      name: "feed-from", placeholder: "WHERE",
      help: "start a FILE that was not read before at its beginning or end",
      choices: FeedStart.allCases.map(\.rawValue)),
    OptionSpec(name: "allow-network", help: "allow connections beyond this machine"),
    OptionSpec(name: "strict", help: "Apple's checks; senders prove who they are"),
    OptionSpec(
      name: "print-endpoints", help: "first line of stdout: the addresses bound, as JSON"),
  ]

  static let json = OptionSpec(name: "json", help: "JSON instead of text")

  /// All commands, in the order of the help.
  static let commands = [
    CommandSpec(
      name: "serve", synopsis: "[OPTIONS]", summary: "the same without a screen",
      details: "Receives pushes and prints one line per event until interrupted.",
      options: [OptionSpec(name: "json", help: "one JSON object per event")],
      examples: ["pushinbox serve --json --listen 127.0.0.1:0 --print-endpoints"],
      wordCount: 0...0, isListening: true, host: .process),
    CommandSpec(
      name: "demo", synopsis: "[STORY] [OPTIONS]",
      summary: "the inbox playing a scripted story",
      details: """
        Plays a story on a clock of its own; the other keys work as usual. Space pauses and continues, . plays \
        the next step at once, the comma goes back to the sentence before, q leaves. At the end r plays it again \
        and n plays the next story. STORY is a name that --list prints (chat by default) or a scenario file with \
        sentences (say) and keys (press). Nothing is stored.
        """,
      options: [
        OptionSpec(name: "list", help: "the names of the stories", isFromEnvironment: false),
        OptionSpec(
          name: "speed", placeholder: "X", help: "2 is twice as fast, 0 does not wait",
          isFromEnvironment: false),
      ],
      examples: ["pushinbox demo", "pushinbox demo languages --speed 2"],
      wordCount: 0...1, isListening: true, host: .process, takes: .stories),
    CommandSpec(
      name: "send", synopsis: "TEXT [OPTIONS]", summary: "a push to the running inbox",
      details: "Goes through the gateway like any push; prints what came of it.",
      options: [
        OptionSpec(name: "title", placeholder: "T", help: "the title"),
        OptionSpec(name: "subtitle", placeholder: "T", help: "the subtitle"),
        OptionSpec(name: "app", placeholder: "BUNDLE", help: "the app (com.example.app)"),
        OptionSpec(name: "thread", placeholder: "ID", help: "thread-id"),
        OptionSpec(name: "category", placeholder: "ID", help: "category"),
        OptionSpec(
          name: "level", placeholder: "LEVEL",
          help: "passive, active, time-sensitive or critical",
          choices: InterruptionLevel.allCases.map(\.rawValue)),
        OptionSpec(name: "badge", placeholder: "N", help: "the number on the icon"),
        OptionSpec(name: "sound", placeholder: "NAME", help: "a sound, or default"),
        OptionSpec(name: "collapse-id", placeholder: "ID", help: "apns-collapse-id"),
        OptionSpec(name: "token", placeholder: "HEX", help: "the device token"),
      ],
      examples: [
        "pushinbox send \"Build is green\" --thread ci",
        "pushinbox send \"Glucose low\" --app com.example.health --level critical",
      ],
      wordCount: 1...1),
    CommandSpec(
      name: "push", synopsis: "DEVICE [BUNDLE] FILE|-",
      summary: "an .apns file, arguments as for `xcrun simctl push`",
      details: """
        DEVICE is a device token, or any other word (such as booted) for this phone. BUNDLE may be left \
        out when the file has a “Simulator Target Bundle”.
        """,
      examples: [
        "pushinbox push booted com.example.mail assets/welcome.apns",
        "echo '{\"aps\":{\"alert\":\"Hi\"}}' | pushinbox push booted com.example.app -",
      ],
      wordCount: 2...3, takes: .files),
    ingest,
    CommandSpec(
      name: "ls", synopsis: "[FILTER] [--json]", summary: "what is in the list",
      details: "Without a running inbox it reads the store. " + filterHelp
        + " is:rejected and is:silent list refused and background pushes, newest first; with --json one "
        + "object a line.",
      options: [json],
      examples: ["pushinbox ls app:chat is:unread", "pushinbox ls is:rejected --json"],
      takes: .filter),
    CommandSpec(
      name: "show", synopsis: "ID [--json]", summary: "one push, whole",
      details: """
        ID is our number, the apns-id, the apns-unique-id or the request identifier; `last` is the newest push.
        """,
      options: [json],
      examples: ["pushinbox show 31"], wordCount: 1...1),
    CommandSpec(
      name: "why", synopsis: "ID [--json]", summary: "why it was shown, silenced or held",
      details: "Every rule in its order, the one that decided, and what would have changed it.",
      options: [json], examples: ["pushinbox why 31"], wordCount: 1...1),
    export,
    CommandSpec(
      name: "act", synopsis: "ID ACTION [--text T]", summary: "use an action",
      details: """
        ID as for show; `last` is the newest entry of the list, with `undo` what was done last. ACTION is an \
        action's identifier, `open` or `dismiss`; for an app on trial (provisional) also \
        `keep`, `keepInSummary` or `turnOff`. `snooze` puts a push off until --for is over: 45m, 17:30, \
        evening (18:00), tomorrow (08:00) or a moment. `undo` takes back what was done to it last.
        """,
      options: [
        OptionSpec(name: "text", placeholder: "T", help: "the answer of a text action"),
        OptionSpec(name: "for", placeholder: "TIME", help: "with snooze: how long, or until when"),
      ],
      examples: [
        "pushinbox act 31 REPLY_ACTION --text \"On my way\"", "pushinbox act 31 snooze --for 45m",
      ], wordCount: 2...2),
    read,
    remove,
    CommandSpec(
      name: "set", synopsis: "KEY=VALUE…", summary: "change the phone",
      details: """
        lock=locked|unlocked  dnd=on|off|30m|until:07:00  focus=NAME|off  focus.until=TIME
        previews=always|whenAuthenticated|never  grouping=automatic|byApp|off  ringer=on|silent
        online=yes|no  language=ru  app.BUNDLE=foreground|background|suspended|terminated|forceQuit
        mute.BUNDLE=1h|today|off  summary=now
        What an app does by itself: badge.BUNDLE=3, remove.BUNDLE=ID|all, subscribe.BUNDLE=ACCOUNT/FOLDER, \
        unsubscribe.BUNDLE=ACCOUNT/FOLDER
        clock=real|+5m|ISO-TIME
        Any other setting by its path in the configuration, under device, focus, summary, apps, \
        categories, queue or keys. Switches take true, yes or on and false, no or off; lists take a comma between \
        elements, and += and -= to add and take away; lists of objects, such as actions, take JSON, whole or by \
        number from 0; null takes one away. strings and categories take texts and objects here, and paths of \
        files in a configuration only, whose folder they are relative to. Words that contradict each other \
        are refused. What is set is kept and wins over files.
        """,
      examples: [
        "pushinbox set lock=locked dnd=30m",
        "pushinbox set apps.com.example.chat.banners=false device.stackThreshold=3",
        "pushinbox set focus.dinner.from=20:00 focus.dinner.to=21:00",
        "pushinbox set focus.dinner.allowApps+=com.example.chat",
        "pushinbox set categories.MAIL.actions='[{id:\"REPLY\",title:\"Reply\",textInput:{}}]'",
        "pushinbox set categories.MAIL.actions.0.title=Answer keys.X=dismiss",
      ], wordCount: 1...Int.max, takes: .settings),
    CommandSpec(
      name: "what-if", synopsis: "KEY=VALUE… [FILTER] [--json]",
      summary: "which pushes would have come out differently",
      details: """
        Asks the rules again about the pushes already received, with the phone as it was when each came \
        but for the changes; changes nothing. KEY: as for set, as far as a rule asks for it, languages and \
        strings with the text that would have been shown; clock=+5m or \
        clock=ISO-TIME for a push that comes later or then; interruption-level and filter-criteria for \
        what its sender could have said. Without a running inbox it reads the store.
        """,
      options: [json],
      examples: [
        "pushinbox what-if focus=off is:quiet",
        "pushinbox what-if focus.dinner.allowApps+=com.example.chat app:chat",
      ], wordCount: 1...Int.max, takes: .settingsAndFilter),
    wait,
    CommandSpec(
      name: "events", synopsis: "[FILTER] [--json]", summary: "the event stream, until interrupted",
      details: "One line per event; with --json one object per line.", options: [json],
      examples: ["pushinbox events --json app:chat"], host: .stream, takes: .filter),
    CommandSpec(
      name: "record", synopsis: "[FILE]",
      summary: "write what happens as a scenario, until interrupted",
      details: """
        Pushes, actions and changes of settings go to FILE, which must be new or empty; run FILE --json then \
        gives the same inbox as ls --json. Without FILE it ends the recording being made. Provider tokens are \
        not written. Meanwhile the clock does not go back: set clock=real is refused when it is ahead. Exits 2 when \
        FILE cannot be made, 1 when writing to it failed.
        """,
      examples: ["pushinbox record session.jsonl", "pushinbox run session.jsonl --json"],
      wordCount: 0...1, takes: .files),
    fault,
    queue,
    CommandSpec(
      name: "ready", synopsis: "[--wait TIME]", summary: "whether an inbox is running",
      details: "Exits 0 when one answers; with --wait it waits so long and exits 4 if none did.",
      options: [
        OptionSpec(name: "wait", placeholder: "TIME", help: "how long to wait, such as 5s")
      ],
      examples: ["pushinbox ready --wait 5s"], wordCount: 0...0),
    CommandSpec(
      name: "ca", synopsis: "", summary: "where the local CA's certificate is",
      details:
        "Prints the path of the certificate that TLS clients have to trust; makes it if need be.",
      examples: ["curl --http2 --cacert \"$(pushinbox ca)\" https://localhost:2197/ready"],
      wordCount: 0...0, host: .process),
    env,
    CommandSpec(
      name: "config", synopsis: "show|diff|reset|check|reload|init|untrust",
      summary: "what is set, and where it came from",
      details: """
        config show [--origin]   everything in force as a file; with where each value came from
        config diff              what was changed on the screen or by set, in the form of a file
        config reset [KEY…]      drops such changes: all, by their keys, or all below apps.BUNDLE
        config check [FILE]      every mistake with its place, in files of categories too; exits 6 if there is one;
                                 what is left out of ./.pushinbox.json5 for want of consent
        config reload            has the running inbox read the files again
        config untrust           withdraws the consent given by --trust-folder to this folder's file
        config init              writes a file with defaults and examples; overwrites nothing; in a shell only
        """,
      options: [
        OptionSpec(name: "origin", help: "with show: where each value came from"),
        OptionSpec(name: "json", help: "with show and diff: JSON; with --origin one line a value"),
      ],
      examples: [
        "pushinbox config show --origin", "pushinbox config reset lock apps.com.example.chat",
      ],
      wordCount: 1...Int.max, takes: .names(ConfigVerb.allCases.map(\.rawValue))),
    CommandSpec(
      name: "run", synopsis: "SCENARIO… [OPTIONS]", summary: "a scenario on the virtual clock",
      details: """
        Plays files of steps (push, advance, set, act, expect, screen …) without a terminal, store or network. \
        Two runs give the same bytes. Results are TAP 14 on standard output; what failed says what differs \
        and why. Exits 0; 1 when an expectation failed or results could not be written; 2 when an option is wrong \
        or a report cannot be made where it should be; 5 when a file is broken: the other files are played.
        VIEW: \(ScenarioView.names.alternatives); pages of a push show the newest.
        An expectation may have a name beside it, which the reports call it by. With --watch it runs again \
        when a scenario, or a file that one names, changes.
        --report writes one object a case: file, line, column, kind (expect, expectEvent, expectNone, screen, \
        or run for a file that ran to its end or broke), name, text, at, ok, differences, screenDiff, concerned (pushes with \
        their traces), error.
        """,
      options: [
        OptionSpec(name: "json", help: "instead of TAP the final inbox, one line per file"),
        OptionSpec(
          name: "screen", placeholder: "WxH", help: "instead of TAP the final screen, such as 80x24"
        ),
        OptionSpec(
          name: "view", placeholder: "VIEW", help: "with --screen: what is looked at",
          choices: ScenarioView.names),
        OptionSpec(name: "junit", placeholder: "FILE", help: "write JUnit XML too"),
        OptionSpec(name: "report", placeholder: "FILE", help: "write JSON lines too"),
        OptionSpec(name: "clock", placeholder: "ISO", help: "when it starts"),
        OptionSpec(name: "seed", placeholder: "N", help: "what identifiers are made from"),
        OptionSpec(
          name: "allow-programs", help: "let scenarios name programs to run, service extensions"),
        OptionSpec(
          name: "update", help: "write golden screens that differ; they fail once more"),
        OptionSpec(
          name: "watch", help: "run again whenever one of the files changes, until interrupted"),
      ],
      examples: [
        "pushinbox run assets/scenarios/*.jsonl --junit out.xml",
        "pushinbox run assets/scenarios/grouping.jsonl --screen 80x24",
      ],
      wordCount: 1...Int.max, host: .process, takes: .files),
    lint,
    completions,
    man,
  ]
}
