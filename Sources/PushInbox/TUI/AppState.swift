import Foundation
import InboxModel

/// The state of the screen as a machine (`ARCHITECTURE.md`, "Three machines"): the pages and dialogs that are
/// open, the message and the banner on show, and the settings of the screen.
struct AppState: Equatable, Sendable {
  /// A banner on show.
  struct Banner: Equatable, Sendable {
    var id: NotificationID
    /// When it goes; nil for one that stays until it is put away.
    var until: Date?
  }

  /// A sentence for the person, shown for a while.
  struct Message: Equatable, Sendable {
    var text: String
    var until: Date
    /// Whether it says why something could not be done.
    var isFailure = false
  }

  /// The size of the terminal.
  var size: Size
  /// The latest moment an event named.
  var now: Date
  /// Which key does what.
  var keymap: Keymap
  /// Whether marks and lines are drawn with ASCII alone.
  var usesASCII: Bool
  /// How text looks.
  private(set) var theme = Theme.standard
  /// What was said of keys and colors when their tables were made.
  private var (keys, colors): ([String: String], [String: String]) = ([:], [:])
  /// The facts of the running program.
  private(set) var runtime = RuntimeStatus()
  /// The events and pushes that were reported or loaded.
  var records = Records()
  /// The pages that outlive their being open.
  var pages = KeptPages()
  /// What lists are narrowed by; none for those shown whole.
  var filters: [FilteredList: ListFilter] = [:]
  /// What lies over the list, the top one last.
  var layers: [Layer] = []
  /// Answers begun and not sent.
  var drafts = Drafts()
  /// Texts of the editor that could not be used yet.
  var unfinished: [EditJob.Subject: String] = [:]
  /// The push others are compared with, as it was kept when it was marked.
  var marked: StoredPush?
  /// Commands that got a payload, the newest last.
  var pipes: [String] = []
  /// The push that was sent last from here, by whatever key.
  var result: PushReference?
  /// What comes back by an undo, to be stood on.
  var returning: NotificationID?
  /// The lines typed after `:`, the newest last.
  var history: [String] = []
  /// The filters typed after `/`, the newest last.
  var filterHistory: [String] = []
  /// The text that is searched on the page that the keys mean; nil when none is.
  var search: PageSearch?
  /// The banner on show.
  var banner: Banner?
  /// The sentence on show.
  var message: Message?
  /// The last refusal, announced for a while or until the list of refused pushes is looked at.
  var refusalNotice: RefusalNotice?
  /// Whether the list stays as it is, whatever comes.
  var isPaused = false
  /// Whether the mouse is ours.
  var usesMouse: Bool
  /// The story that is played, or has ended and offers what can be done next; nil when there is none.
  var story: Demo?
  /// Whether a refused push rings the bell.
  var beepsOnRefusal = false
  /// When `^C` was pressed last; twice within ``patience`` quits.
  var interruptedAt: Date?

  /// Whether only the clock of the list's header is on show that time itself changes.
  var isSettled: Bool {
    banner == nil && message == nil && refusalNotice == nil && story == nil && layers.isEmpty
      && !Layout.isTooSmall(size)
  }

  /// Seconds a temporary banner stays, as on the phone.
  static let bannerTime: TimeInterval = 5
  /// Seconds a message stays, and one that says why something could not be done.
  static let messageTime: TimeInterval = 4
  static let failureTime: TimeInterval = 10
  /// The seconds between two events of a clock that nobody sets, while a message is on show; more is a jump.
  private static let longestTick: TimeInterval = 60
  /// Seconds within which a second `^C` counts.
  static let patience: TimeInterval = 2

  init(
    size: Size, now: Date, keymap: Keymap = .standard, usesASCII: Bool = false,
    usesMouse: Bool = false
  ) {
    self.size = size
    self.now = now
    self.keymap = keymap
    self.usesASCII = usesASCII
    self.usesMouse = usesMouse
  }

  /// Handles one event. Returns what is to be done about it.
  mutating func handle(_ event: AppEvent, device: Phone) -> [Intent] {
    let before = standing
    var intents = receive(event, device)
    // What is done when the filter is typed no more means all that it finds.
    if !isTypingFilter { pages.inbox.finishSearch(filter(of: .inbox).filter, device) }
    intents += expand(device)
    follow(from: before, isByHand: event.isByHand, device)
    settle(device)
    if pages.inbox.search != nil { intents.append(.continueSearch) }
    return intents + load(device) + loadRefused(device) + loadSilent()
  }

