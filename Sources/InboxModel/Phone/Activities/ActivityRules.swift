import Foundation

// The rules about pushes to Live Activities (`docs/rules.md` §15). Each stops pushes that APNs
// accepts and the phone does not show; a push that passes all of them changes a card.

extension Rule {
  /// The rules for pushes to Live Activities only, in their order.
  static let ofActivities: [Rule] = [.activity, .event, .address, .order, .state, .budget]

  /// Makes a rule for pushes to Live Activities.
  private init(
    _ name: StepName,
    aboutActivity answer:
      @escaping @Sendable (
        Delivery, PresentationContext, PresentationContext.Activity, inout PresentationDecision
      ) -> PresentationDecision.RuleResult
  ) {
    self.init(name) { push, context, decision in
      guard let facts = context.activity?.wrappedValue else {
        return decision.skip("not a push to a Live Activity")
      }
      return answer(push, context, facts, &decision)
    }
  }

  /// The user's permission for the app (§15.1).
  static let activity = Rule(
    .activity,
    aboutActivity: { push, _, facts, decision in
      switch facts.permission {
      case .allowed:
        return decision.ok("Live Activities are allowed", setting: push.setting("liveActivities"))
      case .undecided:
        return decision.addNote(
          "the user has not decided yet; the card asks whether to allow Live Activities",
          setting: push.setting("liveActivities"))
      case .denied:
        return decision.stop(
          .activityDenied, "Live Activities of this app are turned off",
          setting: push.setting("liveActivities"))
      }
    })

  /// The keys that the event requires (§15.2; Apple, "Generating a remote notification", and
  /// ActivityKit, "Starting and updating Live Activities with ActivityKit push notifications").
  static let event = Rule(
    .event,
    aboutActivity: { push, _, facts, decision in
      let keys = push.payload.liveActivity ?? LiveActivity()
      guard let event = keys.event, let kind = LiveActivity.Event(rawValue: event) else {
        return decision.stop(
          .activityNoEvent,
          keys.event.map { "aps.event is \(quoted($0)), not start, update or end" }
            ?? keys.problem(of: "event") + ": it is start, update or end")
      }
      if facts.address == .channel, kind == .start {
        return decision.stop(.activityBroadcastStart, "a broadcast cannot start a Live Activity")
      }
      guard keys.timestamp != nil else {
        return decision.stop(
          .activityNoTimestamp,
          keys.problem(of: "timestamp") + ": without it the phone ignores the push")
      }
      if kind == .start {
        guard let type = keys.attributesType, !type.isEmpty else {
          return decision.stop(
            .activityNoAttributesType,
            (keys.attributesType == nil
              ? keys.problem(of: "attributes-type") : "aps.attributes-type is empty")
              + ": the phone cannot know which type to start")
        }
        guard keys.attributes != nil else {
          return decision.stop(
            .activityNoAttributes, keys.problem(of: "attributes") + "; send at least {}")
        }
        if facts.isUnknownType {
          return decision.stop(
            .activityUnknownType, "the app has no ActivityAttributes named \(quoted(type))")
        }
      }
      if kind != .end, keys.contentState == nil {
        return decision.stop(.activityNoContentState, keys.problem(of: "content-state"))
      }
      if kind == .start, push.transit.startsOnUnknownChannel {
        return decision.addNote(
          problem(ofChannel: keys.inputPushChannel ?? "", of: push.app),
          code: .activityUnknownChannel)
      }
      return decision.ok("\(event) with the keys that it needs")
    })

  /// The problem of a channel that does not exist, and its correction.
  private static func problem(ofChannel id: String, of app: BundleID) -> String {
    if ChannelID.isValid(id) {
      return "no channel \(cut(id)) exists: the Live Activity gets no updates until there is one"
    }
    return "input-push-channel \(quoted(id)) is no channel id, which is base64 such as "
      + "dHN0LXNyY2gtY2hubA==: create a channel by POST /1/apps/\(cut(app.text))/channels, and send "
      + "the apns-channel-id of the response"
  }

