import Foundation
import InboxModel

extension AppState {
  /// Carries out a command that means a notification, the phone or the feed.
  mutating func carryOut(_ command: Command, device: Phone) -> [Intent] {
    switch command {
    case .inspect: return inspect(.summary, device)
    case .why: return inspect(.why, device)
    case .help: open(HelpPage())
    case .manual: open(OutputPage.manual(width: PageMetrics.width(size)))
    case .welcome: open(WelcomePage())
    case .commandLine: ask(.command(CommandPrompt()))
    case .online: return [.toggleOnline]
    case .clock: ask(.command(CommandPrompt("set clock=")))
    case .testPush: ask(.choice(Choice(subject: .testPush)))
    case .compose: return [compose(device)]
    case .follow:
      pages.inbox.follows.toggle()
      showMessage("follow the newest: \(pages.inbox.follows ? "on" : "off")")
    case .filter: ask(.filter(FilterPrompt(.inbox, filter(of: .inbox))))
    case .quiet: toggleQuiet(device)
    case .pause:
      isPaused.toggle()
      showMessage(isPaused ? "paused, \(keymap.keys(of: .pause)) resumes" : "resumed")
    case .mouse:
      usesMouse.toggle()
      showMessage(usesMouse ? "mouse: on; Shift marks text" : "mouse: off, it is the terminal's")
    case .beep:
      beepsOnRefusal.toggle()
      showMessage("beep when a push is refused: \(beepsOnRefusal ? "on" : "off")")
    case .lock, .doNotDisturb, .previews, .grouping: return changePhone(command, device)
    case .mute:
      guard let app = target(device).flatMap(device.notification)?.app else { return [] }
      return mute(app, device)
    case .showSummary: return showSummary(device)
    case .undo: return undo(device)
    case .clearAll: askToClear(device)
    case .edit, .resend, .save, .pipe, .copy, .accept:
      guard let target = pushTarget(device) else { return sayNoneSelected() }
      return handOn(command, target, device)
    case .mark: toggleMark(device)
    case .tap, .reply, .actions, .read, .readGroup, .dismiss, .snooze, .appState:
      guard let id = target(device) else { return sayNoneSelected() }
      if let notification = device.inbox[id] { return act(command, on: notification, device) }
      if let app = device.notification(id)?.app, command == .appState {
        return changeState(of: app, device)
      }
      showMessage(absence(of: id, device))
    default: break
    }
    return []
  }

  /// Says that a command that means a push has none.
  private mutating func sayNoneSelected() -> [Intent] {
    showMessage("No push is selected.")
    return []
  }

  /// Why a push cannot be acted on that is not in the list.
  private func absence(of id: NotificationID, _ device: Phone) -> String {
    if device.notification(id) != nil {
      return "#\(id.rawValue) is held: it is not in the list yet"
    }
    let isSilent =
      (pages.inbox.found?[id] ?? records.detail(of: id)?.record.notification)?.outcome == .silent
    return isSilent ? "#\(id.rawValue) is silent: it is in no list of the phone" : Words.gone(id)
  }

  /// Goes on to the next step by which an app is muted.
  private mutating func mute(_ app: BundleID, _ device: Phone) -> [Intent] {
    let word = MuteStep.next(of: app, on: device, now: now)
    guard
      case .success(let changes) = context(device).changes(by: [("mute." + app.rawValue, word)])
    else { return [] }
    showMessage("\(device.appName(app)): \(MuteStep.meaning(of: word))")
    return changes.map { .change($0) }
  }

  /// `summary=now`, where there is something to show.
  private mutating func showSummary(_ device: Phone) -> [Intent] {
    guard device.summaryHoldsAny else {
      showMessage("the scheduled summary holds nothing")
      return []
    }
    showMessage("what the summary held is in the list")
    return [.change(.showSummary)]
  }

  private mutating func set(_ path: SettingPath, to value: String, _ device: Phone) -> [Intent] {
    update(\.settings, device) { $0.set(path.text, to: value, in: &$1) }
  }

  private mutating func inspect(_ tab: InspectorPage.Tab, _ device: Phone) -> [Intent] {
    guard let id = target(device) else { return sayNoneSelected() }
    open(InspectorPage(id: id, tab: tab))
    return []
  }

