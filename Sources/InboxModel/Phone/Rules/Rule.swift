import Foundation

/// One question of the presentation pipeline (`docs/rules.md` §2). Rules are independent except for
/// the options that earlier ones have left.
struct Rule: Sendable {
  /// The name of its trace step.
  let name: StepName
  /// Decides about a push and removes options from the decision.
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

// MARK: - The push

extension Rule {
  /// Stops a push for an app that is not installed (§2 step 1).
  static let app = Rule(.app) { push, phone, verdict in
    guard phone.isInstalled else {
      return verdict.stop(
        .appNotInstalled, "\(push.app.text) is not installed",
        setting: push.setting("installed"))
    }
    return verdict.ok("\(phone.title(of: push)) is installed")
  }

  /// Classifies the push: only text makes an entry; a badge or a sound alone has only its own
  /// effect (§2 steps 2 to 4, §12, §14).
  static let kind = Rule(.kind) { push, phone, verdict in
    let type = push.typeInForce
    switch type {
    case .alert, .background:
      break
    case .voip, .complication, .fileprovider, .pushtotalk:
      return verdict.stop(.kindPushKit, "\(type.rawValue) pushes go directly to the app")
    case .liveactivity:
      return verdict.stop(.kindLiveActivity, "updates a Live Activity, not the list")
    case .widgets:
      guard phone.recentWakes < phone.backgroundBudget else {
        return verdict.stop(
          .kindWidgetBudget,
          "the app's widgets were reloaded \(phone.recentWakes) times in the last day",
          setting: "device.widgetBudget")
      }
      return verdict.stop(.kindWidgets, "reloads the app's widgets")
    case .controls: return verdict.stop(.kindControls, "reloads the app's controls")
    default:
      return verdict.stop(.kindNotShown, "\(type.rawValue) pushes are never shown")
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
        .kindSoundOnly, "no text: plays a sound, adds no entry",
        leaving: [.badge, .sound, .critical])
    }
    if payload.badge != nil {
      return verdict.stop(.kindBadgeOnly, "no text: sets the badge, adds no entry", leaving: .badge)
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

  /// Applies the app's authorization (`docs/rules.md`, §11.1 to §11.15).
  static let permission = Rule(.permission) { push, phone, verdict in
    switch phone.permission {
    case .denied:
      return verdict.stop(
        .appDenied, "\(phone.title(of: push)) may not notify: permission was denied",
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

  /// Reports the result of the service extension (§8.5), which ran before, so that the following
  /// rules see its changes. If it failed, the push is shown unchanged (N4, N6).
  static let `extension` = Rule(.extension) { push, phone, verdict in
    if let result = Guests.answer(ofExtensionFor: push, in: phone, &verdict) { return result }
    switch phone.serviceExtension {
    case .none:
      guard push.payload.isMutableContent else { return verdict.skip("mutable-content absent") }
      let isNoText = verdict.isStopped || !push.payload.hasAlert
      return verdict.skip(
        isNoText
          ? "no text is shown: the service extension is not started"
          : "no service extension is set for this app")
    case .answered(let answer, let changed):
      let rest = answer.hasAlert ? "" : "; an answer without text leaves the text unchanged"
      guard !changed.isEmpty else {
        return verdict.ok(
          "the service extension changed nothing" + rest, setting: push.setting("extension"))
      }
      return verdict.addNote(
        "the service extension changed \(changed.joined(separator: ", "))" + rest,
        code: .extensionChanged, setting: push.setting("extension"))
    case .timedOut(let limit):
      return verdict.addNote(
        "the service extension took longer than \(TimeSpan.text(limit)): shown unchanged",
        code: .extensionTimeout, setting: push.setting("extension"))
    case .failed(let problem):
      return verdict.addNote(
        "shown unchanged: the service extension \(problem)", code: .extensionFailed,
        setting: push.setting("extension"))
    }
  }

  /// Resolves the text in the person's language (`docs/guides/localisation.md`). A missing string adds a
  /// remark and does not stop the push.
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
        "the app's string is empty: treated as no text", setting: push.setting("strings"))
    }
  }
}

// MARK: - The app and the person

extension Rule {
  /// Asks the app in the foreground, which then decides alone (§2 step 7, §9.2). Without a delegate
  /// the pipeline continues as in the background.
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