  /// The activity that the token refers to (§15.3), and whether it can change (§15.4, §15.5).
  static let address = Rule(
    .address,
    aboutActivity: { push, context, facts, decision in
      let name = facts.card?.text ?? ""
      switch facts.address {
      case .start:
        if let card = facts.card {
          return decision.stop(
            .activityWrongToken,
            "a start was sent to the update token of \(card.text); send it to the push-to-start token"
          )
        }
        if facts.isFull { return decision.stopAtFullLockScreen() }
        if facts.running >= facts.limits.limit {
          return decision.stop(
            .activityLimit,
            "the app has \(facts.running.counted("Live Activity", "Live Activities")) already",
            setting: "device.activities.limit")
        }
        if let twin = facts.twin {
          return decision.addNote(
            "\(twin.text) runs with the same attributes: there are two cards now",
            code: .activityDuplicate)
        }
        return decision.ok("starts a Live Activity")
      case .unknown:
        return decision.stop(
          .activityUnknownToken,
          "no Live Activity has this token: send updates to the update token of the card "
            + "(event `token`)")
      case .old:
        return decision.stop(
          .activityOldToken,
          "this token was replaced, or its Live Activity has ended: send to the current token "
            + "(event `token`)")
      case .pushToStart:
        return decision.stop(
          .activityStartToken,
          "this is the push-to-start token, which only starts Live Activities: send the \(push.activityEvent) to "
            + (facts.updateToken.map { "the update token of \(name), \($0.hex)" }
              ?? "the update token of a Live Activity (event `token`)"))
      case .channel where facts.card == nil:
        return reached(push, facts, &decision)
      case .assumed where facts.card == nil:
        if facts.isFull { return decision.stopAtFullLockScreen() }
        return decision.addNote(
          "this token is unknown: it is assumed to belong to a Live Activity that the app started itself",
          code: .activityAssumed)
      case .updateToken, .startToken, .assumed, .channel: break
      }
      if let end = facts.end {
        switch end {
        case .life:
          return decision.stop(
            .activityExpired,
            "\(name) was ended by the phone after \(TimeSpan.text(facts.limits.life))",
            setting: "device.activities.life")
        case .user:
          return decision.stop(.activityDismissed, "the user removed \(name)")
        case .push, .app:
          return decision.stop(.activityEnded, "\(name) has ended and cannot change")
        }
      }
      if facts.address == .assumed {
        return decision.addNote(
          "this token is unknown: it is assumed to belong to \(name), which the app started itself",
          code: .activityAssumed)
      }
      guard facts.hasToken || facts.address == .channel else {
        return withoutToken(push, context, facts, &decision)
      }
      if facts.address == .startToken {
        return decision.addNote(
          "sent to the token that started \(name): a real phone needs the update token",
          code: .activityStartToken)
      }
      return decision.ok("changes \(name)")
    })

