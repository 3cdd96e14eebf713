import Foundation
import InboxModel

/// A message in the last line of the screen; the table of all that the screen itself shows.
///
/// An answer of a command appears in the same line, so these begin in lower case too, unless a name
/// begins them, and have no full stop. The end after `:`, `;` or `,` says what to do. Questions are
/// in ``Question``. Texts from outside, such as errors of settings and of commands, are passed on
/// by ``result(_:)`` and ``failure(_:)``.
struct ScreenMessage: Equatable, Sendable {
  let text: String
  /// Whether it explains a failure: it is shown longer, in the colour of failures.
  var isFailure = false

  private init(_ text: String, isFailure: Bool = false) {
    self.text = text
    self.isFailure = isFailure
  }

  /// A text from outside the screen.
  static func result(_ text: String) -> ScreenMessage { ScreenMessage(text) }

  /// An error from outside the screen.
  static func failure(_ text: String) -> ScreenMessage { ScreenMessage(text, isFailure: true) }
}

// MARK: - Any push

extension ScreenMessage {
  static let noSelection = ScreenMessage("no push is selected: select one first")
  static let noPushForCommand = ScreenMessage("no push is selected: select one, or add its number")
  static let notSentYet = ScreenMessage("no push was sent from the screen yet")

  /// A push that was removed from the list while a dialog about it was open, or before.
  static func notInList(_ ids: [NotificationID]) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes(ids)) \(be(ids)) not in the list any more")
  }

  /// A push that the user goes to, and that is not in the list.
  static func inNoList(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) is in no list")
  }

  static func isHeld(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) is held: it is not in the list yet")
  }

  static func isSilent(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) is silent: it is in no list of the phone")
  }

  /// A push that was removed from the store.
  static func notStored(_ push: PushReference) -> ScreenMessage {
    ScreenMessage("\(push.text) is no longer stored")
  }

  static func backAfterSnooze(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) is back after its snooze")
  }

  /// A command that cannot be applied to a rejected push.
  ///
  /// - Parameter verb: The past participle of the command, for instance `resent`.
  static func cannotBe(_ verb: String, _ push: PushReference, because reason: String)
    -> ScreenMessage
  {
    .failure("\(push.text) cannot be \(verb): \(reason)")
  }

  /// A command for the phone on a push that was rejected.
  ///
  /// - Parameter obstacle: The reason why it cannot be delivered; nil if it can.
  static func notDelivered(_ push: PushReference, _ obstacle: String?, _ keymap: Keymap)
    -> ScreenMessage
  {
    guard let obstacle else {
      return ScreenMessage(
        "\(push.text) was rejected and not delivered: \(keymap.keys(of: .accept)) delivers it")
    }
    return ScreenMessage("\(push.text) was not delivered: \(obstacle)")
  }

  private static func be(_ ids: [NotificationID]) -> String { ids.count == 1 ? "is" : "are" }
}

// MARK: - Actions

extension ScreenMessage {
  static let emptyReply = ScreenMessage("the reply is empty: nothing was sent")

  static func opened(_ app: String) -> ScreenMessage { ScreenMessage(ResultMessage.opened(app)) }

  /// An action that was performed.
  ///
  /// - Parameter text: The text that was sent with it.
  static func acted(_ title: String, _ text: String?, isASCII: Bool) -> ScreenMessage {
    let quoted = text.map { ResultMessage.quoted($0, isASCII: isASCII) }
    return ScreenMessage(ResultMessage.acted(title, text: quoted))
  }

