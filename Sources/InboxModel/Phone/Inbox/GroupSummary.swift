/// The line under a collapsed group that says what else is in it (`docs/rules.md` §3.3).
public enum GroupSummary {
  /// More names than this are not told: a group may hold thousands.
  static let mostNames = 12

  /// The line, nil for a group of one (G7).
  ///
  /// - Parameters:
  ///   - group: The group, of `inbox`.
  ///   - category: The category of the leading notification; undocumented which one counts, §3.3.
  ///   - style: With `ios12` the names of the senders fill `%@`; with `ios15`, which ignores them,
  ///     a format that asks for names gives way to the default line.
  ///   - localization: The app's strings, which the category's texts may be keys of, and the
  ///     phone's languages.
  ///   - isHidden: Whether previews hide the leading notification: then the line stands for the
  ///     whole group (``hidden(count:otherItems:category:localization:)``).
  public static func text(
    of group: NotificationGroup, in inbox: Inbox, category: Category?, style: SummaryStyle,
    localization: Localization = Localization(), isHidden: Bool
  ) -> String? {
    guard group.count > 1 else { return nil }
    if isHidden {
      return hidden(
        count: group.count, otherItems: group.otherItems, category: category,
        localization: localization)
    }
    return others(
      group.otherItems, in: inbox.notifications(in: group.key), category: category, style: style,
      localization: localization)
      ?? SystemStrings(languages: localization.languages).more(group.otherItems)
  }

  /// The line that stands for a whole stack while its content is hidden: the category's placeholder
  /// with the count of the stack.
  ///
  /// Of a placeholder without a count the category's summary format counts the others, without
  /// names. Where the category has neither, the phone's own words count.
  ///
  /// - Parameters:
  ///   - count: How many entries the stack has, 1 or more.
  ///   - otherItems: How many items the entries other than the leading one stand for.
  static func hidden(
    count: Int, otherItems: Int, category: Category?, localization: Localization
  ) -> String {
    let words = SystemStrings(languages: localization.languages)
    let placeholder = category?.hiddenPreviewsBodyPlaceholder.flatMap { text in
      text.isEmpty ? nil : localization.format(text)
    }
    if let placeholder, count == 1 || placeholder.hasCount {
      return placeholder.filled(count: count)
    }
    guard count > 1 else { return words.notification }
    let others = others(
      otherItems, in: [], category: category, style: .ios15, localization: localization)
    guard placeholder != nil || others != nil else { return words.notifications(count) }
    let text = placeholder?.filled(count: count) ?? words.notification
    return "\(text) (\(others ?? words.andMore(otherItems)))"
  }

  /// Returns the category's summary format, filled for the entries under the leading one; nil where
  /// there is none, or none that can be filled.
  ///
  /// - Parameters:
  ///   - items: How many items they stand for.
  ///   - entries: The leading entry and those under it, newest first.
  static func others(
    _ items: Int, in entries: some Sequence<DeliveredNotification>, category: Category?,
    style: SummaryStyle, localization: Localization
  ) -> String? {
    guard let written = category?.categorySummaryFormat, !written.isEmpty else { return nil }
    let format = localization.format(written)
    guard format.hasTextPlaceholder else { return format.filled(count: items) }
    let names = style == .ios12 ? senders(of: entries) : []
    guard !names.isEmpty else { return nil }
    let words = SystemStrings(languages: localization.languages)
    return format.filled(count: items, names: words.list(names))
  }

  /// The distinct `summary-arg` of all but the leading entry, newest first.
  private static func senders(of entries: some Sequence<DeliveredNotification>) -> [String] {
    var names: [String] = []
    for notification in entries.dropFirst() {
      guard let name = notification.summaryArgument, !name.isEmpty, !names.contains(name) else {
        continue
      }
      names.append(name)
      if names.count == mostNames { break }
    }
    return names
  }
}
