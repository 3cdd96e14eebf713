/// The line under a collapsed group that says what else is in it (`spec/ios-presentation.md` §3.3).
public enum GroupSummary {
  /// More names than this are not told: a group may hold thousands.
  static let mostNames = 12

  /// The line, nil for a group of one (G7).
  ///
  /// - Parameters:
  ///   - group: The group, of `inbox`.
  ///   - category: The category of the leading notification; undocumented which one counts, §3.3.
  ///   - style: With `ios12` the names of the senders fill `%@`; with `ios15`, which ignores them, a
  ///     format that asks for names gives way to the default line.
  ///   - localization: The app's strings, which the category's texts may be keys of, and the phone's
  ///     languages.
  ///   - isHidden: Whether previews hide the leading notification: then the category's placeholder with
  ///     the count of its thread takes the place of its format.
  public static func text(
    of group: NotificationGroup, in inbox: Inbox, category: Category?, style: SummaryStyle,
    localization: Localization = Localization(), isHidden: Bool
  ) -> String? {
    guard group.count > 1 else { return nil }
    let words = SystemStrings(languages: localization.languages)
    let leader = group.newest
    if isHidden {
      guard let placeholder = category?.hiddenPreviewsBodyPlaceholder, !placeholder.isEmpty else {
        return words.more(group.otherItems)
      }
      let count = inbox.threadCount(of: leader.app, thread: leader.threadIdentifier)
      return localization.format(placeholder).filled(count: count)
    }
    guard let written = category?.categorySummaryFormat, !written.isEmpty else {
      return words.more(group.otherItems)
    }
    let format = localization.format(written)
    guard format.hasTextPlaceholder else { return format.filled(count: group.otherItems) }
    let names = style == .ios12 ? senders(of: group, in: inbox) : []
    guard !names.isEmpty else { return words.more(group.otherItems) }
    return format.filled(count: group.otherItems, names: words.list(names))
  }

  /// The distinct `summary-arg` of all but the leading entry, newest first.
  private static func senders(of group: NotificationGroup, in inbox: Inbox) -> [String] {
    var names: [String] = []
    for notification in inbox.notifications(in: group.key).dropFirst() {
      guard let name = notification.summaryArgument, !name.isEmpty, !names.contains(name) else {
        continue
      }
      names.append(name)
      if names.count == mostNames { break }
    }
    return names
  }
}
