import Foundation

// The handling of a push that arrives.

extension Phone {
  mutating func receive(_ push: Delivery, _ effects: inout [Effect]) {
    let push = Guests.receive(arrived(push), in: &self, &effects)
    if routeToExtension(push, &effects) { return }
    show(push, .none, &effects)
  }

  /// Adds the moment and the ordinal of its arrival to a push. The record of a push that never
  /// arrived has no moment.
  private mutating func arrived(_ push: Delivery) -> Delivery {
    guard push.arrival == nil else { return push }
    var push = push
    lastArrival = lastArrival.next(for: push.id)
    push.arrival = lastArrival
    if push.transit.fate == .delivered { push.deliveredAt = now }
    return push
  }

  /// Decides about a push and shows it, after its app's extension if it has one.
  mutating func show(
    _ received: Delivery, _ served: PresentationContext.Extension, _ effects: inout [Effect]
  ) {
    // A push that an older version stored while it was at its extension has no arrival.
    var received = arrived(received)
    if received.transit.isAtExtension { received.transit.isAtExtension = false }
    let known = settings.device.era.understood(received)
    let predecessor = predecessor(of: known)
    var context = context(for: known)
    context.serviceExtension = served
    context.replaced = predecessor.map { $0.replaced + 1 } ?? 0
    let push = known.changed(in: context)
    if served != .none { context.lacksSound = lacksSound(of: push) }
    if let focus = context.focus {
      context.focus?.allowsSender = allowsSender(of: push, focus.name)
    }
    let (content, text) = localize(push)
    context.text = text.text
    context.language = text.language
    let decision = Presentation.decide(changed: push, in: context)

    var notification = DeliveredNotification(push, content: content, decision: decision)
    notification.textNote = text.note ?? served.failure
    complete(&notification, of: push, with: received.payload.text, context, decision)
    if let predecessor {
      if decision.isKept { retract(predecessor, by: .collapse, &effects) }
      if decision.reason == .remoteRemoved { retract(predecessor, by: .remote, &effects) }
    }
    if decision.presented.contains(.badge) {
      setBadge(push.payload.badge ?? 0, of: push.app, &effects)
    }
    recordCatchUp(received, context, decision, &effects)
    let place = insert(notification, decision)
    if let facts = context.activity?.wrappedValue {
      changeActivity(by: push, facts, decision, &effects)
    }
    if hasListeners || received.transit.queue.finding != nil {
      let record = PushRecord(
        notification: notification, place: place, delivery: received, context: context)
      effects.append(.store(.insert(record)))
    }
    let report =
      push.contents.wrappedValue.transit.broadcast == nil
      ? nil : push.report(of: context.activity?.wrappedValue, decision)
    present(notification, report, &effects)
    callApp(about: push, context, decision, &effects)
  }

  /// Completes the notification of a push with the phone's results, and shares its texts.
  private mutating func complete(
    _ notification: inout DeliveredNotification, of push: Delivery, with received: JSONText,
    _ context: PresentationContext, _ decision: PresentationDecision
  ) {
    notification.replaced = decision.isKept ? context.replaced : 0
    notification.sound = NotificationSound(
      of: push.payload, at: decision.level, isMissing: context.lacksSound)
    notification.openLabel = settings.device.era.openLabel(
      of: push.payload, languages: settings.device.languages
    ) { key in localization(of: push.app).text(key) }
    notification.payloadText = PayloadText(
      of: received, beside: notification, sharing: &sharedStrings)
    sharedStrings.share(&notification)
  }

  /// Records which push of a burst alerts, and the sentence that stands for the burst.
  private mutating func recordCatchUp(
    _ push: Delivery, _ context: PresentationContext, _ decision: PresentationDecision,
    _ effects: inout [Effect]
  ) {
    if let burst = context.catchUp, !burst.hasAlerted, decision.isLoud {
      Guests.recordAlert(of: push, in: &self, &effects)
    }
    if decision.outcome == .shown {
      catchUpBanner =
        context.statesCatchUp(decision.level)
        ? context.catchUp.map { Guests.sentence(about: $0.count, of: push.app, in: self) } : nil
    }
  }

