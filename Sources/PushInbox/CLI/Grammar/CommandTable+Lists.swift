// What is done to the list as a whole, how senders find the inbox, and what shells and `man` want to know.

extension CommandTable {
  /// The words of a FILTER, for help and manual.
  static let filterHelp = """
    FILTER words: app: thread: title: body: payload: json: topic: id: token: level: category: type: reason: \
    before: after: late: larger: is:unread|read|quiet|silent|rejected|hidden has:action|reply, bare words and \
    "phrases"; a leading - negates. A bare word is looked for in title, subtitle, body, thread, app and \
    payload, payload:WORD in every key and value of the payload. json:data.order=4711 is a value of the \
    payload by its path, an element of an array by its number (items[0].id); without = it must be there. \
    filter:NAME stands for the words saved under “filters” in the configuration.
    """

  /// The word for the newest push, as in scenarios.
  static let newestPush = "last"

  private static let all = OptionSpec(
    name: "all", help: "everything in the list", isFromEnvironment: false)

  static let ingest = CommandSpec(
    name: "ingest", synopsis: "FILE|DIR|-…", summary: "pushes from files, in order",
    details: """
      Through the gateway like any push. Files named .apns or .json are one push each, all others and - are \
      push lines, one a line. Of a DIR it takes .apns, .json, .jsonl and .ndjson files by name, those of \
      its folders too, hidden ones not. What is no push is told with file, line, column and reason, kept \
      with the refused ones, and the rest is taken: it then exits 5, as for a DIR with no such file. On the \
      screen ^C ends it; what was read by then is taken.
      """,
    examples: [
      "pushinbox ingest feed.jsonl payloads/", "zcat feed.jsonl.gz | pushinbox ingest -",
    ], wordCount: 1...Int.max, takes: .files)

  static let lint = CommandSpec(
    name: "lint", synopsis: "FILE|DIR|-… [--json]",
    summary: "what is wrong, or not as meant, in files of pushes",
    details: """
      Reads what ingest reads and sends nothing: pushes that the gateway would refuse, by their reasons, and \
      advice on those it takes, one line each: FILE:LINE: LEVEL NAME: TEXT. LEVEL is error, warning or \
      advice; docs/lint.md has every NAME. Exits 1 when there was an error, with --deny-warnings also when \
      there was a warning, and 5 when something was no push. \
      The configuration's gateway and strings count.
      """,
    options: [
      OptionSpec(name: "json", help: "one object a line: file, level, line, name, path, text"),
      OptionSpec(name: "strict", help: "Apple's checks", isFromEnvironment: false),
      OptionSpec(
        name: "deny-warnings", help: "exit 1 for a warning, too", isFromEnvironment: false),
    ],
    examples: ["pushinbox lint payloads/ feed.jsonl", "pushinbox lint --strict push.apns"],
    wordCount: 1...Int.max, host: .process, takes: .files)

  static let export = CommandSpec(
    name: "export", synopsis: "[FILTER] [--json]", summary: "the list as JSON, with every payload",
    details: """
      As ls --json, and for each push its content, which nothing hides, and the payload exactly as it came. \
      It is JSON without --json too. Without a running inbox it reads the store. FILTER as for ls.
      """,
    options: [json], examples: ["pushinbox export app:chat > chat.json"], takes: .filter)

  static let read = CommandSpec(
    name: "read", synopsis: "FILTER | --all", summary: "mark read what matches",
    details:
      "What is in the list and unread; what is held is not there yet. FILTER as for ls; “last” alone is the newest.",
    options: [all],
    examples: ["pushinbox read app:chat thread:op-42", "pushinbox read --all"], takes: .filter)

  static let remove = CommandSpec(
    name: "rm", synopsis: "FILTER | --all", summary: "remove from the list what matches",
    details: """
      As “clear” does: the apps hear nothing of it. Without a word it removes nothing; everything is --all. \
      What is held is not in the list yet and stays. FILTER as for ls; “last” alone is the newest. With \
      is:rejected, or as R1 R2, it removes refused pushes from theirs, also from the store when no inbox runs; \
      --all does not mean them.
      """, options: [all],
    examples: [
      "pushinbox rm is:read before:7d", "pushinbox rm --all", "pushinbox rm is:rejected",
    ], takes: .filter)

