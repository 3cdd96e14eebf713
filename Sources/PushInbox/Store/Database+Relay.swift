import InboxModel

extension Database {
  /// Stores a change of the relay.
  func apply(
    _ change: RelayChange, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    switch change {
    case .report(let feed, let report):
      try run(
        "INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?)", report.number, feed.provider,
        feed.device, JSONWriter.text(report.json))
      counters.lastReport = max(counters.lastReport, report.number)
    case .reportsGone(let feed, let number):
      try run(
        "DELETE FROM reports WHERE number <= ? AND provider = ? AND device = ?", number,
        feed.provider, feed.device)
    case .offered(let push):
      try insert(push)
      counters.offered += 1
    case .phone(let phone, let seenAt?):
      try run("INSERT OR REPLACE INTO phones VALUES (?, ?)", phone, Timestamp.milliseconds(seenAt))
    case .phone(let phone, nil):
      for table in ["phones", "phone_counts", "phone_streams", "offers"] {
        try run("DELETE FROM \(table) WHERE phone = ?", phone)
      }
    case .offerGone(let phone, let id):
      try run("DELETE FROM offers WHERE phone = ? AND id = ?", phone, id.rawValue)
    case .phoneStream(let phone, let stream?):
      try run("INSERT OR REPLACE INTO phone_streams VALUES (?, ?, 0)", phone, stream)
    case .phoneStream(let phone, nil): try run("DELETE FROM phone_streams WHERE phone = ?", phone)
    case .phoneReported(let phone, let number):
      try run("UPDATE phone_streams SET reported = ? WHERE phone = ?", number, phone)
    case .phoneCounts(let phone, let app, let counts):
      try run(
        "INSERT OR REPLACE INTO phone_counts VALUES (?, ?, ?, ?, ?)", phone, app,
        counts.given, counts.numbered, counts.acknowledged)
    case .fed(let offset):
      try replaceFeedPosition.run(
        offset.provider, offset.device, offset.app, offset.position)
    }
  }

  private func insert(_ push: RelayedPush) throws(DatabaseError) {
    try insertOffer.run(push.phone, push.id.rawValue, push.app, push.position, push.number)
    try countOffer.run(push.phone, push.app, push.position, push.number)
  }

  /// Writes the subscribed phones and the phone's state of its providers over the stored ones.
  func restoreRelay(
    _ kept: KeptGuests, counting counters: inout StoredCounters
  ) throws(DatabaseError) {
    for (id, phone) in kept.phones {
      var changes: [RelayChange] = [.phone(id, seenAt: phone.seenAt)]
      changes += phone.apps.map { .phoneCounts(id, $0.key, $0.value) }
      if let stream = phone.stream {
        changes += [.phoneStream(id, stream), .phoneReported(id, through: phone.reported)]
      }
      for change in changes { try apply(change, counting: &counters) }
    }
    for (feed, positions) in kept.feedPositions {
      for (app, position) in positions {
        try replaceFeedPosition.run(feed.provider, feed.device, app, position)
      }
    }
    for (feed, reports) in kept.reports {
      for report in reports { try apply(.report(feed, report), counting: &counters) }
    }
  }

  /// Reads the subscribed phones, and the phone's state of its providers.
  func readRelay(into kept: inout KeptGuests) throws(DatabaseError) {
    let phones = try select("phone, seen_at FROM phones")
    while try phones.step() {
      kept.phones[phones.identifier(0)] = SubscribedPhone(
        seenAt: Timestamp.date(milliseconds: phones.int(1)))
    }
    let counts = try select("phone, app, given, numbered, acknowledged FROM phone_counts")
    while try counts.step() {
      kept.phones[counts.identifier(0)]?.apps[counts.identifier(1)] =
        SubscribedPhone.Counts(
          given: counts.count(2), numbered: counts.count(3), acknowledged: counts.count(4))
    }
    let streams = try select("phone, stream, reported FROM phone_streams")
    while try streams.step() {
      kept.phones[streams.identifier(0)]?.stream = streams.string(1)
      kept.phones[streams.identifier(0)]?.reported = streams.count(2)
    }
    let fed = try select("provider, device, app, position FROM feed_positions")
    while try fed.step() {
      let feed = StreamID(provider: fed.identifier(0), device: fed.identifier(1))
      kept.feedPositions[feed, default: [:]][fed.identifier(2)] = fed.count(3)
    }
    let reports = try select("provider, device, report FROM reports ORDER BY number")
    while try reports.step() {
      guard let json = JSONObject(stored: reports.bytes(2)),
        let report = ArrivalReport(.object(json))
      else { continue }
      let feed = StreamID(provider: reports.identifier(0), device: reports.identifier(1))
      kept.reports[feed, default: []].append(report)
    }
  }
}