  static func hasNoAction(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) does not have this action any more")
  }

  static func hasNoOpenButton(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) has no button that opens the app")
  }

  /// A push without a text action.
  ///
  /// - Parameter isKnown: Whether its category is registered.
  static func hasNoReply(
    _ id: NotificationID, category: CategoryID?, isKnown: Bool, _ keymap: Keymap
  ) -> ScreenMessage {
    let because =
      switch category {
      case nil: "it has no category"
      case let name? where isKnown: "its category “\(name)” has no text action"
      case let name?:
        "its category “\(name)” is not registered; add it on the page Categories of the settings"
          + (keymap.keys(of: .settings).isEmpty ? "" : " (\(keymap.keys(of: .settings)))")
      }
    return ScreenMessage("\(ResultMessage.pushes([id])) has no reply action: \(because)")
  }

  /// An action that was not performed; its text stays a draft.
  static func notActed(because reason: ScreenMessage, hasText: Bool) -> ScreenMessage {
    .failure(
      reason.text + (hasText ? ": nothing was sent, and the text is kept as a draft" : ""))
  }

  /// A prompt for a reply that was closed with a text.
  static func draftKept(_ id: NotificationID, isListed: Bool, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      isListed
        ? "the draft is kept: \(keymap.keys(of: .reply)) brings it back"
        : "\(notInList([id]).text); the draft is kept until it returns")
  }

  /// An alert of 2012 that was closed.
  static func alertClosed(_ id: NotificationID) -> ScreenMessage {
    ScreenMessage("\(ResultMessage.pushes([id])) was removed: phones of that time did not store it")
  }
}

// MARK: - Reading, removing, undo

extension ScreenMessage {
  static let nothingToUndo = ScreenMessage("there is nothing to undo")
  static let silentNotCleared = ScreenMessage(
    "silent pushes are in no list: there is nothing to clear")

  static func marked(_ ids: [NotificationID], read: Bool, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      "\(ResultMessage.pushes(ids)) \(read ? "read" : "unread")"
        + keymap.undoHint { ", \($0) undoes it" })
  }

  static func dismissed(_ ids: [NotificationID], _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      ResultMessage.dismissed(ResultMessage.pushes(ids)) + restoring(ids.count, keymap))
  }

  static func snoozed(_ ids: [NotificationID], until moment: String, _ keymap: Keymap)
    -> ScreenMessage
  {
    ScreenMessage(ResultMessage.snoozed(ids, until: moment) + restoring(ids.count, keymap))
  }

  /// Rejected pushes that were removed from their list, or restored.
  static func rejectedMarked(_ numbers: [Int], isRemoved: Bool, _ keymap: Keymap) -> ScreenMessage {
    let isOne = numbers.count == 1
    let names = isOne ? "R\(numbers[0])" : "\(Words.number(numbers.count)) rejected pushes"
    return ScreenMessage(
      isRemoved
        ? "removed \(names)" + restoring(numbers.count, keymap)
        : "\(names) \(isOne ? "is" : "are") back")
  }

  /// A change that was undone.
  static func undone(_ step: UndoStep) -> ScreenMessage {
    ScreenMessage(ResultMessage.undone(step))
  }

  private static func restoring(_ count: Int, _ keymap: Keymap) -> String {
    keymap.undoHint { ", \($0) brings \(count == 1 ? "it" : "them") back" }
  }
}

extension Keymap {
  /// Returns half a sentence with the keys of undo; empty if no key has that command.
  func undoHint(_ words: (String) -> String) -> String {
    let keys = keys(of: .undo)
    return keys.isEmpty ? "" : words(keys)
  }
}

// MARK: - Sending and editing

extension ScreenMessage {
  static let testPushWaits = ScreenMessage("the test push is on its way")
  static let emptyText = ScreenMessage("the text is empty: nothing was sent")
  static let unchangedText = ScreenMessage("the text was not changed: nothing was sent")

