import InboxModel

extension SettingRows {
  /// The maximum number of ICQ users that are shown for an app.
  private static let maximumUsers = 8

  /// Returns the presence of the ICQ users whose client is the app (`docs/systems/icq.md`).
  func presence(_ app: BundleID) -> [SettingRow] {
    guard let icq = context.runtime.icq else { return [] }
    let accounts = icq.accounts(of: app)
    let rows = accounts.prefix(Self.maximumUsers).map { account in
      row(account, isOpen: account.session.map(icq.isOpen) ?? false, of: app)
    }
    guard accounts.count > Self.maximumUsers else { return rows }
    let more = SettingRow(
      path: ["apps", app.text, "icq"], label: "ICQ users",
      value: "\(accounts.count - Self.maximumUsers) more", kind: .fact)
    return rows + [more]
  }

  private func row(_ account: ICQAccount, isOpen: Bool, of app: BundleID) -> SettingRow {
    var words = [account.isOnline ? "online" : "offline"]
    if account.hasMobileIcon { words.append("mobile icon") }
    if let client = account.otherClient { words.append("by \(client)") }
    var about = ""
    if let session = account.session {
      if isOpen {
        words.append("open")
      } else if session.isOnline {
        words.append("until " + context.clock.shortly(session.end))
      }
      about = session.absence.map { "; the phone's session is offline: \($0.words)" } ?? ""
    }
    let counts = [
      (account.waitingCount(of: .message), "message", "messages"),
      (account.waitingCount(of: .authorisation), "request", "requests"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
    words.append(counts.isEmpty ? "nothing waits" : counts.joined(separator: " and ") + " waiting")
    if let session = account.session { words.append(session.parameters.notifyMode.rawValue) }
    return SettingRow(
      path: ["apps", app.text, "icq", account.uin.rawValue],
      label: "ICQ " + account.uin.rawValue, value: words.joined(separator: ", "), kind: .fact,
      about: words.joined(separator: ", ") + about)
  }
}
