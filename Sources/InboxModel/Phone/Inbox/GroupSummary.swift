/// The line under a collapsed group that describes its other entries (`docs/rules.md` §3.3).
public enum GroupSummary {
  /// The maximum number of names: a group may have thousands.
  static let maximumNames = 12

  /// Returns the line; nil for a group of one (G7).
  ///
  /// - Parameters:
  ///   - group: The group, of `inbox`.
  ///   - category: The category of the leading notification. Apple does not document which one
  ///     counts (§3.3).
  ///   - style: With `ios12` the names of the senders fill `%@`. `ios15` ignores them: the default
  ///     line replaces a format that contains names.
  ///   - localization: The app's strings, which may contain the category's texts as keys, and the
  ///     phone's languages.
  ///   - isHidden: Whether previews hide the leading notification. The line then stands for the
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

  /// Returns the line for a whole stack whose content is hidden: the category's placeholder with
  /// the number of entries.
  ///
  /// If the placeholder has no count, the category's summary format counts the other entries,
  /// without names. If the category has neither, the phone's own text is used.
  ///
  /// - Parameters:
  ///   - count: The number of entries in the stack, 1 or more.
  ///   - otherItems: The number of items that the entries other than the leading one stand for.
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

  /// Returns the category's summary format, filled for the entries under the leading one; nil if
  /// there is none, or if it cannot be filled.
  ///
  /// - Parameters:
  ///   - items: The number of items that they stand for.
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

  /// Returns the distinct `summary-arg` values of all entries but the leading one, newest first.
  private static func senders(of entries: some Sequence<DeliveredNotification>) -> [String] {
    var names: [String] = []
    for notification in entries.dropFirst() {
      guard let name = notification.summaryArgument, !name.isEmpty, !names.contains(name) else {
        continue
      }
      names.append(name)
      if names.count == maximumNames { break }
    }
    return names
  }
}
