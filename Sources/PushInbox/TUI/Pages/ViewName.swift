import InboxModel

/// The views. The ``KeyTable`` of each says with the entries of ``Keymap`` which keys work there: keys are answered,
/// the help is made and the bottom line hints by it alone.
enum ViewName: String, CaseIterable, Sendable {
  case inbox = "Inbox"
  /// The right pane of the inbox while it has the keys.
  case pane = "Right pane"
  case rejected = "Rejected"
  case log = "Log"
  case settings = "Settings"
  case held = "Held"
  case lockScreen = "Lock screen"
  case inspector = "Inspector"
  case request = "Refused push"
  /// The help, the manual, an answer: text over another view.
  case text = "Help, manual, answers"
  case welcome = "Welcome page"

  /// The views that have a help of their own; the help itself and the welcome page have that of the view beneath.
  static let withHelp = allCases.filter { $0 != .text && $0 != .welcome }
}

extension ViewName {
  /// The keys of the view: a line for each page.
  var keys: KeyTable {
    switch self {
    case .inbox: .inbox
    case .pane: .pane
    case .rejected: RejectedPage.keys
    case .log: LogPage.keys
    case .settings: SettingsPage.keys
    case .held: HeldPage.keys
    case .lockScreen: LockScreenPage.keys
    case .inspector: InspectorPage.keys
    case .request: RequestPage.keys
    case .text: .text
    case .welcome: WelcomePage.keys
    }
  }

  /// What a command does there, in a few words; nil where it does nothing.
  func meaning(of entry: Keymap.Entry) -> String? { keys.meaning(of: entry) }

  /// The heading under which the help lists a command.
  func section(of entry: Keymap.Entry) -> Keymap.Section { keys.section(of: entry) }
}

extension AppState {
  /// The view, with the help or an answer over it or not.
  var view: ViewName { view(under: layers.count) }

  /// The view under a layer: the topmost page there that has a help of its own.
  func view(under place: Int) -> ViewName {
    for layer in layers.prefix(place).reversed() {
      guard let name = page(of: layer)?.viewName, ViewName.withHelp.contains(name) else { continue }
      return name
    }
    return pages.inbox.viewName
  }

  /// The view whose keys work now; nil under a dialog, which has keys of its own.
  var topView: ViewName? { topPage?.viewName }

  /// Whether a command does something in the view on top.
  func isUsed(_ command: Command, _ device: Phone) -> Bool {
    guard let topView, let entry = keymap.entry(command) else { return true }
    // For a refused push the answer says why it is not on the phone.
    if command.needsPhone, rejectedTarget(device) != nil { return topView != .text }
    return topView.meaning(of: entry) != nil
  }
}
