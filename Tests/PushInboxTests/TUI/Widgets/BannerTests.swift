import InboxModel
import Testing

@testable import PushInbox

@Suite struct BannerTests {
  private func screen(
    _ level: String, language: String = "en", locked: Bool = false, rows: Int = 24
  ) -> String {
    var phone = PhoneStub { $0.device.languages = [language] }
    if locked { phone.change(.lock(.locked)) }
    let id = phone.push(#"{"alert":"Low","interruption-level":"\#(level)","thread-id":"t"}"#)
    var bench = Bench(phone, columns: 80, rows: rows)
    bench.send(.presented(id, at: PhoneStub.now))
    return bench.screen.text()
  }

  @Test(arguments: [
    ("critical", "en", "BANNER  CRITICAL  Chat / t"),
    ("time-sensitive", "en", "BANNER  TIME SENSITIVE  Chat / t"),
    ("critical", "ru", "BANNER  КРИТИЧЕСКОЕ  Chat / t"),
    ("time-sensitive", "de", "BANNER  DRINGEND  Chat / t"), ("active", "en", "BANNER  Chat / t"),
  ])
  func `a banner names its level in the phone's language`(
    level: String, language: String, title: String
  ) {
    #expect(screen(level, language: language).contains(title))
  }

  @Test(arguments: [("critical", "CRITICAL"), ("time-sensitive", "TIME SENSITIVE")])
  func `a lit lock screen and a banner of one line name the level`(
    level: String, label: String
  ) {
    #expect(screen(level, locked: true).contains("LOCK SCREEN  \(label)  Chat / t"))
    #expect(screen(level, rows: 15).contains(" BANNER \(label) Chat  Low"))
  }

  @Test(arguments: [("critical", "ru", "КРИТИЧЕСКОЕ"), ("time-sensitive", "en", "TIME SENSITIVE")])
  func `the lock screen names the level`(level: String, language: String, label: String) {
    var phone = PhoneStub { $0.device.languages = [language] }
    phone.push(#"{"alert":"Low","interruption-level":"\#(level)"}"#)
    var bench = Bench(phone)
    bench.press("I")
    #expect(bench.screen.text().contains("Chat  \(label) "))
  }
}
