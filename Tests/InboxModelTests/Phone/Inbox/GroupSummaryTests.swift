@testable import InboxModel
import Testing

@Suite struct GroupSummaryTests {
  /// Returns the line of a group, newest first: the weight and the sender of each entry.
  private func line(
    _ entries: [(Int, String?)], format: String? = nil, placeholder: String? = nil,
    style: SummaryStyle = .ios12, isHidden: Bool = false
  ) -> String? {
    var inbox = Inbox()
    for (index, entry) in entries.reversed().enumerated() {
      inbox.insert(
        .stub(index + 1, thread: "t").with {
          $0.summaryArgumentCount = entry.0
          $0.summaryArgument = entry.1
        }, grouping: .automatic)
    }
    guard let group = inbox.firstGroup.flatMap({ inbox.group($0) }) else { return nil }
    let category = Category(
      identifier: "M", hiddenPreviewsBodyPlaceholder: placeholder, categorySummaryFormat: format)
    return GroupSummary.text(
      of: group, in: inbox, category: category, style: style, isHidden: isHidden)
  }

  @Test func `a group of one has no line`() {
    #expect(line([(5, nil)]) == nil)
  }

  @Test(arguments: [([1, 1], "1 more notification"), ([9, 1, 3], "4 more notifications")])
  func `without a format the line counts the items of the other entries`(
    weights: [Int], text: String
  ) {
    #expect(line(weights.map { ($0, "Ann") }) == text)
  }

  @Test(arguments: [
    (["Ann", "Ann", "Ben", "Ann"], "5 more from Ann and Ben"),
    (["Ann", "Ann", "Ann", "Ann"], "5 more from Ann"),
    (["Zoe", "Ann", "Ben", "Cem"], "5 more from Ann, Ben and Cem"),
    (["Zoe", nil, "", "Ben"], "5 more from Ben"), (["Zoe", nil, nil, nil], "5 more notifications"),
  ])
  func `the iOS 12 format names the senders, newest first`(senders: [String?], text: String) {
    let entries = Array(zip([1, 1, 3, 1], senders))
    #expect(line(entries, format: "%u more from %@") == text)
  }

  @Test func `the iOS 15 style ignores names and keeps formats without them`() {
    let entries = [(1, "Ann"), (1, "Ben"), (4, "Cem")] as [(Int, String?)]
    #expect(line(entries, format: "%u more from %@", style: .ios15) == "5 more notifications")
    #expect(line(entries, format: "%u more messages", style: .ios15) == "5 more messages")
  }

  @Test func `a hidden group states the count of the thread without names`() {
    let entries = [(1, "Ann"), (1, "Ben"), (4, "Cem")] as [(Int, String?)]
    #expect(
      line(entries, format: "from %@", placeholder: "%u messages", isHidden: true) == "3 messages")
    #expect(line(entries, format: "from %@", isHidden: true) == "3 notifications")
  }

  @Test(arguments: [
    (nil, nil, "3 notifications"), ("%u messages", "%u more messages", "3 messages"),
    ("New mail", nil, "New mail (and 2 more)"),
    ("New mail", "%u more mails", "New mail (2 more mails)"),
    ("New mail", "%u more from %@", "New mail (and 2 more)"),
    (nil, "%u more mails", "Notification (2 more mails)"), ("", "", "3 notifications"),
  ])
  func `§4.2.8 a hidden stack has one line with one count`(
    placeholder: String?, format: String?, text: String
  ) {
    let entries = [(1, "Ann"), (1, "Ben"), (1, "Cem")] as [(Int, String?)]
    #expect(line(entries, format: format, placeholder: placeholder, isHidden: true) == text)
  }

  @Test func `the number of names is limited`() {
    let entries = (0..<500).map { (1, "S\($0)" as String?) }
    #expect(line(entries, format: "%@")?.contains("S12") == true)
    #expect(line(entries, format: "%@")?.contains("S13") == false)
  }
}
