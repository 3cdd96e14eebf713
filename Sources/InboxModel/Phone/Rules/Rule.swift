import Foundation

/// One question of the presentation pipeline (`docs/rules.md` §2). Rules know nothing of each
/// other but what the verdict has left.
struct Rule: Sendable {
  /// The name of its step.
  let name: StepName
  /// Answers for a push, and takes away what it has to from the verdict.
  let answer:
    @Sendable (
      _ push: Delivery, _ phone: PresentationContext, _ verdict: inout PresentationDecision
    ) ->
      PresentationDecision.RuleResult

  init(
    _ name: StepName,
    _ answer:
      @escaping @Sendable (Delivery, PresentationContext, inout PresentationDecision) ->
      PresentationDecision.RuleResult
  ) {
    self.name = name
    self.answer = answer
  }
}

// MARK: - What came

extension Rule {
  /// Nothing reaches an app that is not there (§2 step 1).
  static let app = Rule(.app) { push, phone, verdict in
    guard phone.isInstalled else {
      return verdict.stop(
        .appNotInstalled, "\(push.app.text) is not installed",
        setting: push.setting("installed"))
    }
    return verdict.ok("\(phone.title(of: push)) is installed")
  }

  /// Only text makes an entry; a badge or a sound alone does its own and nothing else (§2 steps 2
  /// to 4, §12, §14).
  static let kind = Rule(.kind) { push, phone, verdict in
    let type = push.typeInForce
    switch type {
    case .alert, .background:
      break
    case .voip, .complication, .fileprovider, .pushtotalk:
      return verdict.stop(.kindPushKit, "\(type.rawValue) pushes go straight to the app")
    case .liveactivity:
      return verdict.stop(.kindLiveActivity, "updates a Live Activity, which has its own place")
    default:
      return verdict.stop(.kindNotShown, "\(type.rawValue) pushes are not for people")
    }
    let payload = push.payload
    if let message = payload.appMessage?.wrappedValue,
      let answer = verdict.answer(about: message, of: push, in: phone)
    {
      return answer
    }
    let hindrance = payload.isContentAvailable ? phone.fetchHindrance(of: push) : nil
    if push.hasText(in: phone) {
      guard let hindrance else { return verdict.ok("there is text to show") }
      return verdict.addNote(
        "there is text to show; the app is not woken: \(hindrance.because(phone))",
        code: hindrance == .budget ? .kindBackgroundBudget : nil,
        setting: push.setting(of: hindrance))
    }
    if verdict.isLoud {
      return verdict.stop(
        .kindSoundOnly, "no text: a sound and no entry", leaving: [.badge, .sound, .critical])
    }
    if payload.badge != nil {
      return verdict.stop(.kindBadgeOnly, "no text: a badge and no entry", leaving: .badge)
    }
    if payload.isContentAvailable {
      guard let hindrance else {
        return verdict.stop(.kindBackground, "content-available and nothing to show: wakes the app")
      }
      return verdict.stop(
        hindrance == .budget ? .kindBackgroundBudget : .kindBackground,
        "content-available and nothing to show: waits, \(hindrance.because(phone))",
        setting: push.setting(of: hindrance))
    }
    return verdict.stop(.kindEmpty, "no text, no badge, no sound, no content-available")
  }

  /// The permission that the person gave the app (`docs/rules.md`, §11.1 to §11.15).
  static let permission = Rule(.permission) { push, phone, verdict in
    switch phone.permission {
    case .denied:
      return verdict.stop(
        .appDenied, "\(phone.title(of: push)) may not notify: the answer was no",
        setting: push.setting("permission"))
    case .notDetermined:
      return verdict.stop(
        .appNotDetermined, "\(phone.title(of: push)) has not asked for permission yet",
        setting: push.setting("permission"))
    case .provisional, .authorized:
      let allowed = phone.allowedOptions
      let lost = verdict.presented.subtracting(allowed)
      if verdict.canInterrupt, allowed.isDisjoint(with: [.banner, .list, .lock]) {
        return verdict.stop(
          .appOff, "Lock Screen, Notification Center and Banners are off",
          setting: push.setting("list"), leaving: allowed)
      }
      guard !lost.isEmpty else {
        return verdict.ok(phone.permission.rawValue, setting: push.setting("permission"))
      }
      return verdict.addNote(
        "\(phone.permission.rawValue), without \(lost.sentence)",
        setting: push.setting("permission"), without: lost)
    }
  }

