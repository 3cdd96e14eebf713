import InboxModel

/// The table of keys and commands, from which key handling, the help and the hints of the bottom
/// line are derived. The ``KeyTable`` of a page determines which commands work there, and which
/// have another meaning.
struct Keymap: Equatable, Sendable {
  /// A command with its keys and descriptions.
  struct Entry: Equatable, Sendable {
    var command: Command
    /// The keys in the order of the help; the hints name the first one.
    var keys: [Key]
    var section: Section
    /// The meaning in a few words.
    var help: String
    /// One word for the bottom line; nil for commands without a hint.
    var hint: String?
  }

  /// The headings of the help, in its order.
  enum Section: String, CaseIterable, Sendable {
    case item = "ON THE SELECTED ITEM"
    case move = "MOVE"
    case find = "FIND"
    case phone = "THE PHONE"
    case feed = "FEED"
    case views = "VIEWS"
    case settings = "SETTINGS"
    case terminal = "TERMINAL"
  }

  /// Every command, in the order of the help.
  private(set) var entries: [Entry]
  private var commands: [Key: Command]

  /// The default keymap.
  static let standard = Keymap(entries: Entry.standard)

  private init(entries: [Entry]) {
    self.entries = entries
    commands = Dictionary(
      entries.flatMap { entry in entry.keys.map { ($0, entry.command) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the command of a key; nil for an unbound key.
  subscript(_ key: Key) -> Command? {
    commands[key]
  }

  func entry(_ command: Command) -> Entry? {
    entries.first { $0.command == command }
  }

  /// Returns the key of a command that hints name; nil for a command without one.
  func key(of command: Command) -> Key? { entry(command)?.keys.first }

  /// Returns the name of that key; empty for a command without one.
  func keyName(of command: Command) -> String { key(of: command)?.name ?? "" }

  /// Returns the keys of a command as text, for instance `j ↓`.
  func keys(of command: Command) -> String {
    entry(command)?.keys.map(\.name).joined(separator: " ") ?? ""
  }
}

extension Keymap {
  /// Returns the default keymap with changes from key names to command names.
  ///
  /// A changed key is taken from its earlier command, unless it is the only key of that command.
  /// `problems` has the changes that were not made: first unknown keys and commands and keys named
  /// twice, in the order of the key names, then keys that were the only ones of a command.
  static func changed(by changes: [String: String]) -> (keymap: Keymap, problems: [SettingsError]) {
    var (changes, refused) = (changes, [SettingsError]())
    while true {
      let binding = Binding(changes)
      // Dropping that change may take a key from another command, so the result is checked again.
      guard let (name, error) = binding.loss else {
        return (Keymap(entries: binding.entries), binding.problems + refused)
      }
      changes[name] = nil
      refused.append(error)
    }
  }

  /// The keymap with changes, in which commands may have no key.
  private struct Binding {
    var entries = Entry.standard
    var problems: [SettingsError] = []
    /// The change that took the only key of a command, with its error; nil if none did.
    var loss: (name: String, error: SettingsError)?

    init(_ changes: [String: String]) {
      var given: [Key: String] = [:]
      var taken: [Command: (by: String, word: String)] = [:]
      for (name, word) in changes.sorted(by: { $0.key < $1.key }) {
        let path = SettingPath(["keys", name]).text
        guard let key = Key(named: name) else {
          let near = NearestName.of(name, among: Key.names)
          let kind = "the name of a key" + (near == nil ? " such as `x` or `Space`" : "")
          problems.append(SettingsError(.unknownName(of: kind), path: path, suggestion: near))
          continue
        }
        guard let index = entries.firstIndex(where: { $0.command.rawValue == word }) else {
          problems.append(
            SettingsError(
              .wrongValue(expected: "a command such as `read`", found: "`\(word)`"), path: path,
              suggestion: NearestName.of(word, among: Command.allCases.map(\.rawValue))))
          continue
        }
        if let other = given[key] {
          let other = SettingPath(["keys", other]).text
          problems.append(SettingsError(.excluded(by: other), path: path))
          continue
        }
        given[key] = name
        for other in entries.indices where other != index && entries[other].keys.contains(key) {
          taken[entries[other].command] = (name, word)
          entries[other].keys.removeAll { $0 == key }
        }
        entries[index].keys.removeAll { $0 == key }
        entries[index].keys.insert(key, at: 0)
      }
      for entry in entries where entry.keys.isEmpty {
        guard let taken = taken[entry.command] else { continue }
        let only = "`\(entry.command.rawValue)`, which has no other key"
        let path = SettingPath(["keys", taken.by]).text
        loss = (
          taken.by, SettingsError(.wrongValue(expected: only, found: "`\(taken.word)`"), path: path)
        )
        return
      }
    }
  }
}

extension Keymap.Entry {
  fileprivate static let standard: [Keymap.Entry] = [
    .init(.next, ["j", .down], .move, "next", hint: "scroll"),
    .init(.previous, ["k", .up], .move, "previous"),
    .init(.first, ["g", .home], .move, "first"),
    .init(.last, ["G", .end], .move, "last"),
    .init(.halfDown, [.control("d")], .move, "half page down"),
    .init(.halfUp, [.control("u")], .move, "half page up"),
    .init(.pageDown, [.control("f"), .pageDown], .move, "page down"),
    .init(.pageUp, [.control("b"), .pageUp], .move, "page up"),
    .init(.nextGroup, ["J"], .move, "next group"),
    .init(.previousGroup, ["K"], .move, "previous group"),
    .init(.fold, ["h", .left], .move, "fold group"),
    .init(.unfold, ["l", .right], .move, "unfold group"),
    .init(.toggle, [" "], .move, "fold or unfold", hint: "fold"),
    .init(.foldAll, ["-"], .move, "fold all"),
    .init(.unfoldAll, ["="], .move, "unfold all/diff"),
    .init(.inspect, [.enter], .item, "inspect", hint: "inspect"),
    .init(.tap, ["o"], .item, "open app", hint: "open app"),
    .init(.reply, ["r"], .item, "reply", hint: "reply"),
    .init(.actions, ["a"], .item, "actions, 1-9", hint: "actions"),
    .init(.read, ["m"], .item, "read / unread", hint: "read"),
    .init(.readGroup, ["M"], .item, "group read"),
    .init(.dismiss, ["d", .delete], .item, "dismiss", hint: "dismiss"),
    .init(.undo, ["u"], .item, "undo", hint: "undo"),
    .init(.clearAll, ["C"], .item, "clear all, asks"),
    .init(.snooze, ["z"], .item, "snooze"),
    .init(.why, ["w"], .item, "why: the trace", hint: "why"),
    .init(.edit, ["e"], .item, "edit + resend", hint: "edit+resend"),
    .init(.resend, ["R"], .item, "resend", hint: "resend"),
    .init(.save, ["s"], .item, "save as .apns", hint: "save"),
    .init(.pipe, ["|"], .item, "pipe payload", hint: "pipe"),
    .init(.copy, ["y"], .item, "copy, asks what", hint: "copy"),
    .init(.mark, ["v"], .item, "mark, to diff", hint: "mark"),
    .init(.accept, ["A"], .item, "accept anyway", hint: "accept"),
    .init(.previousTab, ["["], .item, "previous page"),
    .init(.nextTab, ["]"], .item, "next page", hint: "page"),
    .init(.otherPane, [.tab], .item, "other pane", hint: "pane"),
    .init(.lock, ["L"], .phone, "lock / unlock", hint: "lock"),
    .init(.doNotDisturb, ["D"], .phone, "Do Not Disturb", hint: "Do Not Disturb"),
    .init(.previews, ["H"], .phone, "hidden previews", hint: "previews"),
    .init(.appState, ["S"], .phone, "the app state"),
    .init(.mute, ["Z"], .phone, "mute the app"),
    .init(.grouping, ["b"], .phone, "grouping", hint: "grouping"),
    .init(.online, ["O"], .phone, "online / offline"),
    .init(.clock, ["T"], .phone, "the clock"),
    .init(.showSummary, ["i"], .phone, "summary now", hint: "summary now"),
    .init(.testPush, ["t"], .feed, "test push: menu", hint: "test push"),
    .init(.compose, ["c"], .feed, "compose a push", hint: "compose"),
    .init(.result, ["p"], .feed, "go to push sent", hint: "push sent"),
    .init(.follow, ["F"], .feed, "follow newest", hint: "follow"),
    .init(.pause, ["P"], .feed, "pause the screen", hint: "pause"),
    .init(.beep, ["B"], .feed, "beep if rejected"),
    .init(.filter, ["/"], .find, "filter", hint: "filter"),
    .init(.new, ["n"], .find, "new Focus, app", hint: "new"),
    .init(.previousMatch, ["N"], .find, "previous match"),
    .init(.quiet, ["!"], .find, "only silenced"),
    .init(.inbox, ["1"], .views, "inbox"),
    .init(.rejected, ["2"], .views, "rejected"),
    .init(.log, ["3"], .views, "log"),
    .init(.settings, ["4"], .views, "settings", hint: "settings"),
    .init(.held, ["5"], .views, "held pushes", hint: "held"),
    .init(.activities, ["6"], .views, "Live Activities"),
    .init(.lockScreen, ["I"], .views, "lock screen"),
    .init(.drop, ["x"], .settings, "reset", hint: "reset"),
    .init(.write, ["W"], .settings, "write to a file"),
    .init(.whatIf, ["."], .settings, "on past pushes", hint: "try"),
    .init(.commandLine, [":"], .terminal, "command line", hint: "command"),
    .init(.help, ["?"], .terminal, "help", hint: "help"),
    .init(.manual, [.function(1)], .terminal, "manual"),
    .init(.welcome, [.function(2)], .terminal, "welcome page"),
    .init(.cancel, [.escape], .terminal, "cancel, close", hint: "cancel"),
    .init(.back, ["q"], .terminal, "back, or quit", hint: "quit"),
    .init(.quit, ["Q"], .terminal, "quit now"),
    .init(.interrupt, [.control("c")], .terminal, "twice: quit"),
    .init(.mouse, ["%"], .terminal, "mouse on / off"),
    .init(.redraw, [.control("l")], .terminal, "redraw"),
    .init(.suspend, [.control("z")], .terminal, "suspend"),
  ]

  private init(
    _ command: Command, _ keys: [Key], _ section: Keymap.Section, _ help: String,
    hint: String? = nil
  ) {
    self.init(command: command, keys: keys, section: section, help: help, hint: hint)
  }
}
