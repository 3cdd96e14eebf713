import InboxModel

extension Database {
  /// Reads what the ICQ server knows of its users.
  func readICQ(into snapshot: inout Snapshot) throws(DatabaseError) {
    var waiting: [String: [ICQEvent]] = [:]
    let events = try select("uin, event FROM icq_waits ORDER BY number")
    while try events.step() {
      guard let event = JSONObject(stored: events.bytes(1)).flatMap(ICQEvent.init(stored:))
      else { continue }
      waiting[events.string(0), default: []].append(event)
    }
    let accounts = try select("uin, account FROM icq ORDER BY uin")
    while try accounts.step() {
      guard let object = JSONObject(stored: accounts.bytes(1)),
        let account = ICQAccount(stored: object, waiting: waiting[accounts.string(0)] ?? [])
      else { continue }
      snapshot.guests.icq.append(account)
    }
  }
}
