import Foundation
import Testing

@testable import PushInbox

/// Mouse reports typed into the built program on a pty, as any program with access to the
/// terminal's input can do.
@Suite(.patient) struct MouseReportTests {
  @Test func `a mouse report outside 1 to 65535 is ignored`() throws {
    let visit = try Visit()
    try visit.pty.waitFor("No push was received yet.")
    let numbers = [
      "-9223372036854775808", "-1", "0", "", "65536", "9223372036854775807",
      "99999999999999999999999999999999999999",
    ]
    for number in numbers {
      for report in ["0;1;\(number)", "0;\(number);1", "\(number);1;1"] {
        visit.pty.type("\u{1B}[<\(report)M")
      }
    }
    // The old format: button, column and row, one byte each.
    visit.pty.type("\u{1B}[M\u{0}\u{0}\u{0}\u{1B}[M \u{20}\u{20}\u{1B}[M\u{7F}\u{7F}\u{7F}")
    visit.pty.type("?")
    try visit.pty.waitFor("Help")
    try visit.escape(from: "Help")
    try visit.leave("Q")
  }
}
