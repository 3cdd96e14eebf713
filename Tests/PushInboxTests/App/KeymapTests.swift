import Testing

@testable import PushInbox

@Suite struct KeymapTests {
  @Test func `every command has a key and no key has two commands`() {
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
  func `keys are known by their names`(name: String, key: Key) {
    #expect(Key(named: name) == key)
  }

  @Test(arguments: ["", "F13", "F0", "mm", "^1", "ctrl", "M-", "paste"])
  func `what is no key has no name`(name: String) {
    #expect(Key(named: name) == nil)
  }

  @Test func `a key given to another command leaves the one that had it`() {
    let (keymap, problems) = Keymap.changed(by: ["X": "dismiss", "m": "why"])
    #expect(keymap["X"] == .dismiss)
    #expect(keymap["d"] == .dismiss)
    #expect(keymap["m"] == .why)
    #expect(keymap.keys(of: .why) == "m w")
    #expect(keymap.keys(of: .read) == "")
    #expect(problems == ["keys: no key is left for \"read\""])
  }

  @Test func `what cannot be bound is said, one sentence each`() {
    let changes = ["Enter": "inspect", "return": "why", "F99": "read", "X": "explode"]
    let (keymap, problems) = Keymap.changed(by: changes)
    #expect(keymap[.enter] == .inspect)
    #expect(keymap["X"] == nil)
    #expect(
      problems == [
        "keys: \"F99\" is not the name of a key",
        "keys: \"X\" is given to \"explode\", which is not a command",
        "keys: \"Enter\" and \"return\" are the same key",
      ])
  }

  @Test func `no change changes nothing`() {
    let (keymap, problems) = Keymap.changed(by: [:])
    #expect(keymap == .standard)
    #expect(problems.isEmpty)
  }
}