  /// Returns the entry, listed or held, with the same request identifier (C2, C6); nil for none.
  private func predecessor(of push: Delivery) -> DeliveredNotification? {
    // The same push, delivered twice.
    if let same = inbox[push.id] ?? waiting[push.id]?.notification { return same }
    let message = push.payload.message
    if let message, message.operation == .remove, message.id == nil {
      return newest(message.kind, of: push)
    }
    // Other identifiers are only reported and not shared on purpose (C1): a feed may repeat
    // `line-1`.
    guard push.headers.collapseID != nil || message?.id != nil else { return nil }
    return inbox.entry(of: push.app, requestID: push.requestID).flatMap { inbox[$0] }
      ?? waiting.predecessor(of: push.app, requestID: push.requestID)
  }

  /// Returns the newest entry that the app made from a message of this kind in the thread, which a
  /// message without an identifier withdraws. It visits each entry of the app; few messages need
  /// it.
  private func newest(_ kind: String, of push: Delivery) -> DeliveredNotification? {
    let kind = CategoryID(kind)
    let isMeant = { (notification: DeliveredNotification) in
      notification.app == push.app && notification.categoryIdentifier == kind
        && notification.threadIdentifier == push.payload.threadIdentifier
    }
    let listed = inbox.ids(of: push.app).lazy.compactMap { inbox[$0] }.first(where: isMeant)
    let held = waiting.oldestFirst.last { isMeant($0.notification) }?.notification
    return [listed, held].compactMap(\.self).max { $0.arrival < $1.arrival }
  }

  private mutating func retract(
    _ notification: DeliveredNotification, by actor: InboxEvent.Actor,
    _ effects: inout [Effect]
  ) {
    if waiting.remove(notification.id) == nil {
      remove(notification.id, by: actor, &effects)
    } else {
      emitRemoved(notification, by: actor, &effects)
    }
  }

  private mutating func insert(
    _ notification: DeliveredNotification, _ decision: PresentationDecision
  )
    -> Place
  {
    if let until = decision.heldUntil {
      waiting.insert(HeldPush(notification: notification, until: until))
      return .held(until: until)
    }
    guard decision.presented.contains(.list) else {
      if decision.outcome == .silent { silentCount += 1 }
      return .unlisted
    }
    inbox.insert(notification, grouping: grouping(of: notification.app))
    return .listed
  }

  /// The maximum number of apps with a badge, since senders name apps as they like. Further ones
  /// get none.
  static let badgeLimit = 10_000

  /// Sets an icon's badge (B2, B3). On a phone with that setting, removing the badge removes the
  /// app's entries (B5).
  mutating func setBadge(_ badge: Int, of app: BundleID, _ effects: inout [Effect]) {
    let old = badges[app] ?? 0
    guard badge != old, old != 0 || badges.count < Self.badgeLimit else { return }
    badges[app] = badge == 0 ? nil : badge
    if hasListeners { effects.append(.store(.badge(app, badge))) }
    guard badge == 0, settings.device.badgeZeroClears else { return }
    for id in inbox.ids(of: app) { remove(id, by: .app, &effects) }
  }

  private mutating func present(
    _ notification: DeliveredNotification, _ broadcast: BroadcastReport?,
    _ effects: inout [Effect]
  ) {
    if notification.outcome == .shown { lastPresented = notification }
    emitPresented(notification, &effects, broadcast)
    if notification.outcome == .shown { effects.append(.present(notification.id)) }
    if notification.presented.contains(.critical) {
      effects.append(.ring(3))
    } else if notification.presented.contains(.sound) {
      effects.append(.ring(1))
    }
  }

  func emitPresented(
    _ notification: DeliveredNotification, _ effects: inout [Effect],
    _ broadcast: BroadcastReport? = nil
  ) {
    guard hasListeners else { return }
    let text = bannerText(of: notification)
    var event = event(
      about: notification,
      .presented(
        outcome: notification.outcome, reason: notification.reason,
        presented: notification.presented, title: text.title, body: text.body,
        requestID: notification.requestID, apnsID: notification.apnsID,
        times: notification.times))
    event.sound = notification.sound
    if let broadcast { event.broadcast = broadcast }
    effects.append(.emit(event))
  }