  private mutating func receive(_ event: AppEvent, _ device: Phone) -> [Intent] {
    switch event {
    case .key(let key): return press(key, device: device)
    case .mouse(let kind, let target): return click(kind, on: target, device: device)
    case .resized(let size): resize(to: size)
    case .runtimeChanged(let status): runtime = status
    case .ticked(let date): advance(to: date)
    case .presented(let id, let date): present(id, at: date, device: device)
    case .listChanged(_, let touched): refreshInbox(touched, device)
    case .askedToUnlock(let id, let action, let text): askToUnlock(for: action, text, on: id)
    case .missed(let id, let action, let text):
      reportMissed(action, text: text, on: id, because: Words.gone(id))
    case .loaded(let id, let detail): if id == records.requested { records.detail = detail }
    case .story(let story): self.story = story
    case .expanded(let id, let answer):
      if records.expansion?.id == id { records.expansion?.view = ContentView(answer) }
    case .happened(let events):
      if events.contains(where: \.isSilentPush) { records.silent = nil }
      return record(events, device)
    case .silentListed(let pushes):
      records.silent = pushes
      narrowInbox(device)
    case .found(let name, let look): go(to: name, look, device)
    case .testPushSent(let name): showTestPush(name)
    case .refusedListed(let rows): records.rejected.load(rows)
    case .refusedMarked(let numbers, let isRemoved): mark(numbers, isRemoved: isRemoved)
    case .refusedLoaded(let number, let push):
      if number == records.rejected.requested { records.rejected.detail = push }
    case .edited(let job, let text): return receive(text, of: job)
    case .resent(let id, let edited, let answer): showResent(id, edited, answer)
    case .fileExists(let id, let path):
      ask(.question(Question(subject: .replaceFile(id, path: path))))
    case .notSaved(let name, let path, let problem): mendName(of: name, path, problem)
    case .settingsNotWritten(let path, let problem):
      ask(.line(LinePrompt(.writeSettings, text: path, problem: problem)))
    case .answered(let command, let answer):
      layers.removeAll { if case .dialog(.task) = $0 { true } else { false } }
      show(answer, of: command)
    case .notCopied(let title, let text, let remark): showUncopied(text, title: title, remark)
    case .searchContinued: pages.inbox.continueSearch(filter(of: .inbox).filter, device)
    case .message(let text): showMessage(text)
    }
    return []
  }

  /// Looks again at the entries of the inbox that came or went; nil for all.
  private mutating func refreshInbox(_ ids: [NotificationID]?, _ device: Phone) {
    if let ids, !listsSilent {
      pages.inbox.refresh(ids, filter(of: .inbox).filter, device)
    } else {
      narrowInbox(device)
    }
    standOnReturning(device)
  }

  /// Whether the settings are open.
  var showsSettings: Bool { layers.contains(.settings) }

  /// Whether the inbox lists silent pushes, which stand in no list of the phone.
  var listsSilent: Bool { filter(of: .inbox).filter.asksForSilent }

  /// Asks for the silent pushes while they are listed, once for each that comes.
  private mutating func loadSilent() -> [Intent] {
    guard listsSilent else {
      records.silent = nil
      return []
    }
    return records.silent == nil ? [.loadSilent] : []
  }

  /// The rows of the inbox as they are folded now.
  func rows(_ device: Phone) -> InboxRows { pages.inbox.rows(of: device, size: size) }

  /// The push that commands mean: the inspected or selected one of the pages, from the top, else the selected
  /// one of the inbox; nil where none is selected.
  func pushTarget(_ device: Phone) -> PushReference? {
    if let notification = alertBox(device) { return .entry(notification.id) }
    for (place, layer) in layers.enumerated().reversed() {
      guard let page = page(of: layer) else { continue }
      switch page.target(in: context(device, of: place)) {
      case .none: return nil
      case .push(let name): return name
      case .beneath: continue
      }
    }
    return pages.inbox.selectedPush(of: device, size: size).map { .entry($0) }
  }

  /// The push on the phone that commands mean.
  func target(_ device: Phone) -> NotificationID? {
    if case .entry(let id)? = pushTarget(device) { id } else { nil }
  }

  /// The refused push that commands mean.
  func rejectedTarget(_ device: Phone) -> Int? {
    if case .refused(let number)? = pushTarget(device) { number } else { nil }
  }

