import Foundation

/// One question of the presentation pipeline (`docs/rules.md` §2). Rules are independent except for
/// the options that earlier ones have left.
struct Rule: Sendable {
  /// The name of its trace step.
  let name: StepName
  /// Decides about a push and removes options from the decision.
  let answer:
    @Sendable (
      _ push: Delivery, _ context: PresentationContext, _ decision: inout PresentationDecision
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
  static let app = Rule(.app) { push, context, decision in
    guard context.isInstalled else {
      return decision.stop(
        .appNotInstalled, "\(push.app.text) is not installed",
        setting: push.setting("installed"))
    }
    return decision.ok("\(context.title(of: push)) is installed")
  }

  /// Classifies the push: only text makes an entry; a badge or a sound alone has only its own
  /// effect (§2 steps 2 to 4, §12, §14).
  static let kind = Rule(.kind) { push, context, decision in
    let type = push.typeInForce
    switch type {
    case .alert, .background:
      break
    case .voip, .complication, .fileprovider, .pushtotalk:
      return decision.stop(.kindPushKit, "\(type.rawValue) pushes go directly to the app")
    case .liveactivity:
      return decision.stop(.kindLiveActivity, "updates a Live Activity, not the list")
    case .widgets:
      guard push.payload.isContentChanged else {
        return decision.stop(
          .kindWidgetsUnchanged, "reloads no widgets: aps.content-changed is not true")
      }
      guard context.recentReloads < context.widgetBudget else {
        return decision.stop(
          .kindWidgetBudget,
          "the app's widgets were reloaded \(context.recentReloads) times in the last day",
          setting: "device.widgetBudget")
      }
      return decision.stop(.kindWidgets, "reloads the app's widgets")
    case .controls: return decision.stop(.kindControls, "reloads the app's controls")
    default:
      return decision.stop(.kindNotShown, "\(type.rawValue) pushes are never shown")
    }
    let payload = push.payload
    if let message = payload.appMessage?.wrappedValue,
      let answer = decision.answer(about: message, of: push, in: context)
    {
      return answer
    }
    let hindrance = payload.isContentAvailable ? context.fetchHindrance(of: push) : nil
    if push.hasText(in: context) {
      guard let hindrance else { return decision.ok("there is text to show") }
      return decision.addNote(
        "there is text to show; the app is not woken: \(hindrance.because(context))",
        code: hindrance == .budget ? .kindBackgroundBudget : nil,
        setting: push.setting(of: hindrance))
    }
    if decision.isLoud {
      return decision.stop(
        .kindSoundOnly, "no text: plays a sound, adds no entry",
        leaving: [.badge, .sound, .critical])
    }
    if payload.badge != nil {
      return decision.stop(
        .kindBadgeOnly, "no text: sets the badge, adds no entry", leaving: .badge)
    }
    if payload.isContentAvailable {
      guard let hindrance else {
        return decision.stop(
          .kindBackground, "content-available and nothing to show: wakes the app")
      }
      return decision.stop(
        hindrance == .budget ? .kindBackgroundBudget : .kindBackground,
        "content-available and nothing to show: waits, \(hindrance.because(context))",
        setting: push.setting(of: hindrance))
    }
    return decision.stop(.kindEmpty, "no text, no badge, no sound, no content-available")
  }

  /// Applies the app's authorization (`docs/rules.md`, §11.1 to §11.15).
  static let permission = Rule(.permission) { push, context, decision in
    switch context.permission {
    case .denied:
      return decision.stop(
        .appDenied, "\(context.title(of: push)) may not notify: permission was denied",
        setting: push.setting("permission"))
    case .notDetermined:
      return decision.stop(
        .appNotDetermined, "\(context.title(of: push)) has not asked for permission yet",
        setting: push.setting("permission"))
    case .provisional, .authorized:
      let allowed = context.allowedOptions
      let lost = decision.presented.subtracting(allowed)
      if decision.canInterrupt, allowed.isDisjoint(with: [.banner, .list, .lock]) {
        return decision.stop(
          .appOff, "Lock Screen, Notification Center and Banners are off",
          setting: push.setting("list"), leaving: allowed)
      }
      guard !lost.isEmpty else {
        return decision.ok(context.permission.rawValue, setting: push.setting("permission"))
      }
      return decision.addNote(
        "\(context.permission.rawValue), without \(lost.sentence)",
        setting: push.setting("permission"), without: lost)
    }
  }

  /// Reports the result of the service extension (§8.5), which ran before, so that the following
  /// rules see its changes. If it failed, the push is shown unchanged (N4, N6).
  static let `extension` = Rule(.extension) { push, context, decision in
    if let result = Guests.answer(ofExtensionFor: push, in: context, &decision) { return result }
    switch context.serviceExtension {
    case .none:
      guard push.payload.isMutableContent else { return decision.skip("mutable-content absent") }
      let isNoText = decision.isStopped || !push.payload.hasAlert
      return decision.skip(
        isNoText
          ? "no text is shown: the service extension is not started"
          : "no service extension is set for this app")
    case .answered(let answer, let changed):
      let rest = answer.hasAlert ? "" : "; an answer without text leaves the text unchanged"
      guard !changed.isEmpty else {
        return decision.ok(
          "the service extension changed nothing" + rest, setting: push.setting("extension"))
      }
      return decision.addNote(
        "the service extension changed \(changed.joined(separator: ", "))" + rest,
        code: .extensionChanged, setting: push.setting("extension"))
    case .timedOut(let limit):
      return decision.addNote(
        "the service extension took longer than \(TimeSpan.text(limit)): shown unchanged",
        code: .extensionTimeout, setting: push.setting("extension"))
    case .failed(let problem):
      return decision.addNote(
        "shown unchanged: the service extension \(problem)", code: .extensionFailed,
        setting: push.setting("extension"))
    }
  }

  /// Resolves the text in the user's language (`docs/guides/localisation.md`). A missing string
  /// adds a remark and does not stop the push.
  static let text = Rule(.text) { push, context, decision in
    switch context.text {
    case .literal:
      return push.hasText(in: context)
        ? decision.ok("literal text") : decision.skip("no text")
    case .localized:
      return decision.ok("text from \(context.stringsTitle)", setting: push.setting("strings"))
    case .faulty(let faults):
      return decision.addNote(
        context.sentence(about: faults), code: faults.first?.code, setting: push.setting("strings"))
    case .empty:
      return decision.addNote(
        "the app's string is empty: treated as no text", setting: push.setting("strings"))
    }
  }
}

// MARK: - The app and the user

extension Rule {
  /// Asks the app in the foreground, which then decides alone (§2 step 7, §9.2). Without a delegate
  /// the pipeline continues as in the background.
  static let foreground = Rule(.foreground) { push, context, decision in
    guard context.appState == .foreground else {
      return decision.ok(
        "\(context.title(of: push)) is not in the foreground", setting: push.stateSetting)
    }
    let sentence = context.willPresent.sentence
    guard context.appDecides else { return decision.ok(sentence, setting: push.setting("present")) }
    let wanted = context.willPresent.options
    var left = wanted.intersection([.badge, .list])
    if wanted.contains(.banner) { left.formUnion(PresentationDecision.interruption) }
    if wanted.contains(.sound) { left.formUnion(.audible) }
    guard decision.canInterrupt, !wanted.contains(.banner) else {
      return decision.ok(
        sentence, setting: push.setting("present"), without: decision.presented.subtracting(left))
    }
    return decision.stop(
      .foregroundAppDeclined, sentence,
      setting: push.payload.isForAndroid
        ? push.stateSetting
        : context.willPresent == .payloadOnly ? "device.era" : push.setting("present"),
      leaving: left)
  }