  /// Sets the icon's badge to the push's, whatever the rest of the decision (§2 step 8, B1 to B5);
  /// except for an app that is provisional or quiet (§14).
  static let badge = Rule(.badge) { push, phone, verdict in
    guard let badge = push.payload.badge else {
      return verdict.skip("no badge sent: it remains \(phone.badge)")
    }
    guard verdict.presented.contains(.badge) else {
      return verdict.skip("badges are not allowed: it remains \(phone.badge)")
    }
    if phone.deliversQuietly {
      return verdict.addNote(
        "delivered quietly: the badge remains \(phone.badge)",
        setting: push.setting("deliverQuietly"),
        without: .badge)
    }
    if let focus = phone.focus, focus.hidesBadges {
      return verdict.ok(
        "\(phone.badge) → \(badge), stored; \(focus.title) hides badges while it is on",
        setting: "\(focus.setting).hideBadges")
    }
    return verdict.ok("\(phone.badge) → \(badge)")
  }

  /// Replaces an entry with the same request identifier (§10 C1 to C7). Whether the replacement
  /// alerts again is unverified; here it does (C4, §14).
  static let collapse = Rule(.collapse) { push, phone, verdict in
    guard verdict.isKept else { return verdict.skip("adds no entry, replaces none") }
    guard phone.replaced > 0 else {
      return verdict.ok("no entry with the identifier “\(push.requestID)”")
    }
    return verdict.addNote(
      "replaces an entry with the identifier “\(push.requestID)” (\(phone.replaced)×), "
        + "and alerts again",
      code: .collapseReplaced)
  }

