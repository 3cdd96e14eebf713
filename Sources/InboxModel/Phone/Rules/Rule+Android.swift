extension Rule {
  /// The rule of Android's channels (Android, "Create and manage notification channels"): whether
  /// the channel allows the lock screen, and which options its importance allows.
  static let channel = Rule(.channel) { push, context, decision in
    guard push.hasText(in: context) else { return decision.skip("no text: channels do not apply") }
    if push.payload.android?.wrappedValue.isSecret == true, context.lock == .locked {
      return decision.stop(
        .channelSecret, "visibility SECRET: not on the lock screen",
        leaving: .audible.union([.list, .badge]))
    }
    guard let channel = context.channel else {
      return decision.ok(
        "\(context.title(of: push)) has no channels set: the rules of the phone apply",
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
      return decision.stop(
        .channelNone, "\(name) has importance none", setting: setting, leaving: [])
    case .min, .low:
      return decision.stop(
        .channelLow, "\(name) has importance \(channel.importance.rawValue): list only",
        setting: setting, leaving: [.list, .badge])
    case .standard where context.lock == .unlocked:
      return decision.stop(
        .channelDefault, "\(name) has importance default: a sound, no banner", setting: setting,
        leaving: .audible.union([.list, .badge]))
    case .standard, .high:
      let text = "\(name) has importance \(channel.importance.rawValue)"
      return channel.isFallback
        ? decision.addNote(text, setting: setting) : decision.ok(text, setting: setting)
    }
  }
}
