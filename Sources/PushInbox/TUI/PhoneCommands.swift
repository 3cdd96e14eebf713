import InboxModel

/// The commands that change the phone, or that concern no push.
enum PhoneCommands {
  /// Performs a command. Returns false for other commands.
  static func perform(_ command: Command, in context: inout PageContext) -> Bool {
    let phone = context.device.settings.device
    switch command {
    case .help: context.open(HelpPage())
    case .manual: context.open(OutputPage.manual(width: PageMetrics.width(context.size)))
    case .welcome: context.open(WelcomePage())
    case .commandLine: context.ask(CommandPrompt())
    case .clock: context.ask(CommandPrompt("set clock="))
    case .testPush: context.ask(Choice(subject: .testPush))
    case .online: context.request(.toggleOnline)
    case .doNotDisturb: turnFocus(&context)
    case .mute: muteTargetsApp(&context)
    case .showSummary: showSummary(&context)
    case .lock:
      let next: LockState = phone.lock == .locked ? .unlocked : .locked
      change(.lock(next), .lock(next), &context)
    case .previews:
      let next = phone.previews.next
      change(.previews(next), .previews(next), &context)
    case .grouping:
      let next = phone.grouping.next
      change(.grouping(next), .grouping(next), &context)
    default: return false
    }
    return true
  }

  private static func change(
    _ change: SettingChange, _ message: ScreenMessage, _ context: inout PageContext
  ) {
    context.show(message)
    context.request(.change(change))
  }

  /// Turns off the current Focus, otherwise turns Do Not Disturb on, as the moon of the Control
  /// Centre does.
  private static func turnFocus(_ context: inout PageContext) {
    guard let focus = context.device.focusInForce else {
      return change(.focusOn(.doNotDisturb, until: nil), .doNotDisturbOn, &context)
    }
    change(
      .focusOff(since: max(context.now, context.device.now)),
      .focusOff(focus.name, returns: !focus.isManual, context.keymap), &context)
  }

  /// Sets the next mute step for the app of the selected push.
  private static func muteTargetsApp(_ context: inout PageContext) {
    let device = context.device
    guard let app = context.target?.id.flatMap(device.notification)?.app else { return }
    let word = MuteStep.next(of: app, on: device, now: context.now)
    guard case .success(let changes) = context.changes(by: [("mute." + app.text, word)])
    else { return }
    context.show(.muted(device.appName(app), word))
    context.request(.changes(changes))
  }

  /// Performs `summary=now`, if the summary holds pushes.
  private static func showSummary(_ context: inout PageContext) {
    guard context.device.summaryHoldsAny else { return context.show(.emptySummary) }
    change(.showSummary, .summaryShown, &context)
  }

  /// Sets an app's next run state, in the order of ``AppRunState``.
  static func changeState(of app: BundleID, in context: inout PageContext) {
    let next = context.device.runState(of: app).next
    change(.appState(app, next), .appState(context.device.appName(app), next), &context)
  }
}

extension CaseIterable where Self: Equatable {
  /// The next case; after the last one follows the first.
  fileprivate var next: Self {
    let all = Array(Self.allCases)
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }
}