  /// Adds pushes to the list when their summary is due or their snooze ends: silently, at the
  /// position and with the time of their arrival.
  mutating func release(_ ready: [HeldPush], _ effects: inout [Effect]) {
    for push in ready {
      let notification = push.notification.released
      inbox.insert(notification, grouping: grouping(of: notification.app))
      effects.append(.store(.moved(notification, to: .listed)))
      emitPresented(notification, &effects)
    }
  }
}

// MARK: - The context of the rules

extension Phone {
  /// Returns the current context for a push whose text and predecessor are not resolved yet.
  mutating func context(for push: Delivery) -> PresentationContext {
    let app = settings.app(push.app)
    var context = PresentationContext()
    context.at = now
    context.lock = settings.device.lock
    context.era = settings.device.era
    context.previews = app.previews ?? settings.device.previews
    context.grouping = app.grouping ?? settings.device.grouping
    context.ringer = settings.device.ringer
    context.appName = app.name
    context.isInstalled = app.installed
    context.appState = runState(of: push.app)
    context.permission = app.permission
    context.deliversQuietly = app.deliverQuietly
    context.mutedUntil = mutes[push.app]?.until
    context.showsOnLockScreen = app.lockScreen
    context.showsInList = app.list
    context.showsBanners = app.banners
    context.playsSounds = app.sounds
    context.lacksSound = lacksSound(of: push)
    context.setsBadges = app.badges
    context.timeSensitive = app.timeSensitive
    context.critical = app.critical
    context.assumesEntitlements = !push.transit.isStrict
    context.willPresent = app.present
    if let android = push.payload.android?.wrappedValue {
      context.channel = app.channel(android.channelID)
      // A push that arrives while the app is in the foreground belongs to the app.
      context.willPresent = .payloadOnly
    }
    if push.payload.isContentAvailable {
      context.refreshesInBackground = app.backgroundRefresh
      context.backgroundBudget = settings.device.backgroundBudget
      context.recentWakes = fetches.recentWakes(of: push.app, at: now).count
    }
    if push.typeInForce == .widgets {
      context.widgetBudget = settings.device.widgetBudget
      context.recentReloads = fetches.recentReloads(of: push.app, at: now).count
    }
    context.badge = badges[push.app] ?? 0
    context.summaryAt = summaryTime(of: push.app)
    context.summaryIsStandard = context.summaryAt != nil && settings.summary.isStandard
    if let focus = focusClock.inForce {
      context.focus = facts(of: focus, about: push)
    } else {
      context.focusTurnedOff = focusClock.turnedOff(at: now)
    }
    context.activity = activityFacts(about: push).map { Indirect(wrappedValue: $0) }
    context.catchUp = Guests.catchUp(of: push, in: self)
    return context
  }

  /// Returns whether the app's sounds are known and do not include the push's.
  private func lacksSound(of push: Delivery) -> Bool {
    guard let files = settings.apps[push.app]?.soundFiles, let name = push.payload.sound?.name
    else { return false }
    return !name.isEmpty && name != NotificationSound.defaultName && !files.contains(name)
  }

  /// Returns whether a Focus allows the sender, whom the app's extension may have named.
  private func allowsSender(of push: Delivery, _ focus: FocusName) -> Bool {
    guard let people = settings.focuses[focus]?.allowPeople, !people.isEmpty else { return false }
    return push.payload.senders.contains(where: people.contains)
  }

  func facts(of inForce: FocusInForce, about push: Delivery) -> PresentationContext.Focus {
    let settings = settings.focuses[inForce.name] ?? FocusSettings()
    var focus = PresentationContext.Focus(name: inForce.name)
    focus.isManual = inForce.isManual
    focus.until = inForce.until
    focus.isFollowed = inForce.isFollowed
    focus.allowsTimeSensitive = settings.allowTimeSensitive
    focus.allowsSender = allowsSender(of: push, inForce.name)
    focus.filter = settings.filters[push.app]
    focus.hidesBadges = settings.hideBadges
    switch settings.apps {
    case .allow(let apps): focus.allowsApp = apps.contains(push.app)
    case .silence(let apps):
      focus.allowsApp = !apps.contains(push.app)
      focus.silencesListed = true
    }
    return focus
  }

