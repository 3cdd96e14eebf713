import Foundation
import InboxModel

/// The state of the screen as a machine (`ARCHITECTURE.md`, "Machines"): open pages and dialogs,
/// temporary notices, and the memory of earlier input.
struct AppState: Equatable, Sendable {
  /// The size of the terminal.
  var size: Size
  /// The moment of the latest event that has one.
  var now: Date
  var look: ScreenLook
  /// The facts of the running program.
  private(set) var runtime = RuntimeStatus()
  /// The events and pushes that were received or loaded.
  var records = Records()
  var pages = PageStack()
  var filters = ListFilters()
  /// The history of typed lines.
  var history = TypedHistory()
  /// The search on the top page; nil without one.
  var search: PageSearch?
  var notices = Notices()
  var actions = PushActions()
  /// Whether the list is frozen while pushes arrive.
  var isPaused = false
  /// The current demo, which is running or has ended and offers the next steps; nil without one.
  var demo: Demo?
  /// Whether a rejected push rings the bell.
  var beepsOnRejection = false
  /// The moment of the last `^C`; a second one within ``patience`` quits.
  var interruptedAt: Date?

  /// Seconds within which a second `^C` quits.
  private static let patience: TimeInterval = 2

  /// Whether time alone changes nothing on the screen except the clock in the header.
  var isSettled: Bool {
    notices.isEmpty && demo == nil && pages.layers.isEmpty && !Layout.isTooSmall(size)
  }

  init(size: Size, now: Date, usesASCII: Bool = false, usesMouse: Bool = false) {
    self.size = size
    self.now = now
    look = ScreenLook(usesASCII: usesASCII, usesMouse: usesMouse)
  }

  /// Handles one event. Returns the intents to carry out.
  mutating func handle(_ event: AppEvent, device: Phone) -> [Intent] {
    let before = Following(self)
    var intents = receive(event, device)
    // Once the filter is no longer being typed, commands refer to all matches.
    if !pages.isTypingFilter { pages.inbox.finishSearch(filters[.inbox].filter, device) }
    intents += records.expand(in: context(device))
    let after = context(device)
    before.update(&pages.inbox, in: after, isByHand: event.isByHand)
    settle(device)
    if pages.inbox.search != nil { intents.append(.continueSearch) }
    return intents + records.load(in: context(device))
  }

  private mutating func receive(_ event: AppEvent, _ device: Phone) -> [Intent] {
    switch event {
    case .key(let key): return press(key, device)
    case .mouse(let kind, let target): return click(kind, target, device)
    case .resized(let size):
      self.size = size
      pages.resize(to: size)
    case .runtimeChanged(let status): runtime = status
    case .ticked(let date): moveClock(to: date)
    case .presented(let id, let date):
      guard let notification = device.notification(id) else { return [] }
      moveClock(to: date)
      notices.present(notification, at: date, device)
    case .listChanged(_, let touched): refreshInbox(touched, device)
    case .happened(let events): return record(events, device)
    case .demo(let demo): self.demo = demo
    case .searchContinued: pages.inbox.continueSearch(filters[.inbox].filter, device)
    case .message(let message): notices.show(message, at: now)
    case .silentListed(let pushes):
      records.silent = pushes
      pages.inbox.narrow(in: context(device))
    case .loaded, .expanded, .rejectedListed, .rejectedLoaded: records.receive(event)
    case .rejectedMarked(let numbers, let isRemoved):
      records.rejected.mark(numbers, isRemoved: isRemoved)
      return update(\.pages, device) {
        RejectedPage.reportRemoval(of: numbers, isRemoved: isRemoved, in: &$1)
      }
    case .found(let push, let look):
      return update(\.pages, device) { Navigation.open(push, look, in: &$1) }
    case .answered(let command, let answer):
      pages.layers.removeAll {
        if case .dialog(let dialog) = $0 { dialog is TaskWait } else { false }
      }
      return update(\.actions, device) { $0.show(answer, of: command, in: &$1) }
    case .askedToUnlock, .missed, .testPushSent, .edited, .resent, .fileExists, .notSaved,
      .settingsNotWritten, .notCopied:
      if case .askedToUnlock = event { notices.message = nil }
      return update(\.actions, device) { $0.receive(event, in: &$1) }
    }
    return []
  }

  private mutating func moveClock(to date: Date) {
    notices.moveClock(from: now, to: date)
    now = date
  }

  /// Searches again among the entries of the inbox that were added or removed; among all if nil.
  private mutating func refreshInbox(_ ids: [NotificationID]?, _ device: Phone) {
    if let ids, !filters.listsSilent {
      pages.inbox.refresh(ids, filters[.inbox].filter, device)
    } else {
      pages.inbox.narrow(in: context(device))
    }
    guard let id = actions.returning else { return }
    actions.returning = nil
    pages.inbox.select(id, in: context(device).inboxRows)
  }

