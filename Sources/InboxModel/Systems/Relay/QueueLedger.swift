import Foundation

/// The counts of numbered, relayed and received pushes: those numbered here, those received from a
/// provider in another process, and those relayed to phones in other processes. For the second kind
/// it makes reports to the provider (`docs/reference/queue.md`, "Counts").
struct QueueLedger: Equatable, Sendable {
  /// The maximum number of outstanding pushes, and of reports that wait for one provider; the
  /// oldest are removed.
  static let limit = 10_000

  private struct Key: Hashable {
    var queue: CountedQueue
    var number: Int
  }

  private(set) var counts: [CountedQueue: QueueCounts] = [:]
  private var outstanding: [Key: OutstandingPush] = [:]
  /// The reports that providers have not received or confirmed yet, oldest first.
  private(set) var reports: [StreamID: [ArrivalReport]] = [:]
  private(set) var lastReport = 0
  /// The providers that do not accept reports.
  private var deafProviders: Set<ProviderID> = []

  /// The counts that changed since they were last stored.
  private var changedCounts: Set<CountedQueue> = []
  private var changedPushes: Set<Key> = []
  /// The outstanding pushes that were never stored.
  private var freshPushes: Set<Key> = []
  private var newReports: [(StreamID, ArrivalReport)] = []
  private var confirmed: [StreamID: Int] = [:]

  // MARK: The phone's side, and the local provider

  /// Counts a push that was numbered here, or received from a provider for the first time.
  mutating func countSent(_ push: Delivery) {
    guard let queue = push.countedQueue else { return }
    add(to: \.sent, of: queue, position: push.countedPosition, sentAt: push.sentAt)
    guard let number = push.countedNumber else { return }
    insert(
      OutstandingPush(
        queue: queue, number: number, position: push.countedPosition, sentAt: push.sentAt))
  }

  /// Counts a provider's push that the phone's side rejected.
  mutating func countRejected(_ place: StreamOffset, at now: Date) {
    let (queue, sentAt) = (CountedQueue.feed(place.feed, place.app), place.sentAt ?? now)
    add(to: \.sent, of: queue, position: place.position, sentAt: sentAt)
    count(.rejected, queue, position: place.position, sentAt: sentAt)
  }

  /// Counts a repeated delivery.
  mutating func countRepeated(_ push: Delivery) { count(.repeated, push) }

  /// Counts a delivery that reached the phone.
  mutating func countArrived(_ push: Delivery, at now: Date) {
    guard let queue = push.countedQueue else { return }
    if let number = push.countedNumber {
      let key = Key(queue: queue, number: number)
      guard let entry = outstanding[key], entry.state != .unreadable else {
        return count(.duplicate, push)
      }
      remove(key)
      if entry.state == .reported { count(.found, push) }
    } else if push.transit.queue.isCopy {
      return count(.duplicate, push)
    }
    let waited = push.transit.queue.streamOffset?.waited ?? 0
    count(
      DeliveryOutcome(
        arrivalAfter: waited + now.timeIntervalSince(push.receivedAt),
        isSentAgain: push.transit.queue.isSentAgain), push)
  }

  /// Counts a delivery that did not reach the phone.
  mutating func countLost(_ push: Delivery, _ code: ReasonCode) {
    if let cause = DeliveryOutcome.Cause(code) { count(.lost(cause), push) }
  }

  /// Counts the content that the app's extension showed: the number of missing pushes, or the push.
  mutating func countShown(_ push: Delivery, _ finding: GapDetector.Finding) {
    guard let queue = push.countedQueue, let number = push.countedNumber else { return }
    let key = Key(queue: queue, number: number)
    guard let missed = finding.replacement else {
      guard outstanding[key]?.state == .unreadable else { return }
      remove(key)
      return count(.readable, push)
    }
    if outstanding[key] == nil {
      insert(
        OutstandingPush(
          queue: queue, number: number, position: push.countedPosition, sentAt: push.sentAt,
          state: .unreadable))
      count(.replaced, push)
    }
    for key in missing(in: queue, number - missed..<number) {
      guard var entry = outstanding[key] else { continue }
      entry.state = .reported
      insert(entry)
      count(.reportedMissing, queue, position: entry.position, sentAt: entry.sentAt)
    }
  }

  /// Returns the numbers of a range that are missing and were not reported, ascending.
  private func missing(in queue: CountedQueue, _ numbers: Range<Int>) -> [Key] {
    let isMissing = { (key: Key) in outstanding[key]?.state == .missing }
    guard numbers.count > outstanding.count else {
      return numbers.map { Key(queue: queue, number: $0) }.filter(isMissing)
    }
    return outstanding.keys.filter { $0.queue == queue && numbers.contains($0.number) }
      .filter(isMissing).sorted { $0.number < $1.number }
  }

  /// Counts a push without a subscription.
  mutating func countUnsubscribed(_ push: Delivery) {
    let queue = CountedQueue.local(QueueID(push))
    counts[queue, default: QueueCounts()].add(to: \.unsubscribed, sentAt: push.sentAt)
    changedCounts.insert(queue)
  }