  /// The service extension (§8.5): asked before, so that the rules from here on see what it made of
  /// the push; whatever went wrong with it, the push is shown as it came (N4, N6).
  static let `extension` = Rule(.extension) { push, phone, verdict in
    if let result = Guests.answer(ofExtensionFor: push, in: phone, &verdict) { return result }
    switch phone.serviceExtension {
    case .none:
      guard push.payload.isMutableContent else { return verdict.skip("mutable-content absent") }
      let isNoText = verdict.isStopped || !push.payload.hasAlert
      return verdict.skip(
        isNoText
          ? "no text is shown: no service extension is asked"
          : "no service extension is set for this app")
    case .answered(let answer, let changed):
      let rest = answer.hasAlert ? "" : "; an answer without text leaves the text as it came"
      guard !changed.isEmpty else {
        return verdict.ok(
          "the service extension changed nothing" + rest, setting: push.setting("extension"))
      }
      return verdict.addNote(
        "the service extension changed \(changed.joined(separator: ", "))" + rest,
        code: .extensionChanged, setting: push.setting("extension"))
    case .timedOut(let limit):
      return verdict.addNote(
        "the service extension took longer than \(TimeSpan.text(limit)): shown as it came",
        code: .extensionTimeout, setting: push.setting("extension"))
    case .failed(let problem):
      return verdict.addNote(
        "shown as it came, since the service extension \(problem)", code: .extensionFailed,
        setting: push.setting("extension"))
    }
  }

  /// The text in the person's language (`docs/localisation.md`): a missing string is worth saying,
  /// it stops nothing.
  static let text = Rule(.text) { push, phone, verdict in
    switch phone.text {
    case .literal:
      return push.hasText(in: phone)
        ? verdict.ok("literal text") : verdict.skip("no text")
    case .localized:
      return verdict.ok("text from \(phone.stringsTitle)", setting: push.setting("strings"))
    case .faulty(let faults):
      return verdict.addNote(
        phone.sentence(about: faults), code: faults.first?.code, setting: push.setting("strings"))
    case .empty:
      return verdict.addNote(
        "the app's string is empty: as if there were no text", setting: push.setting("strings"))
    }
  }
}

// MARK: - What the app and the person want

extension Rule {
  /// The app in the foreground is asked itself, and then nobody else is (§2 step 7, §9.2). Where it
  /// has no delegate that could be asked, all go on as if it were in the background.
  static let foreground = Rule(.foreground) { push, phone, verdict in
    guard phone.appState == .foreground else {
      return verdict.ok(
        "\(phone.title(of: push)) is not in the foreground", setting: push.stateSetting)
    }
    let sentence = phone.willPresent.sentence
    guard phone.appDecides else { return verdict.ok(sentence, setting: push.setting("present")) }
    let wanted = phone.willPresent.options
    var left = wanted.intersection([.badge, .list])
    if wanted.contains(.banner) { left.formUnion(PresentationDecision.interruption) }
    if wanted.contains(.sound) { left.formUnion(PresentationDecision.noise) }
    guard verdict.canInterrupt, !wanted.contains(.banner) else {
      return verdict.ok(
        sentence, setting: push.setting("present"), without: verdict.presented.subtracting(left))
    }
    return verdict.stop(
      .foregroundAppDeclined, sentence,
      setting: push.payload.isForAndroid
        ? push.stateSetting
        : phone.willPresent == .payloadOnly ? "device.era" : push.setting("present"),
      leaving: left)
  }

  /// The icon's number is the one sent, whatever comes of the rest (§2 step 8, B1 to B5); not for
  /// an app that is on trial or quiet (§14).
  static let badge = Rule(.badge) { push, phone, verdict in
    guard let badge = push.payload.badge else {
      return verdict.skip("no badge sent: it stays at \(phone.badge)")
    }
    guard verdict.presented.contains(.badge) else {
      return verdict.skip("a badge is not allowed here: it stays at \(phone.badge)")
    }
    if phone.deliversQuietly {
      return verdict.addNote(
        "delivered quietly: it stays at \(phone.badge)", setting: push.setting("deliverQuietly"),
        without: .badge)
    }
    if let focus = phone.focus, focus.hidesBadges {
      return verdict.ok(
        "\(phone.badge) → \(badge), kept; \(focus.title) hides badges while it is on",
        setting: "\(focus.setting).hideBadges")
    }
    return verdict.ok("\(phone.badge) → \(badge)")
  }

  /// An entry with the same request identifier makes room (§10 C1 to C7). Whether its successor
  /// alerts again is unverified; here it does, like any other (C4, §14).
  static let collapse = Rule(.collapse) { push, phone, verdict in
    guard verdict.isKept else { return verdict.skip("makes no entry: replaces none") }
    guard phone.replaced > 0 else {
      return verdict.ok("no entry with the identifier “\(push.requestID)”")
    }
    return verdict.addNote(
      "takes the place of an entry with the identifier “\(push.requestID)” (\(phone.replaced)×), "
        + "and alerts again",
      code: .collapseReplaced)
  }