  private mutating func changePhone(_ command: Command, _ device: Phone) -> [Intent] {
    let phone = device.settings.device
    switch command {
    case .lock:
      let next: LockState = phone.lock == .locked ? .unlocked : .locked
      showMessage("phone: \(next.rawValue)")
      return [.change(.lock(next))]
    case .doNotDisturb: return [.change(turnFocus(device))]
    case .previews:
      let next = phone.previews.next
      showMessage("previews: \(Words.previews(next))")
      return [.change(.previews(next))]
    case .grouping:
      let next = phone.grouping.next
      showMessage("grouping: \(Words.grouping(next))")
      return [.change(.grouping(next))]
    default: return []
    }
  }

  /// Turns off the Focus that is on, whichever it is, else Do Not Disturb on: as the moon of the Control
  /// Centre does.
  private mutating func turnFocus(_ device: Phone) -> SettingChange {
    guard let focus = device.focusInForce else {
      showMessage("Do Not Disturb: on")
      return .focusOn("dnd", until: nil)
    }
    let isOther = focus.name != "dnd"
    let name = isOther ? "Focus \(focus.name)" : "Do Not Disturb"
    let next = isOther ? "; \(keymap.keys(of: .doNotDisturb)) turns Do Not Disturb on" : ""
    showMessage("\(name): off" + (focus.isManual ? "" : " until its next time") + next)
    return .focusOff(since: max(now, device.now))
  }

  private mutating func act(
    _ command: Command, on notification: DeliveredNotification, _ device: Phone
  ) -> [Intent] {
    let id = notification.id
    switch command {
    case .tap:
      if notification.openLabel != nil { return use(.open, on: id, device) }
      showMessage("#\(id.rawValue) has no button that opens the app")
    case .reply:
      let actions = device.category(of: notification)?.actions ?? []
      if let action = actions.first(where: { $0.textInput != nil }) {
        prompt(action, on: id)
      } else {
        let category = notification.categoryIdentifier.map { "category “\($0)”" }
        let lacking = category.map { "its \($0) has no text action" } ?? "it has no category"
        showMessage("#\(id.rawValue) takes no reply: \(lacking)")
      }
    case .actions: ask(.actions(ActionsMenu(id: id)))
    case .read: return markRead(notification, device)
    case .readGroup:
      guard let key = device.inbox.groupKey(of: id) else { return [] }
      return markGroup(key, device)
    case .dismiss: return dismiss(notification, device)
    case .snooze: askToSnooze(notification, device)
    case .appState: return changeState(of: notification.app, device)
    default: break
    }
    return []
  }

  private mutating func changeState(of app: BundleID, _ device: Phone) -> [Intent] {
    let next = device.runState(of: app).next
    showMessage("\(device.appName(app)): \(next.rawValue)")
    return [.change(.appState(app, next))]
  }

  /// Turns the read mark over and goes on to the next row; on the head of a group, for the whole group.
  private mutating func markRead(
    _ notification: DeliveredNotification, _ device: Phone
  ) -> [Intent] {
    let rows = rows(device)
    if layers.isEmpty, case .group(let key) = pages.inbox.position.selection {
      let intents = markGroup(key, device)
      pages.inbox.position.moveGroup(down: true, in: rows)
      return intents
    }
    if layers.isEmpty { pages.inbox.position.move(by: 1, in: rows) }
    return mark([notification.id], read: !notification.isRead)
  }

  /// Marks the unread ones read, or all unread when there are none.
  private mutating func markGroup(_ key: GroupKey, _ device: Phone) -> [Intent] {
    let inbox = rows(device).inbox
    let isUnread = (inbox.group(key)?.unread ?? 0) > 0
    let ids = inbox.notifications(in: key).filter { $0.isRead != isUnread }.map(\.id)
    return ids.isEmpty ? [] : mark(ids, read: isUnread)
  }

  private mutating func mark(_ ids: [NotificationID], read: Bool) -> [Intent] {
    let undo = keymap.keys(of: .undo)
    showMessage(
      "\(Words.pushes(ids)) \(read ? "read" : "unread")"
        + (undo.isEmpty ? "" : ", \(undo) undoes it"))
    return [.mark(ids, read: read)]
  }

