import Foundation
import InboxModel
import Testing

/// The link between gateway and phone.
@Suite struct LinkTests {
  /// Returns a phone whose apps do not count.
  private func phone(_ change: (inout LinkSettings) -> Void = { _ in }) -> QueuePhone {
    QueuePhone {
      $0.apps = []
      change(&$0.link)
    }
  }

  @Test func `a lost push is recorded and reported`() {
    var phone = phone { $0.loss = 100 }
    phone.send()
    #expect(phone.texts.isEmpty)
    #expect(phone.record?.notification.reason == .linkLost)
    #expect(phone.record?.notification.outcome == Outcome.none)
    #expect(phone.news == ["lost"])
  }

  @Test func `queue.loseNext=N loses the next N pushes, each time it is set`() {
    var phone = phone()
    phone.lose(2)
    phone.send()
    phone.lose(1)
    phone.send()
    #expect(phone.texts == ["3", "5"])
  }

  @Test func `the remaining number of losses is a setting, also after a restart`() {
    var phone = phone()
    phone.set("loseNext", 2)
    phone.send()
    #expect(phone.system.device.settings.queue.link.loseNext == 1)
    phone = QueuePhone(restarting: phone)
    #expect(phone.system.device.settings.queue.link.loseNext == 1)
    for _ in 1...2 { phone.send() }
    #expect(phone.texts == ["3"])
    #expect(phone.system.device.settings.queue.link.loseNext == 0)
  }

  @Test func `a file restarts the countdown only with another number`() {
    var phone = phone { $0.loseNext = 1 }
    for _ in 1...2 { phone.send() }
    #expect(phone.texts == ["2"])
    var files = PhoneSettings()
    files.queue.link.loseNext = 1
    phone.handle(.device(.configured(files)), at: phone.now)
    phone.send()
    #expect(phone.texts == ["2", "3"])
    files.queue.link.loseNext = 2
    phone.handle(.device(.configured(files)), at: phone.now)
    for _ in 1...3 { phone.send() }
    #expect(phone.texts == ["2", "3", "6"])
  }

  @Test func `the loss rate applies to the same pushes for the same seed`() {
    func lost(seed: Int) -> [InboxEvent] {
      var phone = phone {
        $0.loss = 30
        $0.seed = seed
      }
      for _ in 1...200 { phone.send() }
      return phone.events.filter { $0.name == "queue" }
    }
    #expect((30...90).contains(lost(seed: 1).count))
    #expect(lost(seed: 1) == lost(seed: 1))
    #expect(lost(seed: 1) != lost(seed: 2))
  }

  @Test func `a slow link delivers later, in order`() {
    var phone = phone { $0.delay = 5 }
    phone.send()
    phone.advance(1)
    phone.send()
    #expect(phone.texts.isEmpty)
    #expect(phone.system.nextMoment == .pushMoment + 5)
    phone.advance(4)
    #expect(phone.texts == ["1"])
    phone.advance(1)
    #expect(phone.texts == ["1", "2"])
  }

  @Test func `a push that the link reorders arrives after the next one`() {
    var phone = phone { $0.reorder = 100 }
    phone.send()
    phone.set("reorder", 0)
    phone.send()
    phone.advance(2)
    #expect(phone.events.filter { $0.name == "shown" }.map(\.id) == [2, 1])
  }

  @Test func `a push that the link duplicates is shown twice and listed once`() {
    var phone = phone { $0.duplicate = 100 }
    phone.send()
    phone.send(headers: [("apns-collapse-id", "a")])
    #expect(phone.texts == ["1", "2"])
    #expect(phone.events.filter { $0.name == "shown" }.count == 4)
  }

  @Test func `a push in transit to a phone that goes offline waits with the others`() {
    var phone = phone { $0.delay = 5 }
    phone.send()
    phone.set(online: false)
    phone.advance(10)
    #expect(phone.texts.isEmpty)
    #expect(phone.system.gateway.waitingCount == 1)
    phone.set(online: true)
    phone.advance(5)
    #expect(phone.texts == ["1"])
  }

  @Test func `a push in transit arrives after a restart`() {
    var phone = phone { $0.delay = 5 }
    phone.send()
    phone = QueuePhone(restarting: phone)
    #expect(phone.texts.isEmpty)
    phone.advance(5)
    #expect(phone.texts == ["1"])
  }

  @Test func `a lost duplicate does not affect its push`() {
    var phone = phone { $0.duplicate = 100 }
    phone.set("delay", "1s")
    phone.send()
    phone.set("duplicate", 0)
    phone.advance(1)
    #expect(phone.texts == ["1"])
    #expect(phone.records.allSatisfy { $0.place == .listed })
  }
}
