import Foundation
import InboxModel

// The sentences with which commands fail, by what they are about; the errors of command lines are
// at the end. They begin in lower case and have no full stop; a semicolon precedes the remedy.
//
// Sentences about success are in `ResultMessage`. Errors that other code throws become sentences in
// `ErrorMessage.init(_:)`.

// MARK: - Pushes

extension ErrorMessage {
  static let noPushYet = ErrorMessage(
    "there is no push yet; send one with pushinbox send TEXT", .failure)
  static let listIsEmpty = ErrorMessage(
    "the list is empty; send a push with pushinbox send TEXT", .failure)
  static let cannotMarkRejected = ErrorMessage(
    "rejected pushes cannot be marked read; leave out is:rejected", .usage)

  /// The message for standard input in an inbox with a screen, where it is the keyboard.
  static func needsFile(_ command: String) -> ErrorMessage {
    ErrorMessage("\(command) cannot read standard input here; name a file", .usage)
  }

  /// The message for a word that names no push.
  static func noPush(named word: String) -> ErrorMessage {
    ErrorMessage("there is no push “\(word)”; see pushinbox ls", .failure)
  }

  /// The message for a push that was removed from the list.
  static func notInList(_ id: NotificationID) -> ErrorMessage {
    ErrorMessage(
      "#\(id.rawValue) is not in the list; see pushinbox why \(id.rawValue)", .failure)
  }

  /// The message for a push that is not decided yet.
  static func waitsForExtension(_ id: NotificationID, of appName: String) -> ErrorMessage {
    ErrorMessage(
      "#\(id.rawValue) waits for the service extension of \(appName): "
        + "nothing is decided about it yet; ask again when it has ended", .failure)
  }

  /// The message for a number that no rejected push has.
  static func noRejected(_ number: Int) -> ErrorMessage {
    ErrorMessage("there is no rejected push R\(number); see pushinbox ls is:rejected", .failure)
  }

  /// The message for a rejected push where an accepted one is needed.
  static func wasRejected(_ push: RejectedRequest) -> ErrorMessage {
    ErrorMessage(
      "R\(push.number) was rejected (\(push.reason)), so it is not on the phone; "
        + "see pushinbox show R\(push.number)", .failure)
  }

  /// The message for a file that is not a push; its two sentences have full stops.
  static func notAPush(_ file: String, _ push: RejectedRequest) -> ErrorMessage {
    // The sentence about invalid JSON begins with the file.
    let place = push.reason == RejectedRequest.notJSON ? "" : file + ": "
    return ErrorMessage("\(place)\(push.because) \(push.fix)", .badInput)
  }
}

// MARK: - Live Activities

extension ErrorMessage {
  /// The message for an identifier that no Live Activity has.
  static func noCard(_ name: String) -> ErrorMessage {
    ErrorMessage("there is no Live Activity \(name); see pushinbox ls is:activity", .failure)
  }

  /// The message for a Live Activity that another app has.
  static func notCard(_ card: ActivityCard, of app: BundleID) -> ErrorMessage {
    ErrorMessage(
      "\(card.id.text) is a Live Activity of \(card.app.text), not of \(app.text)", .failure)
  }

  /// The message for a Live Activity whose newest push the history has dropped.
  static func noPush(of card: ActivityCard, _ appName: String) -> ErrorMessage {
    ErrorMessage(
      "\(card.id.text) is a Live Activity of \(appName), \(card.title); its newest "
        + "push #\(card.newestPush.rawValue) is no longer stored", .failure)
  }

  /// The message for the dismissal of a dismissed Live Activity.
  static func notOnLockScreen(_ card: ActivityCard) -> ErrorMessage {
    ErrorMessage("\(card.id.text) is not on the lock screen any more", .failure)
  }

  /// The message for another action than those of every Live Activity.
  static func noAction(_ word: String, of card: ActivityCard) -> ErrorMessage {
    ErrorMessage(
      "\(card.id.text) is a Live Activity and has no action “\(word)”; it has open, dismiss",
      .failure)
  }
}

// MARK: - Actions and undo

extension ErrorMessage {
  static let nothingToUndo = ErrorMessage("there is nothing to undo", .failure)
  static let snoozeNeedsTime = ErrorMessage(
    "snooze needs a time; add one, such as --for 45m", .usage)

  /// The message for a push without a change that can be undone.
  static func cannotUndo(_ id: NotificationID) -> ErrorMessage {
    ErrorMessage("there is nothing to undo of #\(id.rawValue)", .failure)
  }

