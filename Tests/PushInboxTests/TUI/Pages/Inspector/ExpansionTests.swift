import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Content extensions on the screen (`docs/rules.md` §8.6).
@Suite struct ExpansionTests {
  private static let card = #"{"alert":{"title":"Ann","body":"shared"},"category":"video-user"}"#

  /// Two pushes with an expanded view, #1 and #2, and a newer plain one.
  private func bench(hidesDefaultContent: Bool = false, answer: String? = nil) -> Bench {
    var phone = PhoneStub { settings in
      settings.apps[PhoneStub.chat, default: AppSettings()].contentExtension = ContentExtension(
        answer.map(ContentExtension.Source.stated)
          ?? .program(["./player"], folder: "/f"), categories: ["video-user"],
        hidesDefaultContent: hidesDefaultContent)
      settings.device.grouping = .off
    }
    phone.push(Self.card, age: 300)
    phone.push(Self.card, age: 200)
    phone.push(#"{"alert":"News"}"#, app: PhoneStub.news, age: 50)
    return Bench(phone)
  }

  private func asked(_ bench: Bench) -> [NotificationID?] {
    bench.wanted.compactMap { if case .expand(let run) = $0 { .some(run?.id) } else { nil } }
  }

  private func printed(_ text: String) -> ExtensionAnswer { .printed(Array(text.utf8)) }

  /// The non-empty lines of the open page.
  private func page(_ bench: Bench) -> [String] {
    bench.screen.text().split(separator: "\n").dropFirst(3).map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  @Test func `XIV-08 a content extension is run once each time its push is inspected`() {
    var bench = bench()
    bench.press("j")
    #expect(asked(bench).isEmpty)
    bench.press(.enter, "]", "[", "j")
    #expect(asked(bench) == [2])
    bench.send(.expanded(2, printed("card")))
    bench.press(.escape)
    #expect(asked(bench) == [2])
    #expect(bench.state.records.expansion == nil)
    bench.press(.enter)
    #expect(asked(bench) == [2, 2])
  }

  @Test func `no content extension is run for other pushes`() {
    var bench = bench()
    bench.press(.enter)
    #expect(asked(bench).isEmpty)
    #expect(page(bench).first == "News")
  }

  @Test func `§8.6 leaving the inspector ends the run, and a late view of another push is dropped`()
  {
    var bench = bench()
    bench.press("j", .enter, "J")
    #expect(asked(bench) == [2, nil, 1])
    bench.send(.expanded(2, printed("late")))
    #expect(bench.state.records.expansion == .init(id: 1, view: .working))
    bench.press(.escape)
    #expect(asked(bench) == [2, nil, 1, nil])
    bench.send(.expanded(1, printed("late")))
    #expect(bench.state.records.expansion == nil)
  }

  @Test func `§8.6 the text is below the view, or replaced by it`() {
    for hides in [false, true] {
      var bench = bench(hidesDefaultContent: hides)
      bench.press("j", .enter)
      #expect(page(bench).prefix(3) == ["The content extension is running.", "Ann", "shared"])
      bench.send(.expanded(2, printed("  a card\n\nof two\n")))
      let text = hides ? [] : ["Ann", "shared"]
      #expect(Array(page(bench).prefix(2 + text.count)) == ["a card", "of two"] + text)
    }
  }

  @Test(arguments: [
    (ExtensionAnswer.failed("exited with 1: no video"), "it exited with 1: no video."),
    (.timedOut, "it took too long and was ended."),
    (.failed("printed too much and was ended"), "it printed too much and was ended."),
    (.printed([]), "it printed nothing."),
  ])
  func `§8.6 a failed content extension is reported above the text`(
    answer: ExtensionAnswer, because: String
  ) {
    var bench = bench(hidesDefaultContent: true)
    bench.press("j", .enter)
    bench.send(.expanded(2, answer))
    #expect(
      page(bench).prefix(3) == ["The content extension failed: " + because, "Ann", "shared"])
  }

  @Test func `§8.6 with hidden previews no content extension is run`() {
    var bench = bench()
    bench.press("j", .enter)
    bench.send(.expanded(2, printed("a card")))
    bench.press("L")
    #expect(!bench.screen.text().contains("a card"))
    #expect(bench.state.records.expansion == nil)
    bench.press(.escape, .enter)
    #expect(asked(bench) == [2])
    bench.press("L")
    #expect(asked(bench) == [2, 2])
  }

  @Test func `the output of a content extension is sanitised`() {
    var bench = bench()
    bench.press("j", .enter)
    bench.send(.expanded(2, printed("a\u{1B}[31mb\u{7}\u{202E}c")))
    #expect(!bench.screen.text().unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 })
    #expect(page(bench).first?.hasPrefix("a") == true)
  }

  @Test func `a content extension with an answer is shown without running a program`() {
    var bench = bench(answer: "a card")
    bench.press("j", .enter)
    #expect(page(bench).first == "a card")
    #expect(asked(bench).isEmpty)
  }

  @Test func `the counts show the pushes that wait at a service extension`() throws {
    var phone = PhoneStub { settings in
      settings.apps[PhoneStub.chat, default: AppSettings()].serviceExtension = ServiceExtension(
        .stated(.null, after: 0))
    }
    phone.push(#"{"alert":"A","mutable-content":1}"#)
    var bench = Bench(phone)
    #expect(bench.screen.text().contains("1 at its extension"))
    bench.phone.push(#"{"alert":"News"}"#, app: PhoneStub.news)
    bench.phone.push(#"{"alert":"B","mutable-content":1}"#)
    bench.send(.listChanged(newest: nil))
    #expect(
      bench.screen.text().contains("1 push in 1 group, 1 unread, 2 at their extensions"))
  }

  @Test func `§8.1 in a small window the menu offers the first two actions`() throws {
    var phone = PhoneStub()
    phone.push(#"{"alert":"A","category":"MESSAGE"}"#)
    for (rows, count) in [(24, 4), (10, 2)] {
      let bench = Bench(phone, rows: rows)
      let entry = try #require(bench.device.inbox[1])
      #expect(ActionsMenu.offered(entry, in: bench.context).count == count, "\(rows) rows")
    }
  }
}