  /// The reason for which an activity has no update token (§15.16).
  private static func withoutToken(
    _ push: Delivery, _ context: PresentationContext, _ facts: PresentationContext.Activity,
    _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult {
    let name = facts.card?.text ?? ""
    if let channel = facts.channel {
      return decision.stop(
        .activityNoToken,
        "\(name) follows the channel \(cut(channel)) and has no update token: send a broadcast")
    }
    let problem = "the app has no update token for \(name)"
    if facts.permission == .undecided {
      return decision.stop(
        .activityUndecided, problem + ": the user has not tapped Allow yet",
        setting: push.setting("liveActivities"))
    }
    guard context.appState == .forceQuit else { return decision.stop(.activityNoToken, problem) }
    return decision.stop(
      .activityForceQuit, problem + ": it was force-quit, and iOS does not start it",
      setting: push.stateSetting)
  }

  /// The order by timestamp (§15.6; ActivityKit, "Starting and updating Live Activities with
  /// ActivityKit push notifications", `timestamp`).
  static let order = Rule(
    .order,
    aboutActivity: { push, _, facts, decision in
      if let reach = facts.severalReached {
        return decision.answer(
          reach, [.activityOlderTimestamp: "show a newer timestamp"],
          else: "no card shows a newer timestamp")
      }
      guard let newest = facts.newest, let timestamp = push.payload.liveActivity?.timestamp else {
        return decision.ok("the first timestamp")
      }
      guard !ActivityCard.isOlder(timestamp, than: newest) else {
        return decision.stop(
          .activityOlderTimestamp,
          "timestamp \(JSONNumber(timestamp).text) is older than \(JSONNumber(newest).text), the newest so far"
            + (LiveActivity.isInMilliseconds(newest)
              ? ", which is in milliseconds: start another Live Activity, with seconds" : ""))
      }
      return decision.ok("timestamp \(JSONNumber(timestamp).text) is not older than the last")
    })

  /// Whether the app can read the content state (§15.7, §15.8).
  static let state = Rule(
    .state,
    aboutActivity: { push, _, facts, decision in
      guard let state = push.payload.liveActivity?.contentState else {
        return decision.skip("no content-state")
      }
      if let reach = facts.severalReached {
        return decision.answer(
          reach,
          [
            .activityTooLarge:
              "have over \(PresentationContext.Activity.sizeLimit) bytes with the content-state",
            .activityUndecodable: "cannot decode the content-state",
          ], else: "content-state with \(state.members.count.counted("key"))")
      }
      if facts.size > PresentationContext.Activity.sizeLimit {
        return decision.stop(
          .activityTooLarge,
          "attributes and content-state have \(facts.size) bytes; the limit is "
            + "\(PresentationContext.Activity.sizeLimit)")
      }
      if let misfit = facts.misfit {
        return decision.stop(
          .activityUndecodable, "the app cannot decode the content-state: \(misfit)",
          setting: push.setting("activityTypes"))
      }
      return decision.ok("content-state with \(state.members.count.counted("key"))")
    })

  /// The budgets (§15.9 to §15.11). Apple does not document their sizes.
  static let budget = Rule(
    .budget,
    aboutActivity: { push, context, facts, decision in
      if facts.address == .start {
        guard facts.starts < facts.limits.startBudget else {
          return decision.stop(
            .activityStartBudget,
            "the push-to-start budget is exhausted: \(facts.starts.counted("start")) in the last hour",
            setting: "device.activities.startBudget")
        }
        return decision.ok(
          "start \(facts.starts + 1) of \(facts.limits.startBudget) by pushes within an hour")
      }
      if push.payload.liveActivity?.event == LiveActivity.Event.end.rawValue {
        return decision.ok("an end is always shown")
      }
      if let reach = facts.severalReached {
        if reach.obstacle == .activityTooSoon, facts.limits.interval > 0 {
          return decision.answer(
            reach,
            [
              .activityTooSoon:
                "had an update less than \(TimeSpan.text(facts.limits.interval)) ago"
            ],
            setting: "device.activities.interval", else: "")
        }
      } else if !push.payload.hasAlert, let last = facts.changedAt,
        ActivityCard.isTooSoon(context.at, after: last, facts.limits)
      {
        return decision.stop(
          .activityTooSoon,
          "the last update was shown less than \(TimeSpan.text(facts.limits.interval)) ago",
          setting: "device.activities.interval")
      }
      guard push.headers.priority == .immediate else {
        return decision.ok("priority \(push.headers.priority.rawValue) uses no budget")
      }
      guard facts.updates < facts.updateBudget else {
        return decision.stop(
          .activityBudget,
          "the budget for priority 10 is exhausted: \(facts.updates.counted("update")) in the last hour"
            + (facts.isFrequent ? "" : ", without frequent updates"),
          setting: facts.isFrequent
            ? "device.activities.frequentBudget" : "device.activities.updateBudget")
      }
      return decision.ok(
        "update \(facts.updates + 1) of \(facts.updateBudget) with priority 10 within an hour")
    })

  /// The result: the card changes, and an alert lights the screen and plays its sound (§15.12).
  static let card = Rule(.present) { push, context, decision in
    guard decision.canInterrupt || decision.isPlayed else {
      guard decision.presented.contains(.activity) else { return decision.skip("nothing is shown") }
      let event = push.payload.liveActivity?.event
      let cards =
        context.activity?.wrappedValue.severalReached
        .map { "\($0.count - $0.ignoredCount) of \($0.count) cards change" } ?? "the card changes"
      return decision.stop(
        event.flatMap(LiveActivity.Event.init(rawValue:))?.code ?? .activityUpdated,
        cards + (push.hasText(in: context) ? "; the alert is silenced" : ", without an alert"),
        leaving: .activity)
    }
    return Rule.present.answer(push, context, &decision)
  }
}

extension Delivery {
  /// The event of a push to a Live Activity, for sentences.
  fileprivate var activityEvent: String { self.payload.liveActivity?.event ?? "push" }
}

extension LiveActivity {
  /// The values of `event`.
  enum Event: String {
    case start, update, end

    /// The reason code of a push that changed a card without an alert.
    var code: ReasonCode {
      switch self {
      case .start: .activityStarted
      case .update: .activityUpdated
      case .end: .activityEndShown
      }
    }
  }
}