  /// The message for an action on a locked phone.
  static func needsUnlock(_ action: String) -> ErrorMessage {
    ErrorMessage(
      "\(action) needs an unlocked phone; unlock it with pushinbox set lock=unlocked", .failure)
  }

  /// The message for a text action without a text.
  static func needsText(_ action: ActionIdentifier) -> ErrorMessage {
    ErrorMessage("\(action.text) asks for text; add --text T", .usage)
  }

  /// The message for an action that a push does not have.
  ///
  /// - Parameter unknown: The category of the push if it is not registered.
  static func noAction(
    _ word: String, of id: NotificationID, actions: [String], unknown: CategoryID?
  ) -> ErrorMessage {
    let text = "#\(id.rawValue) has no action “\(word)”; it has " + actions.joined(separator: ", ")
    guard let unknown else { return ErrorMessage(text, .failure) }
    let path = SettingPath(["categories", unknown.text, "actions"]).text
    let id = JSONWriter.text(.string(word))
    return ErrorMessage(
      text + "; its category “\(unknown)” is not registered, so add it with pushinbox set "
        + Quoting.shellWord("\(path)=[{id:\(id),title:\(id)}]"), .failure)
  }
}

// MARK: - Settings and faults

extension ErrorMessage {
  static let whatIfNeedsChange = ErrorMessage(
    "what-if needs a change, such as focus=off, before the words of a filter", .usage)

  /// The error of a command that names settings. For a key that is near no other one it says what
  /// lists them.
  static func settings(
    _ error: SettingsError, see place: String = "pushinbox set --help and pushinbox config show"
  ) -> any Error {
    guard error.problem == .unknownKey, error.suggestion == nil else { return error }
    return ErrorMessage(error.message + "; see " + place, .usage)
  }

  /// The message for a word that is not the number of a fault.
  static func noFault(_ word: String) -> ErrorMessage {
    ErrorMessage("there is no fault \(word); see pushinbox fault ls", .failure)
  }
}

// MARK: - Configuration files

extension ErrorMessage {
  static let configInitNeedsShell = ErrorMessage(
    "config init writes a file; use it in a shell", .usage)

  /// The message for a configuration file that `config init` would replace.
  static func configurationExists(_ path: String) -> ErrorMessage {
    ErrorMessage("\(path) exists and was not changed; edit it, or move it away first", .failure)
  }

  /// The message for a file in the current folder that cannot be applied.
  ///
  /// - Parameter problem: Half a sentence.
  static func unusableConfiguration(_ path: String, _ problem: String) -> ErrorMessage {
    ErrorMessage("\(path) \(problem); remove it, or name a file with --config", .configuration)
  }

  /// The message for `--trust-folder` with `--config`.
  static func trustNeedsFound(_ path: String) -> ErrorMessage {
    ErrorMessage(
      "--trust-folder is for \(path), which is not read with --config FILE; leave one out", .usage)
  }
}

// MARK: - Files

extension ErrorMessage {
  /// The message for an input file that cannot be read.
  static func unreadable(_ path: String, _ error: SystemError) -> ErrorMessage {
    let hint = error.code == EISDIR ? "; name the files in it" : ""
    return ErrorMessage("\(path.isEmpty ? "“”" : path): \(error.reason)\(hint)", .badInput)
  }

  /// The message for an input file over a limit in bytes.
  static func tooLarge(_ path: String, limit: Int) -> ErrorMessage {
    ErrorMessage("\(path): larger than \(limit >> 20) MiB", .badInput)
  }

  /// The message for a recording that cannot be written.
  static func unwritable(_ path: String, _ error: SystemError) -> ErrorMessage {
    ErrorMessage("\(path) cannot be written: \(error.reason)", .failure)
  }

  /// The message for a report that cannot be written, with the option that names it.
  static func unwritable(_ path: String, of option: String, _ error: SystemError) -> ErrorMessage {
    ErrorMessage("--\(option) “\(path)” cannot be written: \(error.reason)", .usage)
  }

  /// The message for a file that a report would replace.
  ///
  /// - Parameter report: The kind of the report, such as “JUnit report”.
  static func notAReport(_ path: String, _ report: String, of option: String) -> ErrorMessage {
    ErrorMessage(
      "“\(path)” exists and is not a \(report); choose another file for --\(option)", .usage)
  }