  /// Records events in the log and in the list of rejected pushes, and announces the rejected ones.
  private mutating func record(_ events: [InboxEvent], _ device: Phone) -> [Intent] {
    if events.contains(where: \.isSilentPush) { records.silent = nil }
    records.events.record(events, device)
    let rejected = events.compactMap { event in
      if case .rejected(let push) = event.kind { push } else { nil }
    }
    records.rejected.record(rejected)
    if !pages.showsRejected { notices.announce(rejected, at: now) }
    return beepsOnRejection && !rejected.isEmpty ? [.ring] : []
  }

  /// Adjusts the state after time or the phone may have changed.
  private mutating func settle(_ device: Phone) {
    look.update(from: device.settings)
    notices.settle(at: now, device)
    if pages.showsRejected { records.rejected.markSeen() }
    if records.rejected.unseen == 0 { notices.rejection = nil }
    pages.inbox.settle(in: context(device))
    search = search?.settled(on: pages.searched?.page.searchPlace)
    pages.settle(in: context(device))
  }

  // MARK: Requests

  /// Returns the state as pages and dialogs read it.
  func context(_ device: Phone) -> PageContext { PageContext(self, device) }

  /// Changes a part of the state, and fulfills its requests.
  private mutating func update<Part>(
    _ path: WritableKeyPath<AppState, Part>, _ device: Phone,
    _ change: (inout Part, inout PageContext) -> Void
  ) -> [Intent] {
    var context = context(device)
    change(&self[keyPath: path], &context)
    return fulfill(context.requests, device)
  }

  private mutating func fulfill(_ requests: [PageRequest], _ device: Phone) -> [Intent] {
    requests.flatMap { fulfill($0, device) }
  }

  private mutating func fulfill(_ request: PageRequest, _ device: Phone) -> [Intent] {
    switch request {
    case .show(let message): notices.show(message, at: now)
    case .open(let layer): pages.layers.append(layer)
    case .close: pages.layers.removeLast()
    case .changePages(let change): return update(\.pages, device, change)
    case .carryOut(let intent): return [intent]
    case .perform(let command): return carryOut(command, device)
    case .press(let command): return perform(command, device)
    case .act(let action): return update(\.actions, device) { $0.carryOut(action, in: &$1) }
    case .setFilter(let filter, let list): setFilter(filter, of: list, device)
    case .setSearch(let search): self.search = search
    case .remember(let line, let kind): history.add(line, to: kind)
    case .dismissBanner: notices.banner = nil
    case .endDemo: demo = nil
    }
    return []
  }

  private mutating func setFilter(_ filter: ListFilter, of list: FilteredList, _ device: Phone) {
    let old = filters[list]
    guard filter != old else { return }
    let isNarrower = pages.inbox.search == nil && filter.finds(lessThan: old)
    filters[list] = filter
    switch list {
    case .inbox:
      pages.inbox.narrow(in: context(device), within: isNarrower ? pages.inbox.found : nil)
    case .log: records.events.narrow(to: filter.filter, device)
    case .rejected: break
    }
  }

  // MARK: Keys

  /// Handles a key: first by the demo and the top dialog, then by the keymap.
  private mutating func press(_ key: Key, _ device: Phone) -> [Intent] {
    notices.message = nil
    var key = key
    let dialog = pages.dialog.map { type(of: $0) }
    if dialog?.acceptsLetters != true, look.keymap[key] == nil, let latin = key.onLatinLayout {
      key = latin
    }
    if pages.allowsDemoKeys, let requests = demo?.requests(for: key) {
      return fulfill(requests, device)
    }
    if dialog?.acceptsText == true {
      switch key {
      case .control("z"): return [.suspend]
      case .control("l"): return [.redraw]
      case .control("c"): key = .escape
      default: break
      }
    }
    // Another key for Enter, except where a text has several lines.
    if key == .control("j"), look.keymap[key] == nil, dialog?.acceptsEveryKey != true {
      key = .enter
    }
    if var dialog = pages.dialog {
      var context = context(device)
      if dialog.receive(key, in: &context) {
        pages.dialog = dialog
        return fulfill(context.requests, device)
      }
    }
    if let command = look.keymap[key], isUsed(command, device) { return perform(command, device) }
    // The last line of a demo has no room for this message.
    if demo == nil, dialog == nil, let name = key.shownName(usesASCII: look.usesASCII) {
      notices.show(.keyHasNoFunction(name, look.keymap), at: now)
    }
    return []
  }