  // MARK: The provider's side

  /// Counts a push that is relayed to a phone.
  mutating func countOffered(_ push: RelayedPush, at now: Date) {
    add(to: \.sent, of: .phone(push.phone, push.app), position: push.position, sentAt: now)
  }

  /// Counts a push that is not relayed to these phones, since its folder has no subscription.
  mutating func countUnwanted(_ push: Delivery, by phones: [PhoneID]) {
    for phone in phones {
      let queue = CountedQueue.phone(phone, push.app)
      counts[queue, default: QueueCounts()].add(to: \.unsubscribed, sentAt: push.receivedAt)
      changedCounts.insert(queue)
    }
  }

  /// Counts a relayed push that was no longer available when it could be sent.
  mutating func countGone(_ offer: ExpiredRelay) {
    let push = offer.push
    count(
      .lost(.expired), .phone(push.phone, push.app), position: push.position,
      sentAt: offer.sentAt)
  }

  /// Counts a phone's reports. Moments in the future count as now.
  mutating func countReported(_ reports: [ArrivalReport], by phone: PhoneID, at now: Date) {
    for report in reports {
      guard let outcome = report.outcome else { continue }
      count(
        outcome, .phone(phone, report.app), position: report.position,
        sentAt: min(report.sentAt, now))
    }
  }

  /// Restarts the counts of a phone: after the lower bounds, with the pushes up to the upper bounds
  /// sent already.
  mutating func begin(_ phone: PhoneID, _ apps: [BundleID: Range<Int>], at now: Date) {
    for (app, positions) in apps {
      let queue = CountedQueue.phone(phone, app)
      counts[queue] = QueueCounts(after: positions.lowerBound, sent: positions.count, at: now)
      changedCounts.insert(queue)
    }
  }

  /// Removes the counts of a phone.
  mutating func forget(_ phone: PhoneID) {
    for case .phone(phone, let app) in counts.keys { remove(.phone(phone, app)) }
  }

  // MARK: Counting

  /// Counts a numbered push.
  mutating func count(_ change: QueueChange) {
    if case .numbered(let push) = change { countSent(push) }
  }

  /// Counts a relayed push.
  mutating func count(_ change: RelayChange, at now: Date) {
    if case .offered(let push) = change { countOffered(push, at: now) }
  }

  /// Counts an event between processes.
  mutating func count(_ news: RelayNews, at now: Date) {
    switch news {
    case .received(let place, let push?) where place.isRepeat: countRepeated(push)
    case .received(_, let push?): countSent(push)
    case .received(let place, nil): if !place.isRepeat { countRejected(place, at: now) }
    case .unwanted(let push, let phones): countUnwanted(push, by: phones)
    case .gone(let offer): countGone(offer)
    case .begins(let phone, let given): begin(phone, given, at: now)
    case .reported(let phone, let reports): countReported(reports, by: phone, at: now)
    case .forgotten(let phone): forget(phone)
    }
  }

  private mutating func count(_ outcome: DeliveryOutcome, _ push: Delivery) {
    guard let queue = push.countedQueue else { return }
    count(outcome, queue, position: push.countedPosition, sentAt: push.sentAt)
  }

  private mutating func count(
    _ outcome: DeliveryOutcome, _ queue: CountedQueue, position: Int, sentAt: Date
  ) {
    if case .feed(let feed, let app) = queue, !deafProviders.contains(feed.provider) {
      report(outcome, of: app, position, sentAt: sentAt, to: feed)
    }
    guard counts[queue] != nil, position > counts[queue]?.start ?? 0 else { return }
    counts[queue]?.count(outcome, sentAt: sentAt)
    changedCounts.insert(queue)
  }

  private mutating func add(
    to counter: QueueTally.Counter, of queue: CountedQueue, position: Int, sentAt: Date
  ) {
    guard position > counts[queue]?.start ?? 0 else { return }
    counts[queue, default: QueueCounts()].add(to: counter, sentAt: sentAt)
    changedCounts.insert(queue)
  }

  private mutating func remove(_ queue: CountedQueue) {
    counts[queue] = nil
    changedCounts.insert(queue)
  }

  /// Restarts the counts after a sequence number of each queue.
  mutating func reset(after positions: (CountedQueue) -> Int, at now: Date) {
    for queue in counts.keys {
      counts[queue] = QueueCounts(after: positions(queue), at: now)
      changedCounts.insert(queue)
    }
  }

  /// The ledger without counts, with the reports that providers have not confirmed.
  var withoutCounts: QueueLedger {
    var ledger = QueueLedger()
    (ledger.reports, ledger.lastReport) = (reports, lastReport)
    ledger.deafProviders = deafProviders
    return ledger
  }