  /// Sets the icon's badge to the push's, whatever the rest of the decision (§2 step 8, B1 to B5);
  /// except for an app that is provisional or quiet (§14).
  static let badge = Rule(.badge) { push, context, decision in
    guard let badge = push.payload.badge else {
      let isInvalid = { push.payload.findings.contains { $0.path == "aps.badge" } }
      return decision.skip(
        "\(isInvalid() ? "the badge is not valid" : "no badge sent"): it remains \(context.badge)")
    }
    guard decision.presented.contains(.badge) else {
      return decision.skip("badges are not allowed: it remains \(context.badge)")
    }
    if context.deliversQuietly {
      return decision.addNote(
        "delivered quietly: the badge remains \(context.badge)",
        setting: push.setting("deliverQuietly"),
        without: .badge)
    }
    if let focus = context.focus, focus.hidesBadges, context.era.hasFocus {
      return decision.ok(
        "\(context.badge) → \(badge), stored; \(focus.title) hides badges while it is on",
        setting: "\(focus.setting).hideBadges")
    }
    return decision.ok("\(context.badge) → \(badge)")
  }

  /// Replaces an entry with the same request identifier (§10 C1 to C7). Whether the replacement
  /// alerts again is unverified; here it does (C4, §14).
  static let collapse = Rule(.collapse) { push, context, decision in
    guard decision.isKept else { return decision.skip("adds no entry, replaces none") }
    guard context.replaced > 0 else {
      return decision.ok(
        push.headers.collapseID == nil
          ? "no collapse identifier" : "no entry with the identifier “\(push.requestID)”")
    }
    return decision.addNote(
      "replaces an entry with the identifier “\(push.requestID)” (\(context.replaced)×), "
        + "and alerts again",
      code: .collapseReplaced)
  }