  /// Quiet delivery: on trial, chosen, muted for a while (§2 step 10), or one of several that were
  /// sent again together. The first two bind every level; a mute, like Focus and the ringer, does
  /// not hold back critical pushes, nor does the fourth.
  static let delivery = Rule(.delivery) { push, phone, verdict in
    if phone.permission == .provisional {
      return verdict.stop(
        .appProvisional, "\(phone.title(of: push)) is on trial: list only",
        setting: push.setting("permission"), leaving: .list)
    }
    if phone.appDecides { return verdict.skip("the app in the foreground decided") }
    if phone.deliversQuietly {
      return verdict.stop(
        .appQuietly, "the person chose quiet delivery", setting: push.setting("deliverQuietly"),
        leaving: .list)
    }
    guard let until = phone.mutedUntil, phone.at < until else {
      return phone.catchUp.flatMap { Guests.answer(about: $0, &verdict) }
        ?? verdict.ok("not set to quiet delivery")
    }
    if verdict.level == .critical {
      return verdict.ok("muted, but critical", setting: push.muteSetting)
    }
    let zone = verdict.timeZone
    return verdict.stop(
      .appMuted, "muted until \(Timestamp.text(until, in: zone))", setting: push.muteSetting,
      leaving: [.list, .badge])
  }

  /// The scheduled summary keeps what is not urgent until its time (§2 step 11, §5.4). It stands in
  /// the Notification Center: where that is off for the app nothing is kept for it, since nothing
  /// may be lost.
  static let summary = Rule(.summary) { push, phone, verdict in
    guard let time = phone.summaryAt else { return verdict.ok("not in the scheduled summary") }
    guard !phone.appDecides, verdict.isLoud else { return verdict.skip("nothing to keep back") }
    let level = verdict.level
    guard level < .timeSensitive else {
      return verdict.ok("\(level.rawValue) is not held", setting: "summary")
    }
    if verdict.canInterrupt, !verdict.isKept {
      return verdict.skip(
        "Notification Center is off for this app: the summary has no place for it")
    }
    let zone = verdict.timeZone
    return verdict.stop(
      .summaryHeld,
      "kept for the summary at \(Timestamp.text(time, in: zone))"
        + (phone.summaryIsStandard ? "; no times are set, so at 08:00 and 18:00" : ""),
      setting: "summary", leaving: .badge, holdUntil: time)
  }

  /// The Focus, in the order of §5.2: critical, time-sensitive, the app's filter, the lists of
  /// people and apps. Nobody says whether a filter stops time-sensitive pushes, nor what one does
  /// without `filter-criteria`: here they pass it, and it passes them on to the lists (§14). Who
  /// sent a push, ``Payload/senders`` says; calls, and with them the exception for repeated ones,
  /// are no pushes.
  static let focus = Rule(.focus) { push, phone, verdict in
    guard let focus = phone.focus else { return verdict.ok("no Focus is on") }
    guard !phone.appDecides, verdict.isLoud else { return verdict.skip("nothing left to silence") }
    if verdict.level == .critical {
      return verdict.ok(
        "critical pushes pass \(focus.title)", code: .passedCritical, setting: focus.setting)
    }
    if verdict.level == .timeSensitive, focus.allowsTimeSensitive {
      return verdict.ok(
        "\(focus.title) lets time-sensitive pushes pass"
          + (focus.filter == nil ? "" : ", which no filter stops"),
        code: .passedTimeSensitive, setting: focus.setting)
    }
    let criteria = push.payload.filterCriteria
    if let filter = focus.filter, let criteria, !filter.contains(criteria) {
      return verdict.stop(
        .focusFilter, "the filter of \(focus.title) does not let “\(criteria)” pass",
        setting: "\(focus.setting).filters", leaving: [.list, .badge])
    }
    if focus.allowsSender {
      return verdict.ok(
        "\(focus.title) lets \(push.payload.senders.first ?? "the sender") pass",
        code: .passedAllowed, setting: "\(focus.setting).allowPeople")
    }
    // Why the filter had no say, where it had none.
    let remark =
      focus.filter == nil || criteria != nil
      ? "" : "; without filter-criteria its filter has no say"
    if focus.allowsApp {
      return verdict.ok(
        "\(focus.title) lets \(phone.title(of: push)) pass" + remark, code: .passedAllowed,
        setting: focus.setting)
    }
    let zone = verdict.timeZone
    return verdict.stop(
      focus.code,
      "\(focus.title), \(focus.origin(in: zone)), does not let \(phone.title(of: push)) pass"
        + remark,
      setting: focus.setting, leaving: [.list, .badge])
  }