  /// Handles a provider that rewound the phone: it reuses sequence numbers.
  mutating func setBack(_ feed: StreamID, to positions: [BundleID: Int]) {
    for (app, position) in positions {
      let queue = CountedQueue.feed(feed, app)
      for key in outstanding.keys where key.queue == queue { remove(key) }
      guard let start = counts[queue]?.start, start > position else { continue }
      counts[queue]?.start = position
      changedCounts.insert(queue)
    }
  }

  // MARK: Outstanding pushes

  private mutating func insert(_ push: OutstandingPush) {
    let key = Key(queue: push.queue, number: push.number)
    if outstanding[key] == nil, !changedPushes.contains(key) { freshPushes.insert(key) }
    outstanding[key] = push
    changedPushes.insert(key)
    guard outstanding.count > Self.limit else { return }
    // They are removed together, so that a single push stays cheap.
    let oldest = outstanding.values.sorted { $0.sentAt < $1.sentAt }.prefix(Self.limit / 10)
    for push in oldest { remove(Key(queue: push.queue, number: push.number)) }
  }

  private mutating func remove(_ key: Key) {
    outstanding[key] = nil
    if freshPushes.remove(key) == nil {
      changedPushes.insert(key)
    } else {
      changedPushes.remove(key)
    }
  }

  // MARK: Reports

  private mutating func report(
    _ outcome: DeliveryOutcome, of app: BundleID, _ position: Int, sentAt: Date, to feed: StreamID
  ) {
    lastReport += 1
    let report = ArrivalReport(
      number: lastReport, app: app, position: position, sentAt: sentAt, outcome: outcome)
    reports[feed, default: []].append(report)
    newReports.append((feed, report))
    guard let waiting = reports[feed], waiting.count > Self.limit else { return }
    confirm(through: waiting[Self.limit / 10].number, by: feed)
  }

  /// Removes the reports that a provider has received, or will not accept.
  mutating func confirm(through number: Int, by feed: StreamID) {
    guard let first = reports[feed]?.first, first.number <= number else { return }
    reports[feed]?.removeAll { $0.number <= number }
    if reports[feed]?.isEmpty == true { reports[feed] = nil }
    newReports.removeAll { $0 == feed && $1.number <= number }
    confirmed[feed] = max(confirmed[feed] ?? 0, number)
  }

  /// Records whether a provider accepts reports; none are retained for one that does not.
  mutating func setReader(_ provider: ProviderID, _ readsReports: Bool) {
    guard !readsReports else {
      deafProviders.remove(provider)
      return
    }
    deafProviders.insert(provider)
    for feed in reports.keys where feed.provider == provider { confirm(through: .max, by: feed) }
  }

  // MARK: Storing

  /// Returns the changes since the last call: of the queues, and of the reports.
  mutating func drainChanges() -> (queues: [QueueChange], reports: [RelayChange]) {
    var queues: [QueueChange] = []
    for queue in changedCounts.sorted(by: <) { queues.append(.counts(queue, counts[queue])) }
    for key in changedPushes {
      queues.append(.outstanding(key.queue, number: key.number, outstanding[key]))
    }
    let gone = confirmed.map { RelayChange.reportsGone($0.key, through: $0.value) }
    let reports = gone + newReports.map { RelayChange.report($0, $1) }
    changedCounts = []
    changedPushes = []
    freshPushes = []
    newReports = []
    confirmed = [:]
    return (queues, reports)
  }

  /// The pushes that have not arrived, oldest first.
  var outstandingPushes: [OutstandingPush] {
    outstanding.values.sorted { ($0.sentAt, $0.number) < ($1.sentAt, $1.number) }
  }

  /// Restores a stored state.
  mutating func restore(
    _ counts: [CountedQueue: QueueCounts], _ pushes: [OutstandingPush],
    _ reports: [StreamID: [ArrivalReport]], lastReport: Int
  ) {
    self.counts.merge(counts) { $1 }
    for push in pushes { outstanding[Key(queue: push.queue, number: push.number)] = push }
    self.reports.merge(reports) { $1 }
    self.lastReport = max(self.lastReport, lastReport)
  }

  static func == (left: QueueLedger, right: QueueLedger) -> Bool {
    (left.counts, left.outstanding, left.reports, left.lastReport)
      == (right.counts, right.outstanding, right.reports, right.lastReport)
  }
}

extension Delivery {
  /// The queue that counts it; nil for none.
  var countedQueue: CountedQueue? {
    if let place = self.transit.queue.streamOffset { return .feed(place.feed, place.app) }
    return self.transit.queue.position == nil ? nil : .local(QueueID(self))
  }

  /// The sequence number by which it is sent again; nil if it is not numbered.
  var countedNumber: Int? {
    guard self.transit.queue.streamOffset != nil else { return self.transit.queue.position }
    guard case .position(let number, _) = self.payload.queueMark else { return nil }
    return number
  }

  /// Its position in the queue.
  var countedPosition: Int {
    self.transit.queue.streamOffset?.position ?? self.transit.queue.position ?? 0
  }

  /// The moment of acceptance, by its provider's clock.
  var sentAt: Date { self.transit.queue.streamOffset?.sentAt ?? self.receivedAt }
}
