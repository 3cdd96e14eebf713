import InboxModel

extension SettingRows {
  /// The maximum number of device tokens that are shown for an app.
  private static let maximumTokens = 8

  /// Returns the device tokens of an app: those that senders used for it, and those listed in
  /// `gateway.devices`.
  func tokens(_ app: BundleID) -> [SettingRow] {
    let used = context.runtime.tokens.registrations(of: app).filter { $0.token != .local }
    let devices = context.runtime.loaded.configuration.gateway.devices
    let others = devices.values.filter { device in
      device.app == app && !used.contains { $0.token == device.token }
    }
    .sorted { $0.token.hex < $1.token.hex }
    var rows = used.map { its in
      let use =
        its.unregisteredSince.map { "inactive since " + context.clock.shortly($0) } ?? "in use"
      return row(its.token, of: app, [use, devices[its.token]?.words])
    }
    rows += others.map { row($0.token, of: app, [$0.words]) }
    guard rows.count > Self.maximumTokens else { return rows }
    let more = SettingRow(
      path: ["apps", app.text, "token"], label: "Tokens",
      value: "\(rows.count - Self.maximumTokens) more", kind: .fact,
      about: "the filter `token:` finds its pushes")
    return rows.prefix(Self.maximumTokens) + [more]
  }

  private func row(_ token: DeviceToken, of app: BundleID, _ words: [String?]) -> SettingRow {
    SettingRow(
      path: ["apps", app.text, "token", token.hex], label: "Token " + token.hex.prefix(12),
      value: words.compactMap(\.self).joined(separator: ", "), kind: .fact, about: token.hex)
  }
}

extension ListedDevice {
  /// The state of a listed device: `listed as unregistered, for com.example.chat.voip`.
  fileprivate var words: String {
    let place = app.text == topic ? "" : ", for " + topic
    return "listed as \(state.rawValue)" + place
  }
}