  /// Delivers a push quietly for a provisional app, by the user's choice, during a mute (§2 step
  /// 10), or as one of several pushes that were sent again together. The first two apply to every
  /// level. A mute and pushes sent again together, like a Focus and the ringer, do not hold back
  /// critical pushes.
  static let delivery = Rule(.delivery) { push, context, decision in
    if context.permission == .provisional {
      return decision.stop(
        .appProvisional, "\(context.title(of: push)) has provisional permission: list only",
        setting: push.setting("permission"), leaving: .list)
    }
    if context.appDecides { return decision.skip("the app in the foreground decided") }
    if context.deliversQuietly {
      return decision.stop(
        .appQuietly, "the user chose to deliver quietly", setting: push.setting("deliverQuietly"),
        leaving: .list)
    }
    guard let until = context.mutedUntil, context.at < until else {
      return context.catchUp.flatMap { Guests.answer(about: $0, &decision) }
        ?? decision.ok("not set to quiet delivery")
    }
    if decision.level == .critical {
      return decision.ok("muted, but critical", setting: push.muteSetting)
    }
    let zone = decision.timeZone
    return decision.stop(
      .appMuted, "muted until \(Timestamp.text(until, in: zone))", setting: push.muteSetting,
      leaving: [.list, .badge])
  }

  /// Holds pushes that are neither urgent nor messages from a person, which ``Payload/senders``
  /// names, for the scheduled summary (§2 step 11, §5.4). The summary appears in the Notification
  /// Center: if that is off for the app, nothing is held, since it would be lost.
  static let summary = Rule(.summary) { push, context, decision in
    guard let time = context.summaryAt else { return decision.ok("not in the scheduled summary") }
    guard !context.appDecides, decision.isLoud else { return decision.skip("nothing to hold") }
    let level = decision.level
    guard level < .timeSensitive else {
      return decision.ok("\(level.rawValue) is not held", setting: "summary")
    }
    if let sender = push.payload.senders.first {
      return decision.ok("a message from \(sender) is not held", setting: "summary")
    }
    if decision.canInterrupt, !decision.isKept {
      return decision.skip(
        "Notification Center is off for this app: the summary cannot show it")
    }
    let zone = decision.timeZone
    return decision.stop(
      .summaryHeld,
      "held for the summary at \(Timestamp.text(time, in: zone))"
        + (context.summaryIsStandard ? "; no times are set, so at 08:00 and 18:00" : ""),
      setting: "summary", leaving: .badge, holdUntil: time)
  }

  /// Applies the Focus, in the order of §5.2: critical, time-sensitive, the app's filter, the lists
  /// of people and apps. Apple does not document whether a filter stops time-sensitive pushes, or
  /// its effect without `filter-criteria`: here they pass the filter and go on to the lists (§14).
  /// ``Payload/senders`` names the sender. Calls, and with them the exception for repeated ones,
  /// are not pushes.
  static let focus = Rule(.focus) { push, context, decision in
    guard let focus = context.focus else {
      guard let name = context.focusTurnedOff else { return decision.ok("no Focus is on") }
      return decision.ok(
        "no Focus is on; “\(name)” was turned off until its next start", setting: "focus")
    }
    guard !context.appDecides, decision.isLoud else { return decision.skip("nothing to silence") }
    if decision.level == .critical {
      return decision.ok(
        "critical pushes pass \(focus.title)", code: .passedCritical, setting: focus.setting)
    }
    if decision.level == .timeSensitive, focus.allowsTimeSensitive {
      return decision.ok(
        "\(focus.title) allows time-sensitive pushes"
          + (focus.filter == nil ? "" : ", and no filter blocks it"),
        code: .passedTimeSensitive, setting: focus.setting)
    }
    let criteria = push.payload.filterCriteria
    if let filter = focus.filter, let criteria, !filter.contains(criteria) {
      return decision.stop(
        .focusFilter, "the filter of \(focus.title) does not allow “\(criteria)”",
        setting: "\(focus.setting).filters", leaving: [.list, .badge, .activity])
    }
    if focus.allowsSender {
      return decision.ok(
        "\(focus.title) allows \(push.payload.senders.first ?? "the sender")",
        code: .passedAllowed, setting: "\(focus.setting).allowPeople")
    }
    // The reason for which the filter did not apply; nil if it did.
    let remark =
      focus.filter == nil || criteria != nil
      ? "" : "; without filter-criteria its filter does not apply"
    if focus.allowsApp {
      return decision.ok(
        "\(focus.title) allows \(context.title(of: push))" + remark, code: .passedAllowed,
        setting: focus.setting)
    }
    let zone = decision.timeZone
    return decision.stop(
      focus.code,
      "\(focus.title), \(focus.origin(in: zone)), does not allow \(context.title(of: push))"
        + remark,
      setting: focus.setting, leaving: [.list, .badge, .activity])
  }