  /// The resolved parts of a push's text.
  struct ArrivedText {
    var text = PresentationContext.Text.literal
    var note: ReasonCode?
    var language: String?
  }

  /// Returns the text from the app's strings, and remarks about it (`docs/guides/localisation.md`).
  func localize(_ push: Delivery) -> (DeliveredNotification.Content, ArrivedText) {
    var content = DeliveredNotification.Content()
    var arrived = ArrivedText()
    guard let alert = push.payload.alert else { return (content, arrived) }
    lazy var localization = words(for: push)
    var faults: [TextFault] = []
    func resolve(_ part: LocalizableText?) -> String? {
      if case .literal(let text)? = part { return text.isEmpty ? nil : text }
      guard let resolved = part?.resolved(with: localization) else { return nil }
      // The reported language is the one in which a key was missing.
      if !faults.contains(where: { $0.kind == .keyMissing }) {
        arrived.language = resolved.language
      }
      arrived.text = .localized
      faults += resolved.faults.filter { !faults.contains($0) }
      return resolved.text
    }
    content.title = resolve(alert.title)
    content.subtitle = resolve(alert.subtitle)
    content.body = resolve(alert.body)
    if let message = push.payload.message, let file = message.file {
      content.subtitle = Guests.words(for: message)?.line(file, settings.device.languages)
    }
    // Android's `%1$s` is for strings.
    if push.payload.isForAndroid { faults.removeAll { $0.kind == .numberWanted } }
    faults.sort { $0.kind < $1.kind }
    if let worst = faults.first { (arrived.text, arrived.note) = (.faulty(faults), worst.code) }
    if arrived.text != .literal, content == DeliveredNotification.Content() {
      arrived.text = .empty
    }
    return (content, arrived)
  }

  /// Returns the app's strings, or those of a data message's system if the app has no text.
  private func words(for push: Delivery) -> Localization {
    let own = localization(of: push.app)
    guard let message = push.payload.message, own.find(message.kind) == nil,
      let words = Guests.words(for: message)
    else { return own }
    return words.localization(settings.device.languages)
  }
}

extension PresentationContext.Extension {
  /// The reason code of a failure that is reported beside the text.
  fileprivate var failure: ReasonCode? {
    switch self {
    case .timedOut, .failed: code
    case .none, .answered: nil
    }
  }
}

extension DeliveredNotification {
  /// Makes the entry of a push.
  fileprivate init(_ push: Delivery, content: Content, decision: PresentationDecision) {
    let payload = push.payload
    self.init(
      id: push.id, apnsID: push.apnsID, requestID: push.requestID, app: push.app,
      threadIdentifier: payload.threadIdentifier, categoryIdentifier: payload.categoryIdentifier,
      content: content, receivedAt: push.receivedAt, level: decision.level, badge: payload.badge,
      collapseID: push.headers.collapseID, replaced: 0, outcome: decision.outcome,
      reason: decision.reason, presented: decision.presented, isRead: false, acted: nil,
      summaryArgument: payload.alert?.summaryArgument,
      summaryArgumentCount: payload.alert?.summaryArgumentCount ?? 1,
      relevanceScore: payload.relevanceScore, token: push.token, topic: push.topic,
      pushType: push.headers.pushType, payloadSize: payload.bytes.count, textNote: nil)
    self.uniqueID = push.uniqueID
    self.deliveredAt = push.deliveredAt
    self.arrival = push.arrival ?? self.arrival
  }

  /// The notification of a held push that enters the list: quietly, with the reason for which it
  /// was held. A snoozed one becomes unread.
  fileprivate var released: DeliveredNotification {
    var notification = self
    notification.outcome = .quiet
    notification.presented.insert(.list)
    if self.reason == .snoozed { notification.isRead = false }
    return notification
  }
}
