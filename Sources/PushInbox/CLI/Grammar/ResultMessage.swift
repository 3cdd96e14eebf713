import InboxModel

/// The confirmations and remarks that commands print for people.
///
/// They begin in lower case and have no full stop; a semicolon precedes advice.
enum ResultMessage {
  // MARK: - Pushes

  static let noRejectedMatches = "no rejected push matches"
  static let noneMatches = ListText.noneMatches
  static let noListedMatches = "no push in the list matches"
  static let noUnreadMatches = "no unread push matches"

  /// The confirmation of `rm` for pushes of the list.
  static func removed(_ count: Int) -> String { count.counted("push", "pushes") + " removed" }

  /// The confirmation of `rm` for rejected pushes.
  static func rejectedRemoved(_ count: Int) -> String {
    "\(count.counted("rejected push", "rejected pushes")) removed"
  }

  /// The confirmation of `read`.
  static func markedRead(_ count: Int) -> String {
    count.counted("push", "pushes") + " marked read"
  }

  /// The remark about an export of pushes without their payloads.
  static func noPayload(ofRemoved count: Int) -> String {
    "the payload is null for \(count.counted("push", "pushes")) removed while the list was read"
  }

  // The reasons why a sent push waits.
  static let phoneIsOffline = "the phone is offline"
  static let extensionRuns = "the app's service extension is running"

  /// The reason of a push that a slow link delays.
  static func delayed(until time: String) -> String { "delayed until \(time)" }

  // MARK: - Actions, in a shell and on the screen

  /// Returns `#31` or `3 pushes`.
  static func pushes(_ ids: [NotificationID]) -> String {
    ids.count == 1 ? "#\(ids[0].rawValue)" : ids.count.counted("push", "pushes")
  }

  static func opened(_ app: String) -> String { "opened \(app)" }

  /// The confirmation of an action of a category.
  ///
  /// - Parameter text: The beginning of the text that was sent with it, in quotes.
  static func acted(_ title: String, text: String?) -> String {
    text.map { "sent: \(title) \($0)" } ?? "done: \(title)"
  }

  /// The confirmation for pushes, or for a Live Activity.
  static func dismissed(_ name: String) -> String { "dismissed \(name)" }

  static func snoozed(_ ids: [NotificationID], until time: String) -> String {
    "snoozed \(pushes(ids)) until \(time)"
  }

  /// The confirmation of a change that was undone.
  static func undone(_ step: UndoStep) -> String {
    let who = pushes(step.ids) + (step.ids.count == 1 ? " is" : " are")
    return switch step.kind {
    case .dismissed, .removed, .snoozed: "\(who) back"
    case .read: "\(who) unread again"
    case .unread: "\(who) read again"
    case .acted: "\(who) as before; the app was already notified"
    }
  }