  /// Silences passive pushes (§2 step 13, §6), and those of priority 1 on a locked phone, whatever
  /// their level (Apple, "Sending notification requests to APNs", `apns-priority`). A critical
  /// sound makes its push critical, and a level that the app may not use becomes active (§14).
  /// Assumed entitlements add a note.
  static let level = Rule(.level) { push, context, decision in
    let asked = push.payload.interruptionLevel
    let level = decision.level
    if context.appDecides { return decision.skip("the app in the foreground decided") }
    if level == .passive {
      return decision.stop(
        .levelPassive, "passive: list only, the screen stays off, no sound",
        leaving: [.list, .badge, .activity])
    }
    if push.headers.priority == .minimal, context.lock == .locked {
      return decision.stop(
        .levelPriority,
        "apns-priority 1 does not wake a locked phone: list only, no sound",
        setting: "device.lock", leaving: [.list, .badge, .activity])
    }
    let wanted = push.payload.sound?.isCritical == true ? .critical : asked
    guard let key = wanted.entitlementKey else {
      return decision.ok("interruption-level \(level.rawValue)")
    }
    if level < wanted {
      return decision.addNote(
        context.sentence(rejecting: wanted, actingAs: level), setting: push.setting(key))
    }
    if context.entitlement(for: level) == .granted {
      return decision.ok(
        push.sentence(onLevel: level) + "; granted to this app", setting: push.setting(key))
    }
    return decision.addNote(
      push.sentence(onLevel: level) + "; assumed, \(level.requirement ?? "")",
      setting: push.setting(key))
  }
}

// MARK: - The appearance

extension Rule {
  /// Hides the content if previews are hidden; sound, badge and light do not change (§4).
  static let preview = Rule(.preview) { push, context, decision in
    guard decision.isKept || decision.canInterrupt else { return decision.skip("nothing to read") }
    guard context.hidesPreviews else {
      return decision.ok("previews \(context.previews.rawValue), phone \(context.lock.rawValue)")
    }
    return decision.addNote(
      "previews \(context.previews.rawValue), phone \(context.lock.rawValue): content hidden",
      code: .previewHidden, setting: "device.previews")
  }

  /// Determines the group of the entry (§3).
  static let group = Rule(.group) { push, context, decision in
    guard decision.isKept else { return decision.skip("adds no entry: joins no group") }
    let thread = push.payload.threadIdentifier
    switch context.grouping {
    case .automatic:
      return decision.addNote(
        thread.isEmpty
          ? "no thread-id: the default group of \(context.title(of: push))"
          : "thread-id “\(thread)” of \(context.title(of: push))", code: .groupThread)
    case .byApp:
      return decision.addNote(
        "one group for \(context.title(of: push))", code: .groupApp, setting: "device.grouping")
    case .off:
      return decision.addNote("not grouped", code: .groupSingle, setting: "device.grouping")
    }
  }

  /// Chooses the places of the push: the lock screen if the phone is locked, otherwise a banner.
  /// The ringer decides whether it sounds; critical sounds override it (§2 step 14, §7.2). The
  /// sound has its own switch and needs no banner.
  static let present = Rule(.present) { push, context, decision in
    let isLocked = context.lock == .locked
    guard decision.isStopped || decision.presented.contains(isLocked ? .lock : .banner) else {
      return decision.stop(
        .appOff, isLocked ? "Lock Screen is off for this app" : "Banners are off for this app",
        setting: push.setting(isLocked ? "lockScreen" : "banners"),
        leaving: .audible.union([.list, .badge, .activity])
          .subtracting(context.ringer == .silent ? .sound : []))
    }
    var lost: PresentationOptions = isLocked ? .banner : .lock
    guard context.ringer == .silent, decision.presented.contains(.sound) else {
      let left = decision.presented.subtracting(lost)
      let level = decision.level
      let words = { left.sentence + context.soundRemark(on: push, at: level, presented: left) }
      return decision.isStopped
        ? decision.addNote(
          "\(isLocked ? "the screen stays off" : "no banner"); \(words())", without: lost)
        : decision.ok(words(), code: .shown, without: lost)
    }
    lost.insert(.sound)
    let left = decision.presented.subtracting(lost)
    return decision.addNote(
      "\(left.sentence), vibration instead of sound", setting: "device.ringer", without: lost)
  }
}