  private var inspected: NotificationID? {
    layers.reversed().lazy.compactMap { self.page(of: $0)?.pushID }.first
  }

  /// The signs to draw with.
  var symbols: Symbols { usesASCII ? .ascii : .unicode }

  /// Shows a sentence for a while.
  mutating func showMessage(_ text: String, isFailure: Bool = false) {
    let time = isFailure ? Self.failureTime : Self.messageTime
    message = Message(text: text, until: now + time, isFailure: isFailure)
  }

  private mutating func resize(to size: Size) {
    self.size = size
    for (place, layer) in layers.enumerated() {
      guard var page = page(of: layer) else { continue }
      page.resize(to: size)
      setPage(page, of: layer, at: place)
    }
  }

  private mutating func present(_ id: NotificationID, at date: Date, device: Phone) {
    guard let notification = device.notification(id) else { return }
    advance(to: date)
    let style = device.settings.app(notification.app).bannerStyle
    let isModal = device.settings.device.era == .year2012
    guard isModal || device.settings.banner == .on else { return }
    banner = Banner(
      id: id, until: isModal || style == .persistent ? nil : date + Self.bannerTime)
  }

  /// The clock may be set. Back, what was to end at a moment of the other one ends now; ahead, a message
  /// stays for the rest of its time, as the answer to the command that set it must be read.
  private mutating func advance(to date: Date) {
    if date < now - 1 { (banner, message, refusalNotice) = (nil, nil, nil) }
    if date > now + Self.longestTick { message?.until += date.timeIntervalSince(now) }
    now = date
  }

  /// Records events in the log and in the list of refused pushes.
  private mutating func record(_ events: [InboxEvent], _ device: Phone) -> [Intent] {
    records.events.record(events, device)
    let refused = events.compactMap { event in
      if case .rejected(let push) = event.kind { push } else { nil }
    }
    recordRefusals(refused)
    return beepsOnRefusal && !refused.isEmpty ? [.ring] : []
  }

  /// Stands on what an undo brought back.
  private mutating func standOnReturning(_ device: Phone) {
    guard let id = returning else { return }
    returning = nil
    let rows = rows(device)
    guard let row = rows.row(of: id) else { return }
    pages.inbox.position.select(row)
    pages.inbox.follows = id == rows.inbox.newest
  }

  /// Makes everything true again that time or the phone may have changed.
  private mutating func settle(_ device: Phone) {
    if (device.settings.keys, device.settings.colors) != (keys, colors) {
      (keys, colors) = (device.settings.keys, device.settings.colors)
      let screen = ScreenSettings(device.settings)
      (keymap, theme) = (screen.keymap, screen.theme)
    }
    if let shown = banner {
      let isOff = device.settings.banner == .off && device.settings.device.era != .year2012
      let isOver = isOff || shown.until.map { $0 <= now } ?? false
      if isOver || isSettled(shown.id, device) { banner = nil }
    }
    if let shown = message, shown.until <= now { message = nil }
    settleRefusals()
    pages.inbox.settle(in: context(device))
    settleSearch()
    settlePages(device)
  }

  /// Whether there is nothing left to say about a push on show: it was read or taken away.
  private func isSettled(_ id: NotificationID, _ device: Phone) -> Bool {
    guard let notification = device.notification(id) else { return true }
    let isGone = notification.presented.contains(.list) && device.inbox[id] == nil
    return isGone || notification.isRead
  }

  /// Has the view of an inspected push made, once for each look at it.
  private mutating func expand(_ device: Phone) -> [Intent] {
    let wasWorking = records.expansion?.view == .working
    guard let record = inspected.flatMap({ records.detail(of: $0) })?.record,
      let its = device.contentExtension(of: record.notification)
    else {
      records.expansion = nil
      return wasWorking ? [.expand(nil)] : []
    }
    guard records.expansion?.id != record.notification.id else { return [] }
    records.expansion = Records.Expansion(id: record.notification.id, view: .working)
    if case .stated(let text) = its.source {
      records.expansion?.view = ContentView(.printed(Array(text.utf8)))
    }
    let run = ExtensionRun(viewOf: record, by: its)
    return run == nil && !wasWorking ? [] : [.expand(run)]
  }

  /// Asks for the detail of what is looked at, once.
  private mutating func load(_ device: Phone) -> [Intent] {
    guard let wanted = target(device), wanted != records.requested else { return [] }
    records.requested = wanted
    return [.loadDetail(wanted)]
  }
}