  /// Dismisses an entry, or the group on whose head the person stands. The selection finds the next row when
  /// the phone has removed it.
  private mutating func dismiss(_ notification: DeliveredNotification, _ device: Phone) -> [Intent]
  {
    let ids = meant(by: notification, device)
    closePages(about: [notification.id])
    reportRemoval(of: ids, "dismissed")
    return [.dismiss(ids)]
  }
}

// MARK: - Actions, questions

extension AppState {
  /// The actions a menu has room for: all of them, or else the first two (`spec/ios-presentation.md` §8.1).
  func offeredActions(of notification: DeliveredNotification, _ device: Phone) -> [Action] {
    let buttons = device.category(of: notification)?.actions ?? []
    let answers = device.trialAnswers(for: notification)
    let rows = buttons.count + answers.count + Self.commonActionRows
    let isTight = rows > Layout.dialogRows(size)
    return (isTight ? Array(buttons.prefix(Category.mostActionsInTightSpace)) : buttons) + answers
  }

  /// The rows of the menu of actions, in their order; at most ten have digits.
  private func rows(
    ofActionsOf notification: DeliveredNotification, _ device: Phone
  ) -> [ActionsMenu.Row] {
    offeredActions(of: notification, device).prefix(10).map(ActionsMenu.Row.action)
      + (notification.openLabel == nil ? [.dismiss] : [.open, .dismiss])
  }

  /// What stands under the actions of a menu: a blank line, open and dismiss.
  private static let commonActionRows = 3

  /// Answers a digit, the keys of open and dismiss, and those that move in the menu; nil for others.
  mutating func choose(_ key: Key, in menu: ActionsMenu, _ device: Phone) -> [Intent]? {
    let id = menu.id
    guard let notification = device.inbox[id] else {
      layers.removeLast()
      showMessage(Words.gone(id))
      return []
    }
    let rows = rows(ofActionsOf: notification, device)
    if let cursor = moved(menu.cursor, by: keymap[key], of: rows.count) {
      dialog = .actions(ActionsMenu(id: id, cursor: cursor))
      return []
    }
    let row: ActionsMenu.Row
    if isChoosing(key) {
      row = rows[min(menu.cursor, rows.count - 1)]
    } else if case .character(let character) = key, let digit = character.wholeNumberValue {
      let place = digit == 0 ? 9 : digit - 1
      guard rows.indices.contains(place), case .action = rows[place] else { return [] }
      row = rows[place]
    } else {
      switch keymap[key] {
      case .tap where notification.openLabel != nil: row = .open
      case .dismiss: row = .dismiss
      case .actions:
        layers.removeLast()
        return []
      default: return keymap[key] == .tap ? [] : nil
      }
    }
    layers.removeLast()
    switch row {
    case .action(let action) where action.textInput != nil: prompt(action, on: id)
    case .action(let action): return use(action.identifier, on: id, device)
    case .open: return use(.open, on: id, device)
    case .dismiss:
      reportRemoval(of: [id], "dismissed")
      return [.dismiss([id])]
    }
    return []
  }

  /// Answers y, n and Enter; nil for others.
  mutating func answer(_ key: Key, _ question: Question, _ device: Phone) -> [Intent]? {
    switch key {
    case "y", "Y", .enter:
      layers.removeLast()
      switch question.subject {
      case .unlock(let id, let action, let text):
        return [.change(.lock(.unlocked))] + use(action, text: text, on: id, device)
      case .dismissAll:
        let ids = Array(rows(device).inbox.ids)
        guard !ids.isEmpty else { return [] }
        reportRemoval(of: ids, "dismissed")
        return [.dismiss(ids)]
      case .removeRefused: return [.removeRefused(refusedToRemove)]
      case .replaceFile(let id, let path): return [.save(id, path: path, replacing: true)]
      case .reset(let keys, let name):
        return update(\.settings, device) { $0.reset(keys, of: name, in: &$1) }
      case .uninstall(let app):
        return set(SettingPath(["apps", app.rawValue, "installed"]), to: "false", device)
      case .remove(let path, _): return set(SettingPath(path), to: "null", device)
      case .quit: return [.quit]
      }
    case "n", "N", .escape, "q":
      layers.removeLast()
      return []
    default: return nil
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The case after this one, the first after the last.
  fileprivate var next: Self {
    let all = Array(Self.allCases)
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }
}