  /// Delivers quietly: a provisional app, the person's choice, a mute (§2 step 10), or one of
  /// several pushes that were sent again together. The first two apply to every level. A mute and
  /// the fourth case, like a Focus and the ringer, do not hold back critical pushes.
  static let delivery = Rule(.delivery) { push, phone, verdict in
    if phone.permission == .provisional {
      return verdict.stop(
        .appProvisional, "\(phone.title(of: push)) has provisional permission: list only",
        setting: push.setting("permission"), leaving: .list)
    }
    if phone.appDecides { return verdict.skip("the app in the foreground decided") }
    if phone.deliversQuietly {
      return verdict.stop(
        .appQuietly, "the user chose to deliver quietly", setting: push.setting("deliverQuietly"),
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

  /// Holds pushes that are not urgent for the scheduled summary (§2 step 11, §5.4). The summary
  /// appears in the Notification Center: if that is off for the app, nothing is held, since it
  /// would be lost.
  static let summary = Rule(.summary) { push, phone, verdict in
    guard let time = phone.summaryAt else { return verdict.ok("not in the scheduled summary") }
    guard !phone.appDecides, verdict.isLoud else { return verdict.skip("nothing to hold") }
    let level = verdict.level
    guard level < .timeSensitive else {
      return verdict.ok("\(level.rawValue) is not held", setting: "summary")
    }
    if verdict.canInterrupt, !verdict.isKept {
      return verdict.skip(
        "Notification Center is off for this app: the summary cannot show it")
    }
    let zone = verdict.timeZone
    return verdict.stop(
      .summaryHeld,
      "held for the summary at \(Timestamp.text(time, in: zone))"
        + (phone.summaryIsStandard ? "; no times are set, so at 08:00 and 18:00" : ""),
      setting: "summary", leaving: .badge, holdUntil: time)
  }

  /// Applies the Focus, in the order of §5.2: critical, time-sensitive, the app's filter, the lists
  /// of people and apps. Apple does not document whether a filter stops time-sensitive pushes, or
  /// its effect without `filter-criteria`: here they pass the filter and go on to the lists (§14).
  /// ``Payload/senders`` names the sender. Calls, and with them the exception for repeated ones,
  /// are not pushes.
  static let focus = Rule(.focus) { push, phone, verdict in
    guard let focus = phone.focus else { return verdict.ok("no Focus is on") }
    guard !phone.appDecides, verdict.isLoud else { return verdict.skip("nothing to silence") }
    if verdict.level == .critical {
      return verdict.ok(
        "critical pushes pass \(focus.title)", code: .passedCritical, setting: focus.setting)
    }
    if verdict.level == .timeSensitive, focus.allowsTimeSensitive {
      return verdict.ok(
        "\(focus.title) allows time-sensitive pushes"
          + (focus.filter == nil ? "" : ", and no filter blocks it"),
        code: .passedTimeSensitive, setting: focus.setting)
    }
    let criteria = push.payload.filterCriteria
    if let filter = focus.filter, let criteria, !filter.contains(criteria) {
      return verdict.stop(
        .focusFilter, "the filter of \(focus.title) does not allow “\(criteria)”",
        setting: "\(focus.setting).filters", leaving: [.list, .badge, .activity])
    }
    if focus.allowsSender {
      return verdict.ok(
        "\(focus.title) allows \(push.payload.senders.first ?? "the sender")",
        code: .passedAllowed, setting: "\(focus.setting).allowPeople")
    }
    // The reason for which the filter did not apply; nil if it did.
    let remark =
      focus.filter == nil || criteria != nil
      ? "" : "; without filter-criteria its filter does not apply"
    if focus.allowsApp {
      return verdict.ok(
        "\(focus.title) allows \(phone.title(of: push))" + remark, code: .passedAllowed,
        setting: focus.setting)
    }
    let zone = verdict.timeZone
    return verdict.stop(
      focus.code,
      "\(focus.title), \(focus.origin(in: zone)), does not allow \(phone.title(of: push))"
        + remark,
      setting: focus.setting, leaving: [.list, .badge, .activity])
  }

  /// Silences passive pushes (§2 step 13, §6), and those of priority 1 on a locked phone, whatever
  /// their level (Apple, "Sending notification requests to APNs", `apns-priority`). A critical
  /// sound makes its push critical, and a level that the app may not use becomes active (§14).
  /// Assumed entitlements add a note.
  static let level = Rule(.level) { push, phone, verdict in
    let asked = push.payload.interruptionLevel
    let level = verdict.level
    if phone.appDecides { return verdict.skip("the app in the foreground decided") }
    if level == .passive {
      return verdict.stop(
        .levelPassive, "passive: list only, the screen stays off, no sound",
        leaving: [.list, .badge, .activity])
    }
    if push.headers.priority == .minimal, phone.lock == .locked {
      return verdict.stop(
        .levelPriority,
        "apns-priority 1 does not wake a locked phone: list only, no sound",
        setting: "device.lock", leaving: [.list, .badge, .activity])
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

// MARK: - The appearance

extension Rule {
  /// Hides the content if previews are hidden; sound, badge and light do not change (§4).
  static let preview = Rule(.preview) { push, phone, verdict in
    guard verdict.isKept || verdict.canInterrupt else { return verdict.skip("nothing to read") }
    guard phone.hidesPreviews else {
      return verdict.ok("previews \(phone.previews.rawValue), phone \(phone.lock.rawValue)")
    }
    return verdict.addNote(
      "previews \(phone.previews.rawValue), phone \(phone.lock.rawValue): content hidden",
      code: .previewHidden, setting: "device.previews")
  }

  /// Determines the group of the entry (§3).
  static let group = Rule(.group) { push, phone, verdict in
    guard verdict.isKept else { return verdict.skip("adds no entry: joins no group") }
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
      return verdict.addNote("not grouped", code: .groupSingle, setting: "device.grouping")
    }
  }

  /// Chooses the places: the lit lock screen if locked, else a banner; the sound as the ringer
  /// allows (§2 step 14, §7.2), which critical sounds override. The sound has its own switch and
  /// needs no banner.
  static let present = Rule(.present) { push, phone, verdict in
    let isLocked = phone.lock == .locked
    guard verdict.isStopped || verdict.presented.contains(isLocked ? .lock : .banner) else {
      return verdict.stop(
        .appOff, isLocked ? "Lock Screen is off for this app" : "Banners are off for this app",
        setting: push.setting(isLocked ? "lockScreen" : "banners"),
        leaving: PresentationDecision.noise.union([.list, .badge, .activity])
          .subtracting(phone.ringer == .silent ? .sound : []))
    }
    var lost: PresentationOptions = isLocked ? .banner : .lock
    guard phone.ringer == .silent, verdict.presented.contains(.sound) else {
      let left = verdict.presented.subtracting(lost)
      let level = verdict.level
      let words = { left.sentence + phone.soundRemark(on: push, at: level, presented: left) }
      return verdict.isStopped
        ? verdict.addNote("the screen stays off; \(words())", without: lost)
        : verdict.ok(words(), code: .shown, without: lost)
    }
    lost.insert(.sound)
    let left = verdict.presented.subtracting(lost)
    return verdict.addNote(
      "\(left.sentence), vibration instead of sound", setting: "device.ringer", without: lost)
  }
}