  static func testPushSent(_ push: PushReference, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      push.rejected == nil
        ? "the test push was sent: \(push.text)"
        : "the test push was rejected: \(push.text); \(keymap.keyName(of: .result)) shows why")
  }

  static let editorNotFound = ScreenMessage("the editor was not found: set VISUAL or EDITOR")
  static let editedFileRemoved = ScreenMessage("the editor removed the file")
  static let editedFileReplaced = ScreenMessage("the editor replaced the file by something else")
  static let editedTextTooLong = ScreenMessage("the edited text is over 1 MiB")
  static let editedTextHasNUL = ScreenMessage("the edited text contains a NUL byte")
  static let editedTextIsNotUTF8 = ScreenMessage("the edited text is not UTF-8")

  static func editorEnded(code: Int32) -> ScreenMessage {
    ScreenMessage("the editor ended with \(code)")
  }

  static func editorEnded(signal: Int32) -> ScreenMessage {
    ScreenMessage("the editor was ended by signal \(signal)")
  }

  static func editedFileUnreadable(_ reason: String) -> ScreenMessage {
    ScreenMessage("the edited file cannot be read: \(reason)")
  }

  /// A text from the editor that cannot be used.
  static func notEdited(because reason: ScreenMessage) -> ScreenMessage {
    .failure("\(reason.text); the text was not changed")
  }

  /// A reply from the editor that is over the limit of a reply; `count` in characters.
  static func replyTooLong(_ count: Int) -> ScreenMessage {
    .failure(
      "the text has \(Words.number(count)) characters, \(Words.number(TextField.limit)) at most: "
        + "\(ReplyPrompt.editorKey.name.uppercased()) opens it again")
  }

  /// A push from the editor that cannot be read.
  static func notSent(_ problem: PushForm.Problem, reopenedBy keys: String) -> ScreenMessage {
    .failure("\(problem.sentence); nothing was sent, \(keys) opens the text again")
  }
}

// MARK: - Files, programs, the clipboard

extension ScreenMessage {
  static func saved(_ push: PushReference, as file: String) -> ScreenMessage {
    ScreenMessage("\(push.text) saved as \(file)")
  }

  static func settingsWritten(to file: String) -> ScreenMessage {
    ScreenMessage("the changes are written as \(file)")
  }

  static func fileExists(_ file: String) -> ScreenMessage {
    ScreenMessage("\(file) exists: choose another name")
  }

  /// A file that could not be written.
  static func notWritten(_ file: String, _ error: SystemError) -> ScreenMessage {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "this folder"
    return switch error.code {
    case ENOENT:
      ScreenMessage("the folder \(folder) does not exist: create it, or choose another")
    case ENOTDIR: ScreenMessage("\(folder) is not a folder: choose another")
    case EISDIR: ScreenMessage("\(file) is a folder: add the name of a file")
    case EACCES, EPERM, EROFS:
      ScreenMessage("\(folder) is not writable: choose another folder")
    default: ScreenMessage("\(file): \(error.reason)")
    }
  }

  /// A push whose bytes are not an object of JSON.
  ///
  /// - Parameter truncation: The reason why only a part of its payload is stored.
  static func hasNoPayload(_ push: PushReference, _ truncation: String?) -> ScreenMessage {
    .failure(
      "\(push.text) has no payload that is a JSON object" + (truncation.map { ": " + $0 } ?? ""))
  }

  static func hasNo(_ part: String, _ push: PushReference, _ truncation: String?)
    -> ScreenMessage
  {
    .failure("there is no \(part) in \(push.text)" + (truncation.map { ": " + $0 } ?? ""))
  }

  /// A text that a program copied; `size` such as `231 B`.
  static func copied(_ title: String, to place: String, with program: String, _ size: String)
    -> ScreenMessage
  {
    ScreenMessage("\(title) copied to \(place) with \(program), \(size)")
  }

  /// A text that the terminal was asked to copy, which does not answer.
  ///
  /// - Parameter failures: The problems of the programs that were tried first.
  static func sentToTerminal(_ title: String, _ size: String, _ failures: String) -> ScreenMessage {
    ScreenMessage("\(title) sent to the terminal (OSC 52), \(size)\(failures)")
  }

  static let noClipboard = ScreenMessage("no clipboard program, and no OSC 52 here")
  static let terminalIsLent = ScreenMessage("another program was using the terminal")
  static let clipboardLimit = ScreenMessage(
    "OSC 52 is limited to \(Words.number(Clipboard.limit)) B")