  static let wait = CommandSpec(
    name: "wait", synopsis: "FILTER [--count N] [--timeout TIME]",
    summary: "until a push matches, and which",
    details: """
      Exits 0 as soon as N pushes match; what was received before counts, what was taken off the list does \
      not. Exits 4 at the time limit; without one it waits for ever. Refused pushes are meant by \
      is:rejected, or by a reason: that only they have. FILTER as for ls; "" is any push.
      """,
    options: [
      json,
      OptionSpec(name: "count", placeholder: "N", help: "how many (1)"),
      OptionSpec(name: "timeout", placeholder: "TIME", help: "how long at most, such as 10s"),
    ],
    examples: [
      "pushinbox wait app:chat thread:op-42 --timeout 10s",
      "pushinbox wait reason:BadDeviceToken --json --timeout 1m",
    ], wordCount: 1...Int.max, host: .stream, takes: .filter)

  static let fault = CommandSpec(
    name: "fault", synopsis: "add|ls|rm …", summary: "what goes wrong with pushes on purpose",
    details: """
      fault add KEY=VALUE…     to which pushes: next=2 (then it is over) every=10 percent=5 seed=42 token=HEX \
      app=BUNDLE; and what: answer=REASON delay=200ms drop=yes goaway=yes
      fault ls [--json]        those that are on, and what they did
      fault rm N… | --all      ends them
      What the checks refuse is told its own reason and counts for no fault. A push with answer is refused; \
      without it is accepted, also when its answer is late (delay), or when the connection is cut in place of \
      it (drop). goaway says Shutdown, or the reason, and closes when the other answers are out. The first \
      fault that strikes decides. They end with the program, but for those of the configuration (faults).
      """,
    options: [
      OptionSpec(name: "json", help: "with ls: JSON"),
      OptionSpec(name: "all", help: "with rm: every fault", isFromEnvironment: false),
    ],
    examples: [
      "pushinbox fault add next=2 answer=TooManyRequests",
      "pushinbox fault add percent=5 seed=42 app=com.example.chat drop=yes",
    ], wordCount: 1...Int.max,
    takes: .names(FaultVerb.allCases.map(\.rawValue) + FaultVerb.keys))

  static let queue = CommandSpec(
    name: "queue", synopsis: "[--json] [--reset]", summary: "what became of numbered pushes",
    details: """
      For each app on each device, for each provider that a feed subscribes to, and for each phone that has subscribed \
      to --offer: how many pushes were sent, how many arrived at once, late, or when they were sent again, how many \
      were lost and why, how many can be read, and how many would have arrived without the queue. A phone reports how \
      pushes arrive; of one that does not, what came of them is unknown. The counts are kept, and go on after a \
      restart. Which apps are numbered and how bad the way to the phone is are settings: set queue.apps+=BUNDLE \
      queue.loss=10.
      """,
    options: [
      OptionSpec(name: "json", help: "JSON instead of text"),
      OptionSpec(name: "reset", help: "count anew from now on, without what is on its way"),
    ],
    examples: ["pushinbox queue", "pushinbox queue --json", "pushinbox queue --reset"],
    wordCount: 0...0)

  static let env = CommandSpec(
    name: "env", synopsis: "[--client NAME]", summary: "how senders find the inbox",
    details: """
      Addresses, proxy and certificate of the running inbox, or of the one that would be started; with \
      --client the lines that make one library or tool deliver to it, directly or by proxy.
      """,
    options: [
      OptionSpec(
        name: "client", placeholder: "NAME", help: "curl, or a library for push services",
        choices: ClientSetup.all.map(\.name))
    ],
    examples: ["pushinbox env", "pushinbox env --client curl"], wordCount: 0...0)

  static let completions = CommandSpec(
    name: "completions", synopsis: "bash|zsh|fish", summary: "what a shell needs to complete words",
    details: """
      bash: eval "$(pushinbox completions bash)" in ~/.bashrc
      zsh: source <(pushinbox completions zsh) in ~/.zshrc, or the same in a file _pushinbox of $fpath
      fish: pushinbox completions fish > ~/.config/fish/completions/pushinbox.fish
      make install puts all three where shells look.
      """,
    examples: ["pushinbox completions bash"], wordCount: 1...1, host: .process,
    takes: .names(CompletionShell.allCases.map(\.rawValue)), otherNames: ["completion"])

  static let man = CommandSpec(
    name: "man", synopsis: "", summary: "the manual page",
    details: "Prints it as its source, for man; make install installs it.",
    examples: ["pushinbox man | man -l -"], wordCount: 0...0, host: .process)
}