  /// Whether a command has a meaning in the top view.
  private func isUsed(_ command: Command, _ device: Phone) -> Bool {
    guard let view = pages.top?.view, let entry = look.keymap.entry(command) else { return true }
    // For a rejected push, the command explains why it is not on the phone.
    if command.needsPhone, context(device).target?.rejected != nil { return view != HelpPage.view }
    return view.meaning(of: entry) != nil
  }

  /// Handles the mouse: the page handles a click, the wheel scrolls.
  private mutating func click(
    _ kind: Mouse.Kind, _ target: ClickTarget?, _ device: Phone
  ) -> [Intent] {
    if kind == .press {
      guard let target else { return [] }
      if case .key(let key) = target { return press(key, device) }
      return updateTop(device) { $0.click(target, in: &$1) }
    }
    guard pages.dialog == nil else { return [] }
    let command: Command = kind == .wheelUp ? .previous : .next
    // Three rows or lines per notch, as terminals scroll.
    return (0..<3).flatMap { _ in
      var isTurned = false
      let intents = updateTop(device) { isTurned = $0.turnWheel(command, over: target, in: $1) }
      return isTurned || !isUsed(command, device) ? intents : perform(command, device)
    }
  }

  /// Performs a command of the key table if it has a meaning now.
  private mutating func perform(_ command: Command, _ device: Phone) -> [Intent] {
    var context = context(device)
    if AlertBox.answer(command, in: &context) || PageSearch.perform(command, in: &context)
      || actions.compare(by: command, in: &context)
    {
      return fulfill(context.requests, device)
    }
    switch command {
    case .interrupt: return interrupt()
    case .quit: return [.quit]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .cancel: return cancel(device)
    case .back where !pages.layers.isEmpty: pages.layers.removeLast()
    case .back where pages.inbox.returnToList(): break
    case .back: return update(\.actions, device) { Question.askToQuit(in: &$1) }
    case .result where !pages.hasDialog:
      return update(\.actions, device) { $0.openResult(in: &$1) }
    case _ where command == InboxPage.command || PageRegistry.kept[command] != nil:
      if !pages.hasDialog { pages.turn(to: command, in: context) }
    default: return updateTop(device) { $0.perform(command, in: &$1) }
    }
    return []
  }

  /// Changes the top page, and fulfills its requests. Does nothing below a dialog.
  private mutating func updateTop(
    _ device: Phone, _ change: (inout any Page, inout PageContext) -> Void
  ) -> [Intent] {
    guard var page = pages.top else { return [] }
    var context = context(device)
    change(&page, &context)
    pages.top = page
    return fulfill(context.requests, device)
  }

  /// Performs a command that means the same on every page.
  private mutating func carryOut(_ command: Command, _ device: Phone) -> [Intent] {
    switch command {
    case .pause:
      isPaused.toggle()
      notices.show(.paused(isPaused, look.keymap), at: now)
    case .mouse:
      look.usesMouse.toggle()
      notices.show(.usesMouse(look.usesMouse), at: now)
    case .beep:
      beepsOnRejection.toggle()
      notices.show(.beepsOnRejection(beepsOnRejection), at: now)
    default:
      return update(\.actions, device) { actions, context in
        if !PhoneCommands.perform(command, in: &context) { actions.perform(command, in: &context) }
      }
    }
    return []
  }

  /// Handles `^C`: closes what is open; a second one soon after quits.
  private mutating func interrupt() -> [Intent] {
    if let last = interruptedAt, now.timeIntervalSince(last) < Self.patience { return [.quit] }
    interruptedAt = now
    actions.storeDrafts(of: pages)
    pages.layers = []
    notices.banner = nil
    notices.show(.interruptAgain(look.keymap), at: now)
    return []
  }

  /// Ends the first of these that is there, for the key of `cancel`: a search, a filter, a page,
  /// the banner, the mark.
  private mutating func cancel(_ device: Phone) -> [Intent] {
    if search != nil {
      search = nil
    } else if pages.layers.isEmpty, pages.inbox.returnToList() {
      return []
    } else if let list = pages.top?.filteredList, !filters[list].isEmpty {
      setFilter(ListFilter(), of: list, device)
    } else if pages.layers.popLast() != nil {
      return []
    } else if !filters[.inbox].isEmpty {
      // In the order that the last line announces; a banner disappears by itself.
      setFilter(ListFilter(), of: .inbox, device)
    } else if notices.banner != nil {
      notices.banner = nil
    } else {
      return update(\.actions, device) { $0.unmark(in: &$1) }
    }
    return []
  }
}
