import InboxModel
import Testing

@testable import PushInbox

@Suite struct KeymapTests {
  @Test func `every command has a key, and no key has two commands`() {
    let entries = Keymap.standard.entries
    #expect(Set(entries.map(\.command)) == Set(Command.allCases))
    #expect(entries.allSatisfy { !$0.keys.isEmpty })
    let keys = entries.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    for entry in entries {
      for key in entry.keys { #expect(Keymap.standard[key] == entry.command) }
    }
  }

  @Test func `every key of the table can be named in a configuration`() {
    for key in Keymap.standard.entries.flatMap(\.keys) {
      #expect(Key(named: key.name) == key)
      #expect(Key(named: key.asciiName) == key)
    }
  }

  @Test(arguments: [
    ("m", Key.character("m")), ("ж", "ж"), ("space", " "), ("ENTER", .enter), ("return", .enter),
    ("up", .up), ("^d", .control("d")), ("^D", .control("d")), ("F12", .function(12)),
    ("M-x", .alt("x")), ("del", .delete), ("?", "?"), ("^", "^"), ("f", "f"),
  ])
  func `keys are parsed from their names`(name: String, key: Key) {
    #expect(Key(named: name) == key)
  }

  @Test(arguments: ["", "F13", "F0", "mm", "^1", "ctrl", "M-", "paste"])
  func `an unknown name is not a key`(name: String) {
    #expect(Key(named: name) == nil)
  }

  @Test func `a key assigned to another command is removed from its earlier one`() {
    let (keymap, problems) = Keymap.changed(by: ["X": "dismiss", "l": "why"])
    #expect(keymap["X"] == .dismiss)
    #expect(keymap["d"] == .dismiss)
    #expect(keymap["l"] == .why)
    #expect(keymap.keys(of: .why) == "l w")
    #expect(keymap.keys(of: .unfold) == "→")
    #expect(problems.isEmpty)
  }

  @Test func `the only key of a command stays with it, and each such change is reported`() {
    // Without the first change the second leaves `why` alone.
    let (keymap, problems) = Keymap.changed(by: [
      "m": "why", "w": "reply", "z": "undo", "X": "mute",
    ])
    for (key, command) in [("m", Command.read), ("w", .why), ("z", .snooze), ("X", .mute)] {
      #expect(keymap[Key(named: key) ?? .escape] == command)
    }
    #expect(
      problems.map(\.message) == [
        "`keys.m` must be `read`, which has no other key, not `why`",
        "`keys.z` must be `snooze`, which has no other key, not `undo`",
        "`keys.w` must be `why`, which has no other key, not `reply`",
      ])
    // Swapped keys are valid.
    #expect(Keymap.changed(by: ["m": "why", "w": "read"]).problems == [])
  }

  @Test func `an invalid binding is reported, one sentence each`() {
    let changes = [
      "Enter": "inspect", "return": "why", "F99": "read", "X": "explode", "quit": "q",
    ]
    let (keymap, problems) = Keymap.changed(by: changes)
    #expect(keymap[.enter] == .inspect)
    #expect(keymap["X"] == nil)
    #expect(
      problems.map(\.message) == [
        "`keys.F99` is not the name of a key; did you mean `F9`?",
        "`keys.X` must be a command such as `read`, not `explode`",
        "`keys.quit` is not the name of a key such as `x` or `Space`",
        "`keys.return` and `keys.Enter` exclude each other",
      ])
  }

  @Test(
    arguments: [
      (["X": "read"], nil), (["m": "why", "X": "read"], nil),
      (["m": "why"], "`keys.m` must be `read`, which has no other key, not `why`"),
      (
        ["X": "raed"], "`keys.X` must be a command such as `read`, not `raed`; did you mean `read`?"
      ),
      (["Entr": "read"], "`keys.Entr` is not the name of a key; did you mean `Enter`?"),
      (["Space": "read"], "`keys.Space` must be `toggle`, which has no other key, not `read`"),
      (["return": "tap"], "`keys.return` and `keys.Enter` exclude each other"),
    ] as [([String: String], String?)])
  func `changes that would take the only key of a command are rejected`(
    changes: [String: String], message: String?
  ) {
    var settings = PhoneSettings()
    // An earlier invalid binding, which the change did not cause.
    settings.keys = ["F77": "read", "Enter": "inspect"]
    let changes = changes.sorted { $0.key < $1.key }.map {
      SettingChange.setting(SettingPath(["keys", $0]), .string($1))
    }
    let error = Result { () throws(SettingsError) in
      try ScreenSettings.check(changes, over: settings)
    }
    if case .failure(let error) = error {
      #expect(error.message == message)
    } else {
      #expect(message == nil)
    }
  }

  @Test func `the keymap without changes is the standard one`() {
    let (keymap, problems) = Keymap.changed(by: [:])
    #expect(keymap == .standard)
    #expect(problems.isEmpty)
  }
}
