import InboxModel

/// What lies over the list and takes the keys.
enum Sheet: Equatable, Sendable {
  case inspector(Inspector)
  case reply(ReplyPrompt)
  /// The actions of a notification.
  case actions(ActionsMenu)
  /// The keys.
  case help(HelpSheet)
  case question(Question)
  /// A menu.
  case choice(Choice)
  /// A line asked for.
  case line(LinePrompt)
  /// The line after `:`.
  case command(CommandPrompt)
  /// What a command said.
  case output(OutputPage)
  /// The settings; where the person is in them outlives the sheet.
  case settings
  /// A setting being typed.
  case setting(SettingPrompt)
  /// The key a command is to get.
  case key(KeyPrompt)
  /// The refused pushes, the log, what is held and the lock screen; where the person is in them outlives the
  /// sheet.
  case rejected, log, held, lockScreen
  /// The welcome page, over a list with something in it or not.
  case welcome
  /// A refused push in full.
  case request(RequestPage)
  /// The line after `/`.
  case filter(FilterPrompt)
  /// Work beside the screen that is waited for, in a few words.
  case errand(String)

  /// Whether it covers the list.
  var isPage: Bool {
    switch self {
    case .inspector, .help, .output, .settings, .rejected, .log, .held, .lockScreen, .request,
      .welcome:
      true
    case .reply, .actions, .question, .command, .setting, .key, .filter, .choice, .line, .errand:
      false
    }
  }

  /// Whether keys are typed into it, or it waits: `^C` gives it up, `^Z` and `^L` mean the terminal.
  var takesKeys: Bool {
    switch self {
    case .reply, .command, .setting, .filter, .line, .errand: true
    default: false
    }
  }

  /// Whether what is typed has several lines, or any key is wanted as it is.
  var hasLines: Bool {
    switch self {
    case .reply, .key: true
    default: false
    }
  }

  /// The words that lines on show must have; nil for what is no page of text.
  var words: String? {
    get {
      switch self {
      case .help(let page): page.words
      case .output(let page): page.words
      default: nil
      }
    }
    set {
      switch self {
      case .help: self = .help(HelpSheet(words: newValue ?? ""))
      case .output(var page):
        page.find(newValue ?? "")
        self = .output(page)
      default: break
      }
    }
  }

  /// How many lines of a page are above the window; nil for what does not scroll.
  var scroll: Int? {
    get {
      switch self {
      case .inspector(let inspector): inspector.scroll
      case .help(let page): page.scroll
      case .output(let page): page.scroll
      case .request(let page): page.scroll
      default: nil
      }
    }
    set {
      let scroll = newValue ?? 0
      switch self {
      case .inspector(var inspector):
        inspector.scroll = scroll
        self = .inspector(inspector)
      case .help(var page):
        page.scroll = scroll
        self = .help(page)
      case .output(var page):
        page.scroll = scroll
        self = .output(page)
      case .request(var page):
        page.scroll = scroll
        self = .request(page)
      default: break
      }
    }
  }
}

/// The actions of a notification, and the place of the row that Enter chooses.
struct ActionsMenu: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case action(Action)
    case open, dismiss
  }

  let id: NotificationID
  var cursor = 0
}

/// The keys: those that have some words, scrolled down by so many lines.
struct HelpSheet: Equatable, Sendable {
  var words = ""
  var scroll = 0
}

/// One push in full, a page at a time.
struct Inspector: Equatable, Sendable {
  /// The pages, in the order of their tabs.
  enum Tab: String, CaseIterable, Sendable {
    case summary = "Summary"
    case why = "Why"
    case payload = "Payload"
    case headers = "Headers"
    case timeline = "Timeline"
    case raw = "Raw"
  }

  private(set) var id: NotificationID
  /// The page the keys mean.
  var tab: Tab {
    didSet { if tab != .payload { beside = tab } }
  }
  /// What stands beside the payload where there is room for two: what was looked at last, but for that.
  private(set) var beside: Tab
  private var scrolls: [Tab: Int] = [:]
  /// The line of the payload stood on, and the values there that are not folded, or not open, as at first.
  var line = 0
  var toggled: Set<FoldedJSON.Path> = []
  /// The line of the page Why stood on, and what was opened and tried there.
  var why = WhyPlace()

  init(id: NotificationID, tab: Tab = .summary) {
    self.id = id
    self.tab = tab
    beside = tab == .payload ? .why : tab
  }

  /// How many lines of the page are above the window.
  var scroll: Int {
    get { scroll(of: tab) }
    set { scrolls[tab] = newValue == 0 ? nil : newValue }
  }

  func scroll(of tab: Tab) -> Int { scrolls[tab] ?? 0 }

  /// Goes to another push, to the same pages.
  mutating func turn(to id: NotificationID) {
    var other = Inspector(id: id, tab: beside)
    other.tab = tab
    self = other
  }

  /// The pages that are seen, and where.
  func panes(_ size: Size) -> [(tab: Tab, area: Area)] {
    guard let (left, right) = Layout.panes(size) else { return [(tab, Layout.page(size))] }
    return [(beside, left), (.payload, right)]
  }

  /// Where the page is that the keys mean.
  func area(_ size: Size) -> Area {
    panes(size).first { $0.tab == tab }?.area ?? Layout.page(size)
  }
}

/// The prompt of an action that asks for text.
struct ReplyPrompt: Equatable, Sendable {
  var id: NotificationID
  var action: Action
  var field: TextField

  var name: AnswerName { AnswerName(push: id, action: action.identifier) }
}

/// A question to be answered with yes or no.
struct Question: Equatable, Sendable {
  /// What happens on yes.
  enum Subject: Equatable, Sendable {
    /// Unlock the phone, then use the action.
    case unlock(NotificationID, ActionIdentifier, text: String?)
    /// Dismiss everything.
    case dismissAll
    /// Remove all refused pushes, or those that match the filter.
    case removeRefused
    /// Write a push over the file that is there.
    case replaceFile(PushReference, path: String)
    /// Drop the person's changes of these keys, all of something with that name.
    case reset([String], of: String)
    /// Take an app off the phone, and its device tokens with it.
    case uninstall(BundleID)
    /// Take what stands at a path, and has that name, out of its list.
    case remove([String], of: String)
    /// Leave, though so many pushes are kept nowhere.
    case quit(losing: Int)
  }

  var subject: Subject
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The tab one further, or one back for -1; after the last comes the first.
  func turned(by step: Int) -> Self {
    let tabs = Self.allCases
    let place = tabs.firstIndex(of: self) ?? 0
    return tabs[(place + step + tabs.count) % tabs.count]
  }
}