  /// The message for a file of `--api-token-file` with other content than a token.
  static func noToken(in path: String) -> ErrorMessage {
    ErrorMessage(
      "--api-token-file \(path): it has no token; write one line of 16 to 512 ASCII characters without blanks",
      .usage)
  }

  /// The message for a feed that is a folder.
  static func feedIsFolder(_ path: String) -> ErrorMessage {
    ErrorMessage("--feed \(path): it is a folder; name a file in it", .usage)
  }

  /// The message for a feed below a file.
  static func notFolder(_ folder: String, ofFeed path: String) -> ErrorMessage {
    ErrorMessage("--feed \(path): \(folder) is not a folder; name another file", .usage)
  }

  /// The message for a feed in a folder that is missing.
  static func noFolder(_ folder: String, ofFeed path: String) -> ErrorMessage {
    ErrorMessage(
      "--feed \(path): the folder \(folder) does not exist; create it, or name another file",
      .usage)
  }
}

// MARK: - Demos and recordings

extension ErrorMessage {
  static let nothingRecorded = ErrorMessage(
    "nothing is being recorded; start with pushinbox record FILE", .failure)

  /// The message for an unknown demo, with the name that is near, if any.
  static func noDemo(_ word: String, names: [String], nearest: String?) -> ErrorMessage {
    let suggestion = nearest.map { "; did you mean “\($0)”?" } ?? ""
    return ErrorMessage(
      "there is no demo “\(word)”; the demos are \(names.joined(separator: ", "))\(suggestion)",
      .usage)
  }
}

// MARK: - The inbox

extension ErrorMessage {
  static let resetWhileRead = ErrorMessage(
    "the inbox was reset while the list was read; ask again", .unavailable)
  static let cannotResetDemo = ErrorMessage("a demo cannot be reset; end it first", .usage)
  static let cannotResetOffer = ErrorMessage(
    "an inbox with --offer cannot be reset: its subscribers continue from its numbers; start it "
      + "with another store", .usage)

  /// The message for a reset while a recording is made.
  static func cannotResetRecording(to path: String) -> ErrorMessage {
    ErrorMessage(
      "a recording to \(path) is being made; end it with `pushinbox record`", .usage)
  }

  /// The message for a command that is typed in an inbox and needs a process of its own.
  static func needsShell(_ command: String) -> ErrorMessage {
    ErrorMessage("\(command) cannot run inside an inbox; use it in a shell", .usage)
  }

  /// The message for a command that is typed in an inbox and waits for pushes.
  static func streamNeedsShell(_ command: String) -> ErrorMessage {
    ErrorMessage("\(command) would block this inbox; use it in a shell", .usage)
  }

  /// The message for `--ephemeral` and an inbox that stores its pushes in a folder.
  static func notInMemory(_ folder: String) -> ErrorMessage {
    ErrorMessage(
      "this inbox stores its pushes in \(folder); leave out --ephemeral to use it", .usage)
  }

  /// The message for a command that could mean several inboxes.
  static func severalInboxes(_ inboxes: [InboxRegistration]) -> ErrorMessage {
    ErrorMessage(
      lines: ["\(inboxes.count) inboxes are running; name one of them:"]
        + inboxes.map { "  " + $0.line }, .usage)
  }

  /// The message that an inbox, or its store, was not found, with the inboxes that run.
  ///
  /// - Parameters:
  ///   - problem: The beginning of the message.
  ///   - command: The command line that starts one.
  static func noInbox(
    _ problem: String, startedBy command: String, others: [InboxRegistration]
  ) -> ErrorMessage {
    ErrorMessage(
      lines: [
        "\(problem); start one with `\(command)`"
          + (others.isEmpty ? "" : ", or name one of these:")
      ] + others.map { "  " + $0.line }, .unavailable)
  }

  /// The message for a time limit of `ready`, as it was written, with the command line that starts
  /// an inbox.
  static func noAnswer(within limit: String, startedBy command: String) -> ErrorMessage {
    ErrorMessage("no inbox answered within \(limit); start one with `\(command)`", .timedOut)
  }

  /// The message for a limit on open files that is too low.
  static func tooFewDescriptors(_ count: Int, needed: Int) -> ErrorMessage {
    ErrorMessage(
      "the limit on open files is \(count), but \(needed) are needed; raise it with `ulimit -n`",
      .unavailable)
  }

