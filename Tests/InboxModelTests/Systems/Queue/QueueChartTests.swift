import Foundation
import InboxModel
import Testing

@Suite struct QueueChartTests {
  /// Returns a phone after this number of pushes at this interval, some of them while it is
  /// offline.
  private func phone(_ count: Int, every seconds: Double, offline: Range<Int> = 0..<0) -> QueuePhone
  {
    var phone = QueuePhone { $0.repeatMaxCount = 1000 }
    for number in 0..<count {
      if number == offline.lowerBound, !offline.isEmpty { phone.set(online: false) }
      if number == offline.upperBound, !offline.isEmpty { phone.set(online: true) }
      phone.send()
      phone.advance(seconds)
    }
    return phone
  }

  @Test(arguments: [(10, 1.0, 1.0, 10), (64, 1, 1, 64), (65, 1, 2, 33), (100, 3600, 8192, 44)])
  func `the spans of columns double at the maximum number of columns`(
    count: Int, every: Double, span: Double, columns: Int
  ) {
    let counts = phone(count, every: every).counts
    #expect(counts.chart.span == span)
    #expect(counts.chart.columns.count == columns)
    #expect(counts.chart.columns.reduce(0) { $0 + $1.sent } == count)
    #expect(counts.chart.columns.reduce(0) { $0 + $1.delivered } == count)
  }

  @Test func `a repeated push counts in the column of its first sending`() {
    let counts = phone(30, every: 1, offline: 10..<20).counts
    let columns = counts.chart.columns
    #expect(columns.map(\.sent) == Array(repeating: 1, count: 30))
    // Of the pushes sent offline only the newest arrives without a request.
    #expect(columns[10..<20].map(\.delivered) == Array(repeating: 0, count: 9) + [1])
    #expect(columns[10..<20].map(\.recovered) == Array(repeating: 1, count: 9) + [0])
    #expect(counts.rate == 100)
  }

  @Test func `a chart fits into fewer columns`() {
    let chart = phone(60, every: 1).counts.chart
    let fitted = chart.fitted(to: 20)
    #expect(fitted.columns.count == 15)
    #expect(fitted.span == 4)
    #expect(fitted.columns.reduce(0) { $0 + $1.sent } == 60)
    #expect(chart.fitted(to: 0).columns.count == 1)
  }

  @Test func `the text shows the rates with and without the queue, JSON the columns`() {
    let phone = phone(30, every: 1, offline: 10..<20)
    let lines = QueueOutput.lines(phone.system.queueCounts, levels: QueueOutput.marks)
    #expect(lines.contains("  without   70.0 %  @@@@@@@@@@.........@@@@@@@@@@@"))
    #expect(lines.contains("  with it  100.0 %  @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"))
    #expect(lines.contains("  each column is 1s"))
    #expect(
      QueueOutput.json(phone.system.queueCounts).contains(
        #""chart":{"columns":[{"coalesced":0,"delivered":1,"duplicates":0,"expired":0,"late":0,"#
          + #""lost":0,"missing":0,"network":0,"recovered":0,"rejected":0,"repeated":0,"#
          + #""replaced":0,"reportedMissing":0,"sent":1,"unreadable":0,"unsubscribed":0},"#))
  }
}
