import Foundation
import InboxModel
import Testing

@Suite struct SettingChangeStoredTests {
  static let moment = Date(timeIntervalSince1970: 1_776_193_082.004)

  @Test(arguments: [
    (SettingChange.lock(.locked), "lock", "locked"),
    (.previews(.never), "previews", "never"),
    (.grouping(.byApp), "grouping", "byApp"),
    (.language("pt-BR"), "language", "pt-BR"),
    (.online(false), "online", "no"),
    (.focusOn("dinner", until: nil), "focus", "dinner"),
    (.focusOn("a until: b", until: moment), "focus", "a until: b until:2026-04-14T18:58:02.004Z"),
    (.focusOff(since: moment), "focus", "off since:2026-04-14T18:58:02.004Z"),
    (.appState("com.example.chat", .terminated), "app.com.example.chat", "terminated"),
    (.mute("com.example.chat", until: moment), "mute.com.example.chat", "2026-04-14T18:58:02.004Z"),
  ])
  func `a stored change parses to the same value`(change: SettingChange, key: String, value: String)
  {
    #expect(change.key == key)
    #expect(change.storedValue == value)
    #expect(SettingChange(key: key, storedValue: value) == change)
  }

  @Test(arguments: [
    ("lock", "open"), ("online", "maybe"), ("app.x", "asleep"), ("mute.x", "1h"), ("colour", "red"),
  ])
  func `an invalid stored change is rejected`(key: String, value: String) {
    #expect(SettingChange(key: key, storedValue: value) == nil)
  }

  @Test func `an ended mute has no stored value`() {
    #expect(SettingChange.mute("x", until: nil).storedValue == nil)
  }
}