  /// A text that is shown because it was not copied.
  static func notCopied(because reason: ScreenMessage, _ failures: String) -> ScreenMessage {
    ScreenMessage("not copied, select it (Shift+drag): \(reason.text)\(failures)")
  }

  /// A program or a reading of files that the user ended.
  static func ended(_ task: String) -> ScreenMessage { ScreenMessage("ended: \(task)") }
}

// MARK: - Keys and the terminal

extension ScreenMessage {
  static func keyHasNoFunction(_ key: String, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage("\(key) has no function here; \(keymap.keys(of: .help)) lists the keys")
  }

  static func paused(_ isPaused: Bool, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      isPaused
        ? "paused: new pushes are not shown; \(keymap.keys(of: .pause)) continues"
        : "continued: new pushes are shown again")
  }

  static func usesMouse(_ isOn: Bool) -> ScreenMessage {
    ScreenMessage(isOn ? "mouse: on; Shift selects text" : "mouse: off; the terminal handles it")
  }

  static func beepsOnRejection(_ isOn: Bool) -> ScreenMessage {
    ScreenMessage("beep when a push is rejected: \(isOn ? "on" : "off")")
  }

  static func interruptAgain(_ keymap: Keymap) -> ScreenMessage {
    ScreenMessage("\(keymap.keys(of: .interrupt)) again to quit")
  }
}

// MARK: - The phone

extension ScreenMessage {
  static let emptySummary = ScreenMessage("the scheduled summary holds no push")
  static let summaryShown = ScreenMessage("the pushes of the summary are in the list")

  static func online(_ isOnline: Bool) -> ScreenMessage {
    ScreenMessage(
      isOnline ? "online: waiting pushes are delivered" : "offline: pushes wait for the phone")
  }

  static func lock(_ lock: LockState) -> ScreenMessage { ScreenMessage("phone: \(lock.rawValue)") }

  static func previews(_ setting: ShowPreviewsSetting) -> ScreenMessage {
    ScreenMessage("previews: \(Words.previews(setting))")
  }

  static func grouping(_ setting: GroupingSetting) -> ScreenMessage {
    ScreenMessage("grouping: \(Words.grouping(setting))")
  }

  static let doNotDisturbOn = ScreenMessage("Do Not Disturb: on")

  /// A Focus that was turned off by the key of Do Not Disturb.
  static func focusOff(_ focus: FocusName, returns: Bool, _ keymap: Keymap) -> ScreenMessage {
    let isOther = focus != .doNotDisturb
    return ScreenMessage(
      (isOther ? "Focus \(focus)" : "Do Not Disturb") + ": off"
        + (returns ? " until its next time" : "")
        + (isOther ? "; \(keymap.keys(of: .doNotDisturb)) turns Do Not Disturb on" : ""))
  }

  static func appState(_ app: String, _ state: AppRunState) -> ScreenMessage {
    ScreenMessage("\(app): \(state.rawValue)")
  }

  static func muted(_ app: String, _ step: String) -> ScreenMessage {
    ScreenMessage("\(app): \(MuteStep.meaning(of: step))")
  }

  static func cardRemoved(_ card: ActivityID) -> ScreenMessage {
    ScreenMessage("\(card.text) was removed: the phone ignores its updates from now on")
  }

  static func cardIsGone(_ card: ActivityID) -> ScreenMessage {
    ScreenMessage("\(card.text) is not on the lock screen any more")
  }
}

// MARK: - Lists and pages

extension ScreenMessage {
  static let noSearch = ScreenMessage("there is no search: / starts one")
  static let lastMatch = ScreenMessage("this is the last match")
  static let firstMatch = ScreenMessage("this is the first match")
  static let noPushOfEvent = ScreenMessage("no push belongs to this event")
  static let listAll = ScreenMessage("all pushes are listed")
  static let eventsListed = ScreenMessage("the log lists the events")
  static let queuesListed = ScreenMessage("the log shows the numbered queues")
  static let byReason = ScreenMessage("rejected pushes are grouped by reason")
  static let newestFirst = ScreenMessage("rejected pushes are listed with the newest first")
  static let noRemedySelected = ScreenMessage("select a line of “Would show if” first")
  static let demoEnded = ScreenMessage("the demo has ended: the inbox is now interactive")

