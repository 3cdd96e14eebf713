@testable import InboxModel
import Testing

@testable import PushInbox

/// The stacks of the lock screen.
@Suite struct LockCardTests {
  @Test func `a very large stack hides no other and is counted completely`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Hello"}"#, app: PhoneStub.news)
    for _ in 0..<1200 { phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#) }
    let cards = LockCard.all(of: phone.device)
    #expect(cards.map(\.others) == [1199, 0])
  }

  @Test func `a secret push is neither on a stack nor counted`() {
    var phone = PhoneStub()
    phone.change(.lock(.locked))
    let secret =
      #"{"alert":"Code 4711","thread-id":"ann"},"fcm":{"android":{"notification":{"visibility":"SECRET"}}}"#
    phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#)
    phone.push(#"{"alert":"Dinner?","thread-id":"ann"}"#)
    phone.push(secret)
    let cards = LockCard.all(of: phone.device)
    #expect(cards.map(\.top.content.body) == ["Dinner?"])
    #expect(cards.map(\.others) == [1])
  }

  // MARK: Counts

  /// The lines of the lock screen between its edges.
  private func lockScreen(_ phone: PhoneStub) -> String {
    var bench = Bench(phone)
    bench.press("I")
    return bench.screen.text()
  }

  @Test func `a push silenced by a Focus is counted once, beside a passive one`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Lunch?","thread-id":"ann"}"#)
    phone.change(.focusOn("dnd", until: nil))
    phone.push(#"{"alert":"Dinner?","thread-id":"ann"}"#)
    phone.push(#"{"alert":"Offers","interruption-level":"passive"}"#, app: PhoneStub.news)
    #expect(LockCard.all(of: phone.device).map(\.others) == [0])
    let text = lockScreen(phone)
    #expect(text.contains("1 silenced by Focus, 1 quiet"))
    #expect(text.contains("Lunch?"))
    #expect(!text.contains("more"))
    #expect(!text.contains("(Do Not Disturb)"))
  }

  @Test func `a passive push without a Focus is quiet`() {
    var phone = PhoneStub()
    phone.push(#"{"alert":"Offers","interruption-level":"passive"}"#)
    #expect(LockCard.all(of: phone.device).isEmpty)
    let text = lockScreen(phone)
    #expect(text.contains("1 quiet"))
    #expect(!text.contains("silenced"))
  }

  // MARK: Hidden

  struct HiddenRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var category = Category(identifier: "C")
    var language = "en"
    let line: String
  }

  @Test(arguments: [
    HiddenRow(testDescription: "the phone's words", line: "3 notifications"),
    HiddenRow(testDescription: "in Russian", language: "ru", line: "3 уведомления"),
    HiddenRow(
      testDescription: "a placeholder that counts",
      category: Category(identifier: "C", hiddenPreviewsBodyPlaceholder: "%u messages"),
      language: "ru", line: "3 messages"),
    HiddenRow(
      testDescription: "a placeholder that does not",
      category: Category(identifier: "C", hiddenPreviewsBodyPlaceholder: "New mail"),
      language: "de", line: "New mail (und 2 weitere)"),
    HiddenRow(
      testDescription: "a summary format",
      category: Category(
        identifier: "C", hiddenPreviewsBodyPlaceholder: "New mail",
        categorySummaryFormat: "%u more mails"), line: "New mail (2 more mails)"),
  ])
  func `a hidden stack is one line with its count, on the lock screen and in the list`(
    row: HiddenRow
  ) {
    var phone = PhoneStub {
      $0.categories["C"] = row.category
      $0.device.languages = [row.language]
    }
    for number in 1...3 {
      phone.push(#"{"alert":"\#(number)","thread-id":"ann","category":"C"}"#)
    }
    phone.change(.lock(.locked))
    var bench = Bench(phone)
    bench.press("I")
    #expect(bench.screen.text().ranges(of: row.line).count == 1)
    bench.press("l")
    #expect(bench.screen.text().ranges(of: row.line).count == 1)
    let list = Bench(phone).screen.text().split(separator: "\n")
    #expect(list.count { $0.contains(row.line) } == 1)
    #expect(!list.contains { $0.contains("more notification") })
  }

  @Test func `a stack counts only lock screen notifications, with any grouping`() {
    var phone = PhoneStub {
      $0.categories["C"] = Category(
        identifier: "C", hiddenPreviewsBodyPlaceholder: "%u messages")
      $0.device.grouping = .byApp
    }
    for thread in ["a", "a", "b", "c"] {
      phone.push(#"{"alert":"Hi","thread-id":"\#(thread)","category":"C"}"#)
    }
    phone.handle(.marked([1], read: true), at: PhoneStub.now)
    phone.change(.lock(.locked))
    #expect(lockScreen(phone).contains("3 messages"))
    #expect(Bench(phone).screen.text().contains("4 messages"))
  }

  // MARK: Shown

  @Test(arguments: [
    ("en", nil, "(and 2 more)"), ("ru", nil, "(и ещё 2)"), ("ja", nil, "(ほか2件)"),
    ("ru", "%u more mails", "(2 more mails)"), ("en", "%u from %@", "(and 2 more)"),
  ])
  func `the summary below an entry is in the phone's language or by the category`(
    language: String, format: String?, words: String
  ) {
    var phone = PhoneStub {
      $0.categories["C"] = Category(identifier: "C", categorySummaryFormat: format)
      $0.device.languages = [language]
    }
    for _ in 1...3 { phone.push(#"{"alert":"Hi","category":"C"}"#) }
    #expect(lockScreen(phone).contains("Hi  " + words))
  }
}