  /// The message for a limit on memory that is too low, in MiB.
  static func tooLittleMemory(_ left: Int, needed: Int) -> ErrorMessage {
    ErrorMessage(
      "the limit on memory leaves \(left) MiB, but \(needed) are needed; "
        + "raise it with `ulimit -v`", .unavailable)
  }

  /// The message for a sender that has no setup of its own, since it sends over FCM.
  static func noSetup(ofFCMSender name: String) -> ErrorMessage {
    ErrorMessage(
      "there are no settings for “\(name)”; it sends over FCM, so use the proxy and certificate of "
        + "`pushinbox env --client firebase-admin`", .usage)
  }

  /// The message for an unknown sender, with the name that is near, or else all names.
  static func noSetup(_ name: String, names: [String], nearest: String?) -> ErrorMessage {
    let advice =
      nearest.map { "did you mean \($0)?" }
      ?? "there are settings for " + names.joined(separator: ", ")
    return ErrorMessage("there are no settings for “\(name)”; " + advice, .usage)
  }
}

// MARK: - Command lines

// The name of the command precedes these half sentences, and the way to its help follows them.

extension Arguments.Failure {
  /// The failure for two options or words that exclude each other.
  static func takesOne(_ first: String, or second: String, _ command: String) -> Self {
    .words(command: command, problem: "takes \(first) or \(second), not both")
  }

  /// The failure for two forms of output.
  static func writesOne(_ first: String, or second: String, _ command: String) -> Self {
    .words(command: command, problem: "writes \(first) or \(second), not both")
  }

  /// The failure for a command that applies to everything only with `--all`.
  static func needsFilter(_ command: String) -> Self {
    .words(command: command, problem: "needs FILTER, or --all for everything in the list")
  }

  /// The failure for too few words.
  static func needsWords(_ synopsis: String, _ command: String) -> Self {
    .words(command: command, problem: "needs \(synopsis)")
  }

  /// The failure for the first word too many.
  ///
  /// - Parameter isText: Whether it probably belongs to a text without quotes.
  static func unexpectedWord(_ word: String, isText: Bool = false, _ command: String) -> Self {
    .words(
      command: command,
      problem: "got an unexpected argument “\(word)”" + (isText ? "; put TEXT in quotes" : ""))
  }

  /// The failure for a word that is none of the choices, with the one that is near, if any.
  static func needsOne(
    of choices: [String], not word: String, nearest: String?, _ command: String
  ) -> Self {
    let suggestion = nearest.map { "; did you mean \($0)?" } ?? ""
    return .words(
      command: command, problem: "needs \(choices.alternatives), not “\(word)”\(suggestion)")
  }

  /// The failure for a word after a command that takes none.
  static func acceptsNoWords(_ command: String) -> Self {
    .words(command: command, problem: "accepts no arguments")
  }

  /// The failure for a command that deletes everything, without its option.
  static func needsAll(_ command: String) -> Self {
    .words(command: command, problem: "needs --all: it deletes everything")
  }

  // MARK: Single commands

  /// The failure for `dnd` in the inbox, a short form of `set`.
  static let needsFocusTime = Self.words(
    command: "set", problem: "dnd needs on, off, 30m or until 07:00")

  /// The failure for an option of broadcasts.
  static func needsChannel(_ option: String) -> Self {
    .words(command: "send", problem: "takes --\(option) only with --channel")
  }

  static let needsFaults = Self.words(command: "fault", problem: "rm needs numbers, or --all")
  static let takesFaultsOrAll = Self.words(
    command: "fault", problem: "rm takes numbers or --all, not both")

  static let needsScenarios = Self.words(
    command: "run", problem: "needs the names of files, not “”")
  static let cannotWatchInput = Self.words(command: "run", problem: "watches files, not -")
  static let viewNeedsScreen = Self.words(command: "run", problem: "needs --screen WxH with --view")
  static let writesOneFormat = Self.words(
    command: "run", problem: "writes one of --format, --json and --screen")

  static let sizeNeedsCast = Self.words(command: "demo", problem: "needs --cast FILE with --size")
  static let castNeedsSpeed = Self.words(
    command: "demo", problem: "needs a --speed above 0 with --cast")

  /// The failure for a name that no file has, empty or `-`.
  static func needsRecordingFile(_ name: String) -> Self {
    .words(command: "record", problem: "needs the name of a file, not “\(name)”")
  }
}

extension Arguments {
  /// The values that several options expect.
  enum Expected {
    static let numberFromZero = "a number from 0"
    static let screenSize = "columns x rows, for instance 80x24"
  }
}