  /// Returns the beginning of a text in quotes.
  static func quoted(_ text: String, isASCII: Bool = false) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let cut = line.count > 40 ? line.prefix(40) + (isASCII ? "..." : "…") : line[...]
    return isASCII ? "\"\(cut)\"" : "“\(cut)”"
  }

  // MARK: - Waiting for pushes

  static let nothingArrived = "no push has arrived"
  /// The heading of the pushes that arrived last.
  static let lastPushes = "the last pushes:"

  /// The message at the time limit, which is named as it was written.
  static func timedOut(after limit: String, found: Int, of count: Int) -> String {
    let matched = found == 0 ? "no push matched" : "\(found) of \(count) expected pushes matched"
    return "timed out after \(limit): \(matched)"
  }

  /// The remark about pushes that the gateway retains.
  static func waitingForPhone(_ count: Int) -> String {
    "waiting for the phone: \(count.counted("push", "pushes"))"
  }

  // MARK: - Live Activities, queues and faults

  static let noFaults = "no fault is on"
  static let nothingNumbered = "no push was numbered yet"
  static let noNumberedApp =
    "the pushes of no app are numbered; choose an app with pushinbox set queue.apps+=com.example.mail"

  /// The remark about an app without tokens of Live Activities; nil is every app.
  static func noToken(of app: BundleID?) -> String {
    (app.map { "\($0.text) has no token" } ?? "no app has a token")
      + " of a Live Activity; start one, or create a push-to-start token with pushinbox set "
      + "tokens.\(app?.text ?? "BUNDLE")=new"
  }

  // MARK: - Settings and their files

  static let noSettingChanged = "no setting differs from the files"
  /// The remark of `config check` and `config reload`.
  static let noConfiguration =
    "there is no configuration file; write one with pushinbox config init"

  /// The confirmation of `config reset`.
  static func reset(_ keys: [String]) -> String {
    "reset to the values of the files: " + keys.joined(separator: ", ")
  }

  /// The confirmation of `config check` for a file without a mistake.
  ///
  /// - Parameter remarks: The number of remarks that were printed.
  static func fine(_ file: String, remarks: Int) -> String {
    remarks == 0 ? "\(file): fine" : "\(file): no mistake, \(remarks.counted("remark"))"
  }

  /// The confirmation of `config reload` for a file.
  static func read(_ file: String) -> String { "read \(file)" }

  /// The remark about changed settings that the running inbox does not apply.
  static func needsRestart(_ path: String) -> String { "\(path) needs a restart" }

  /// The remark about a changed object of settings that the running inbox does not apply.
  static func needRestart(_ path: String) -> String { "\(path) and its settings need a restart" }

  /// The remark about a Focus that was on and is in no file any more.
  static func focusEnded(_ name: String) -> String {
    "the Focus “\(name)” has ended: no file defines it any more"
  }

  /// The remark that an invalid configuration was replaced by the defaults.
  static func readWithout(_ error: ErrorMessage) -> String {
    "\(error.text); default settings apply"
  }

  // MARK: - Consent to a file in the current folder

  /// The remark of `--trust-folder` without such a file.
  static func nothingToTrust(_ file: String) -> String {
    "there is no \(file) in this folder to trust"
  }

  /// The confirmation of `config untrust`.
  static func consentWithdrawn(_ path: String) -> String {
    "withdrew the consent to \(path); pushinbox config reload applies that to a running inbox"
  }

  /// The remark of `config untrust` without a consent.
  static func noConsent(_ path: String) -> String { "there is no consent to \(path)" }

  /// The remark about a setting that `config check` finds at a place in a file.
  static func leftOut(_ path: String, at place: String) -> String {
    "\(place): `\(path)` is left out without your consent"
  }

  /// The remark about all settings of a file that need consent, of which it names ten.
  ///
  /// - Parameter isOutdated: Whether the consent was given to an older version of the file.
  static func leftOut(_ paths: [String], of file: String, isOutdated: Bool) -> String {
    let named = 10
    let more = paths.count > named ? " and \(paths.count - named) more settings" : ""
    let cause =
      isOutdated
      ? "left out, since the file has changed after your consent" : "left out without your consent"
    return "\(file): \(cause): \(paths.prefix(named).joined(separator: ", "))\(more); "
      + "review the file, then start once with --trust-folder"
  }

  // MARK: - Files of pushes

  /// The remark about a folder in which `ingest` and `lint` find nothing.
  static func noPushFiles(in folder: String) -> String { "no push files in \(folder)" }

  /// The remark about a device or a FIFO in a folder.
  static func notRegular(_ path: String) -> String { "\(path): is not a regular file" }

  /// The remark about a folder without permission.
  static func unreadableFolder(_ path: String) -> String { "\(path): the folder cannot be read" }

  /// The remark about a file that cannot be read.
  static func unreadable(_ path: String, _ error: SystemError) -> String {
    "\(path): \(error.reason)"
  }

  /// The end of a long list of problems.
  static func andMore(_ count: Int) -> String { "and \(count) more" }

  /// The totals of `ingest`.
  static func ingested(
    _ accepted: Int, rejected: Int, unread: Int, isEndedEarly: Bool
  ) -> String {
    var parts = isEndedEarly ? ["ended early"] : []
    parts.append("\(accepted) accepted")
    if rejected > 0 { parts.append("\(rejected) rejected") }
    if unread > 0 { parts.append("\(unread) not read") }
    return parts.joined(separator: ", ")
  }

  /// The totals of `lint`: the findings by level.
  static func linted(_ pushes: Int, _ counts: [LintRule.Level: Int]) -> String {
    let parts = LintRule.Level.allCases.compactMap { level -> String? in
      guard let count = counts[level] else { return nil }
      return "\(count) \(level.rawValue)" + (count > 1 && level != .advice ? "s" : "")
    }
    return pushes.counted("push", "pushes") + ": "
      + (parts.isEmpty ? "no problems" : parts.joined(separator: ", "))
  }

  // MARK: - Scenarios and recordings

  static let noScreen = "no screen: the scenario was not played to the end"

  /// The confirmation of `run --update` for a golden screen.
  static func wrote(_ path: String) -> String { "wrote \(path)" }

  /// The remark of `run --watch` between two runs.
  static func watching(_ count: Int) -> String {
    "watching \(count.counted("file")); a change runs again, ^C ends"
  }

  /// The confirmation of `record` in the inbox.
  static func recording(to path: String) -> String { "recording to \(path)" }

  /// The confirmation of `record` in a shell.
  static func recordingInShell(to path: String) -> String {
    recording(to: path) + "; ^C ends it"
  }

  /// The confirmation at the end of a recording.
  static func recorded(_ steps: Int, to path: String) -> String {
    "recorded \(steps.counted("step")) to \(path)"
  }

  /// The message about a recording that a failure has ended.
  static func recordingEnded(_ error: ErrorMessage) -> String {
    "the recording has ended: " + error.text
  }

  // MARK: - The inbox

  static let inboxIsEmpty = "the inbox is empty, and numbers begin at 1"
  static let noInboxRuns = "no inbox is running; this is for the one that `pushinbox` would start"
  /// The heading of examples.
  static let trustCertificate =
    "trust this file in the client that sends pushes, for example (`pushinbox env` has the port):"

  /// The first line of an inbox without a screen.
  static func listening(_ places: String) -> String { "listening on \(places)" }

  // MARK: - Warnings at the start of an inbox

  static let localeIsNotUTF8 =
    "the locale is not UTF-8: characters outside of it are shown as “?”; "
    + "LC_ALL=C.UTF-8 pushinbox shows all"

  /// The warning about a terminal that cannot show the screen.
  static func withoutScreen(_ error: ErrorMessage) -> String {
    "\(error.text); continuing with one line per event"
  }

  /// The warning about an inbox that is not in the registry.
  ///
  /// - Parameter command: A command line that names it.
  static func unregistered(_ reason: String, _ command: String) -> String {
    "commands do not find this inbox by themselves (\(reason)); name it, for instance \(command)"
  }

  /// The warning about a damaged store.
  static func storeWasDamaged(_ repair: StoreRepair) -> String {
    "the store was damaged: \(repair.summary)"
  }

  /// The warning about an authority that is older than the names in `tls.names`.
  static func authorityLacks(_ names: [String], in folder: String) -> String {
    """
    the local CA was made before tls.names and cannot sign for \(names.joined(separator: ", ")); \
    delete ca.pem in \(folder) to have a new one
    """
  }

  /// The warning about ports that other machines can reach.
  ///
  /// - Parameter verifiesTokens: Whether provider tokens are verified.
  static func reachable(_ places: String, verifiesTokens: Bool) -> String {
    "others on the network can reach \(places) and push; "
      + (verifiesTokens
        ? "provider tokens are verified with gateway.keys, client certificates only with "
          + "gateway.certificates"
        : "senders are not authenticated unless it runs with --strict and has gateway.keys")
  }

  /// The warning about the permissions of the store's folder.
  static func othersCanWrite(_ folder: String) -> String {
    "others can write to the folder of the store, \(folder); use chmod go-w"
  }

  /// The warning about a folder of keys or a store of another user.
  static func foreignAndShared(_ path: String) -> String {
    "\(path) belongs to another user, and more than its owner may open it; its owner can use chmod go="
  }

  /// The reminder of a fault.
  static func faultIsOn(_ fault: String) -> String {
    "a fault of the configuration is on: " + fault
  }
}
