import InboxModel

extension Database {
  /// Stores a change of the ICQ server.
  func apply(_ change: ICQService.Change) throws(DatabaseError) {
    switch change {
    case .account(let uin, nil): try run("DELETE FROM icq WHERE uin = ?", uin.rawValue)
    case .account(let uin, let account?):
      try run(
        "INSERT OR REPLACE INTO icq VALUES (?, ?)", uin.rawValue, StatementText(account.stored))
    case .waits(let uin, let event):
      try run(
        "INSERT INTO icq_waits (uin, event) VALUES (?, ?)", uin.rawValue,
        StatementText(event.stored))
    case .handed(let uin): try run("DELETE FROM icq_waits WHERE uin = ?", uin.rawValue)
    }
  }

  /// Writes the ICQ server's state of its users over the stored one.
  func restoreICQ(_ kept: KeptGuests) throws(DatabaseError) {
    for account in kept.icq {
      try apply(.account(account.uin, account))
      try apply(.handed(account.uin))
      for event in account.waiting { try apply(.waits(account.uin, event)) }
    }
  }

  /// Reads the ICQ server's state of its users.
  func readICQ(into kept: inout KeptGuests) throws(DatabaseError) {
    var waiting: [String: [ICQEvent]] = [:]
    let events = try select("uin, event FROM icq_waits ORDER BY number")
    while try events.step() {
      guard let event = ICQEvent(stored: events.bytes(1)) else { continue }
      waiting[events.string(0), default: []].append(event)
    }
    let accounts = try select("uin, account FROM icq ORDER BY uin")
    while try accounts.step() {
      let its = waiting[accounts.string(0)] ?? []
      if let account = ICQAccount(stored: accounts.bytes(1), waiting: its) {
        kept.icq.append(account)
      }
    }
  }
}