  /// Passive pushes light and sound nothing (§2 step 13, §6), nor do those of priority 1 on a
  /// locked phone, whatever their level (Apple, "Sending notification requests to APNs",
  /// `apns-priority`). A critical sound makes its push critical, and what the app may not be acts
  /// as active (§14). What is only assumed of the app is noted.
  static let level = Rule(.level) { push, phone, verdict in
    let asked = push.payload.interruptionLevel
    let level = verdict.level
    if phone.appDecides { return verdict.skip("the app in the foreground decided") }
    if level == .passive {
      return verdict.stop(
        .levelPassive, "passive: list only, no light, no sound", leaving: [.list, .badge])
    }
    if push.headers.priority == .minimal, phone.lock == .locked {
      return verdict.stop(
        .levelPriority,
        "apns-priority 1 does not wake a locked phone: list only, no light, no sound",
        setting: "device.lock", leaving: [.list, .badge])
    }
    let wanted = push.payload.sound?.isCritical == true ? .critical : asked
    guard let key = wanted.entitlementKey else {
      return verdict.ok("interruption-level \(level.rawValue)")
    }
    if level < wanted {
      return verdict.addNote(
        phone.sentence(rejecting: wanted, actingAs: level), setting: push.setting(key))
    }
    if phone.entitlement(for: level) == .granted {
      return verdict.ok(
        push.sentence(onLevel: level) + "; granted to this app", setting: push.setting(key))
    }
    return verdict.addNote(
      push.sentence(onLevel: level) + "; assumed, \(level.requirement ?? "")",
      setting: push.setting(key))
  }
}

// MARK: - How it appears

extension Rule {
  /// The content may be hidden for now; sound, badge and light are as they were (§4).
  static let preview = Rule(.preview) { push, phone, verdict in
    guard verdict.isKept || verdict.canInterrupt else { return verdict.skip("nothing to read") }
    guard phone.hidesPreviews else {
      return verdict.ok("previews \(phone.previews.rawValue), phone \(phone.lock.rawValue)")
    }
    return verdict.addNote(
      "previews \(phone.previews.rawValue), phone \(phone.lock.rawValue): content hidden",
      code: .previewHidden, setting: "device.previews")
  }

  /// Which group the entry joins (§3).
  static let group = Rule(.group) { push, phone, verdict in
    guard verdict.isKept else { return verdict.skip("no entry, no group") }
    let thread = push.payload.threadIdentifier
    switch phone.grouping {
    case .automatic:
      return verdict.addNote(
        thread.isEmpty
          ? "no thread-id: the default group of \(phone.title(of: push))"
          : "thread-id “\(thread)” of \(phone.title(of: push))", code: .groupThread)
    case .byApp:
      return verdict.addNote(
        "one group for \(phone.title(of: push))", code: .groupApp, setting: "device.grouping")
    case .off:
      return verdict.addNote("stands alone", code: .groupSingle, setting: "device.grouping")
    }
  }

  /// Lock screen and light when locked, banner when not, the sound as the ringer lets it (§2 step
  /// 14, §7.2); critical sounds do not ask the ringer. The sound has a switch of its own: it needs
  /// no banner.
  static let present = Rule(.present) { push, phone, verdict in
    let isLocked = phone.lock == .locked
    guard verdict.isStopped || verdict.presented.contains(isLocked ? .lock : .banner) else {
      return verdict.stop(
        .appOff, isLocked ? "Lock Screen is off for this app" : "Banners are off for this app",
        setting: push.setting(isLocked ? "lockScreen" : "banners"),
        leaving: PresentationDecision.noise.union([.list, .badge])
          .subtracting(phone.ringer == .silent ? .sound : []))
    }
    var lost: PresentationOptions = isLocked ? .banner : .lock
    guard phone.ringer == .silent, verdict.presented.contains(.sound) else {
      let left = verdict.presented.subtracting(lost)
      let level = verdict.level
      let words = { left.sentence + phone.soundRemark(on: push, at: level, presented: left) }
      return verdict.isStopped
        ? verdict.addNote("nothing lights up; \(words())", without: lost)
        : verdict.ok(words(), code: .shown, without: lost)
    }
    lost.insert(.sound)
    let left = verdict.presented.subtracting(lost)
    return verdict.addNote(
      "\(left.sentence), vibration for sound", setting: "device.ringer", without: lost)
  }
}
