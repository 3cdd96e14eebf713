extension Rule {
  /// The rule of Android's channels (Android, "Create and manage notification channels"): whether
  /// the channel allows the lock screen, and which options its importance allows.
  static let channel = Rule(.channel) { push, phone, verdict in
    guard push.hasText(in: phone) else { return verdict.skip("no text: channels do not apply") }
    if push.payload.android?.wrappedValue.isSecret == true, phone.lock == .locked {
      return verdict.stop(
        .channelSecret, "visibility SECRET: not on the lock screen",
        leaving: PresentationDecision.noise.union([.list, .badge]))
    }
    guard let channel = phone.channel else {
      return verdict.ok(
        "\(phone.title(of: push)) has no channels set: the rules of the phone apply",
        setting: push.setting("channels"))
    }
    let name =
      channel.isFallback
      ? (channel.id.isEmpty ? "no channel given" : "no channel “\(channel.id)”")
        + ": the default channel"
      : "channel “\(channel.id)”"
    let setting = push.setting("channels")
    switch channel.importance {
    case .blocked:
      return verdict.stop(
        .channelNone, "\(name) has importance none", setting: setting, leaving: [])
    case .min, .low:
      return verdict.stop(
        .channelLow, "\(name) has importance \(channel.importance.rawValue): list only",
        setting: setting, leaving: [.list, .badge])
    case .standard where phone.lock == .unlocked:
      return verdict.stop(
        .channelDefault, "\(name) has importance default: a sound, no banner", setting: setting,
        leaving: PresentationDecision.noise.union([.list, .badge]))
    case .standard, .high:
      let text = "\(name) has importance \(channel.importance.rawValue)"
      return channel.isFallback
        ? verdict.addNote(text, setting: setting) : verdict.ok(text, setting: setting)
    }
  }
}