  static func listQuiet(_ filter: String) -> ScreenMessage {
    ScreenMessage("only silenced pushes are listed: \(filter)")
  }

  static func follows(_ isOn: Bool) -> ScreenMessage {
    ScreenMessage("the list follows new pushes: \(isOn ? "on" : "off")")
  }

  static func logFollows(_ isOn: Bool) -> ScreenMessage {
    ScreenMessage("the log follows new events: \(isOn ? "on" : "off")")
  }

  /// A key that has no effect while the log shows the numbered queues.
  static func queuesCoverEvents(_ keymap: Keymap) -> ScreenMessage {
    ScreenMessage("\(keymap.keys(of: .grouping)) lists the events again")
  }

  static let paneNeedsColumns = ScreenMessage(
    "the right pane needs \(Layout.wideColumns) columns: make the terminal wider")

  /// A key for matches on a page that was not searched.
  static func searchesPage(_ keymap: Keymap) -> ScreenMessage {
    ScreenMessage("\(keymap.keys(of: .filter)) searches this page")
  }

  /// A text that was searched for in vain.
  ///
  /// - Parameter elsewhere: A remark about the other text of the page; may be empty.
  static func notOnPage(_ text: String, _ elsewhere: String = "") -> ScreenMessage {
    ScreenMessage("“\(text)” is not on this page\(elsewhere)")
  }

  /// The remark that a searched text is on another tab.
  static func onOtherTab(_ tab: String, _ keymap: Keymap) -> String {
    " but on \(tab): \(keymap.keys(of: .otherPane)) goes there"
  }

  static func searchContinued(fromTop: Bool) -> ScreenMessage {
    ScreenMessage("the search continued from the \(fromTop ? "top" : "bottom")")
  }

  /// A payload key that would have shown a push, which is not a setting of the phone.
  static func onlySenderSets(_ keys: String, _ keymap: Keymap) -> ScreenMessage {
    .failure("only the sender sets \(keys): \(keymap.keys(of: .edit)) edits this push and sends it")
  }

  static func markedToCompare(_ push: PushReference, _ keymap: Keymap) -> ScreenMessage {
    ScreenMessage(
      "\(push.text) is marked: \(keymap.keys(of: .unfoldAll)) compares another one with it")
  }

  static func cannotCompareWithItself(_ push: PushReference) -> ScreenMessage {
    ScreenMessage("\(push.text) is marked: select another push to compare")
  }

  static func unmarked(_ push: PushReference) -> ScreenMessage {
    ScreenMessage("\(push.text) unmarked")
  }
}

// MARK: - Settings

extension ScreenMessage {
  static let nothingToWrite = ScreenMessage("no setting was changed: there is nothing to write")
  static let nothingToTry = ScreenMessage(
    "change a setting first; past pushes are then tried with it")
  static let nothingNewHere = ScreenMessage(
    "create a Focus, app, category or fault on its own page")

  /// A row with this label that has no change.
  static func nothingToReset(_ label: String) -> ScreenMessage {
    ScreenMessage("\(label) was not changed: there is nothing to reset")
  }

  /// Changes of the row with this label that were reset.
  static func reset(_ label: String) -> ScreenMessage {
    ScreenMessage("\(label) was reset")
  }

  static func keyHasCommand(_ key: Key) -> ScreenMessage {
    ScreenMessage("\(key.name) is bound to this already")
  }

  /// A key that was bound to a command.
  ///
  /// - Parameter loser: The effect that the key had before.
  static func keyBound(_ key: Key, _ help: String, loser: String?) -> ScreenMessage {
    ScreenMessage("\(key.name): \(help)" + (loser.map { ", no longer \($0)" } ?? ""))
  }
}
