import Foundation

// Queries of the phone by views, commands and scenarios.

extension Phone {
  /// Pushes held for the scheduled summary or snoozed, oldest first.
  public var held: [HeldPush] { waiting.oldestFirst }

  /// The number of notifications that are held for the scheduled summary, or snoozed.
  public var heldCount: Int { waiting.count }

  /// The number of pushes at their apps' service extensions, running ones included.
  public var atExtensionCount: Int { extensions.count }

  /// The pushes at their apps' service extensions, oldest first: accepted, but not decided yet.
  public var atExtension: [Delivery] { extensions.oldestFirst }

  /// Returns the push at an extension with a number, request identifier, apns-id or apns-unique-id;
  /// the newest of several, nil for none.
  public func atExtension(called name: String) -> Delivery? {
    atExtension.last {
      String($0.id.rawValue) == name || $0.requestID.text == name || $0.apnsID.text.isSame(as: name)
        || $0.uniqueID?.text.isSame(as: name) == true
    }
  }

  /// The badges that the icons show now: none while a Focus hides them, none for an app that is not
  /// authorized or whose badges are off. ``badges`` retains the numbers, which then return (B4,
  /// B9).
  public var shownBadges: [BundleID: Int] {
    if settings.device.era.hasFocus, let focus = focusInForce,
      settings.focuses[focus.name]?.hideBadges == true
    {
      return [:]
    }
    return badges.filter { app, _ in
      let appSettings = settings.app(app)
      return appSettings.badges && appSettings.permission == .authorized
    }
  }

  /// Returns an entry of the list, a held push, or the last presented push, which may not be in the
  /// list; nil for none.
  public func notification(_ id: NotificationID) -> DeliveredNotification? {
    entry(id) ?? waiting[id]?.notification
  }

  /// Returns the notification that accepts actions: an entry of the list, or the last presented
  /// push; nil for none.
  public func entry(_ id: NotificationID) -> DeliveredNotification? {
    inbox[id] ?? lastPresented.flatMap { $0.id == id ? $0 : nil }
  }

  /// Returns the push that accepts actions by its number, else by its request identifier, apns-id
  /// or apns-unique-id, ignoring case; the newest of several, nil for none.
  public func entry(called name: String) -> DeliveredNotification? {
    if let number = Int(name), let entry = entry(NotificationID(rawValue: number)) { return entry }
    if let id = inbox.newest(requestID: RequestID(name)) { return inbox[id] }
    return inbox.notifications.first { $0.isCalled(name) }
      ?? lastPresented.flatMap { $0.isCalled(name) ? $0 : nil }
  }

  /// Returns the words of a notification's actions: those of its category, the choices for a
  /// provisional app, `open` if it has that button, and `dismiss`.
  public func actionWords(of notification: DeliveredNotification) -> [String] {
    choices(for: notification).map(\.identifier.text)
      + (notification.openLabel == nil ? [] : [ActionWord.open.rawValue])
      + [ActionWord.dismiss.rawValue]
  }

  /// Returns the text of a notification's banner: its own, or the number of pushes that were sent
  /// again with it.
  public func bannerText(of notification: DeliveredNotification) -> VisibleText {
    guard let catchUpBanner, notification.id == lastPresented?.id,
      notification.outcome == .shown
    else { return visibleText(of: notification) }
    return VisibleText(title: nil, subtitle: nil, body: catchUpBanner, isHidden: false)
  }

  /// Returns an app's name: that of the settings, else the last part of its identifier,
  /// capitalized.
  public func appName(_ app: BundleID) -> String { settings.apps[app]?.name ?? app.name }

  /// Returns an app's strings in the phone's current languages.
  func localization(of app: BundleID) -> Localization {
    Localization(settings.app(app).strings, languages: settings.device.languages)
  }

  /// Returns the registered category that a notification names, with its action labels in the
  /// phone's language; nil for none.
  public func category(of notification: DeliveredNotification) -> Category? {
    guard var category = registeredCategory(of: notification), !category.actions.isEmpty else {
      return registeredCategory(of: notification)
    }
    let localization = localization(of: notification.app)
    guard !localization.strings.isEmpty else { return category }
    category.actions = category.actions.map { $0.localized(by: localization) }
    return category
  }

  /// Returns the category as registered, for callers that need no labels; nil for none.
  func registeredCategory(of notification: DeliveredNotification) -> Category? {
    settings.category(notification.categoryIdentifier, of: notification.app)
  }

  /// Returns whether the content of an app's notifications is hidden now (`docs/rules.md` §4.1).
  public func hidesPreviews(of app: BundleID) -> Bool {
    settings.previews(of: app).hides(when: settings.device.lock)
  }

  /// Returns the text as the screen shows it now, after the preview rules (`docs/rules.md` §4.2).
  ///
  /// If previews are hidden, the category's placeholder replaces the body, even an absent one. `%u`
  /// in it is the number of listed notifications of the thread, this one included. The default
  /// placeholder is the word "Notification" in the phone's language. A push without text, such as
  /// one with a badge alone, has nothing to hide.
  public func visibleText(of notification: DeliveredNotification) -> VisibleText {
    let content = notification.content
    guard content != DeliveredNotification.Content(), hidesPreviews(of: notification.app) else {
      return VisibleText(
        title: content.title, subtitle: content.subtitle, body: content.body, isHidden: false)
    }
    let category = registeredCategory(of: notification)
    let options = category?.options ?? []
    return VisibleText(
      title: options.contains(.hiddenPreviewsShowTitle) ? content.title : nil,
      subtitle: options.contains(.hiddenPreviewsShowSubtitle) ? content.subtitle : nil,
      body: placeholder(of: category, for: notification), isHidden: true)
  }

  private func placeholder(
    of category: Category?, for notification: DeliveredNotification
  ) -> String {
    guard let format = category?.hiddenPreviewsBodyPlaceholder, !format.isEmpty else {
      return systemStrings.notification
    }
    let count = inbox.threadCount(of: notification.app, thread: notification.threadIdentifier)
    return localization(of: notification.app).format(format).filled(count: max(count, 1))
  }

  /// Returns the text of a folded group as the screen shows it now: that of its leading entry. If
  /// previews are hidden, the body is the line for the whole group.
  public func visibleText(of group: NotificationGroup) -> VisibleText {
    var text = visibleText(of: group.newest)
    if text.isHidden, let line = summaryLine(of: group) { text.body = line }
    return text
  }

  /// Returns the text of a stack on the lock screen: that of its leading entry, and the line about
  /// the others.
  ///
  /// - Parameters:
  ///   - top: The leading entry.
  ///   - key: The group of the entry.
  ///   - stack: The entries of the stack.
  /// - Returns: The text, and `others`, which is nil for a single entry, and if previews are
  ///   hidden: then the body is the line for the whole stack.
  public func stackText(
    top: DeliveredNotification, in key: GroupKey, _ stack: NotificationGroup.Stack
  ) -> (text: VisibleText, others: String?) {
    var text = visibleText(of: top)
    let category = registeredCategory(of: top)
    let localization = localization(of: top.app)
    let items = stack.items - top.items
    if text.isHidden {
      text.body = GroupSummary.hidden(
        count: stack.count, otherItems: items, category: category, localization: localization)
      return (text, nil)
    }
    guard stack.count > 1 else { return (text, nil) }
    let entries = inbox.notifications(in: key).lazy.filter(\.isOnLockScreen)
    let others = GroupSummary.others(
      items, in: entries, category: category, style: settings.device.summaryStyle,
      localization: localization)
    return (text, others ?? systemStrings.andMore(items))
  }

  /// Returns the phone's label for pushes of a level, in its language; nil for levels without one.
  public func label(of level: InterruptionLevel) -> String? { systemStrings.label(of: level) }

  /// Returns the phone's text for the entries of a stack that do not fit.
  public func moreText(_ count: Int) -> String { systemStrings.more(count) }

  private var systemStrings: SystemStrings { SystemStrings(languages: settings.device.languages) }

  /// Returns the line under the leading notification of a group; nil for a group of one
  /// (`docs/rules.md` §3.3).
  public func summaryLine(of group: NotificationGroup) -> String? {
    GroupSummary.text(
      of: group, in: inbox, category: registeredCategory(of: group.newest),
      style: settings.device.summaryStyle, localization: localization(of: group.key.app),
      isHidden: hidesPreviews(of: group.key.app))
  }
}

/// The visible part of a notification (`docs/rules.md`, §4.2.1 to §4.2.8).
public struct VisibleText: Equatable, Sendable {
  /// The title; nil if there is none or it is hidden.
  public var title: String?
  /// The subtitle; nil if there is none or it is hidden.
  public var subtitle: String?
  /// The body or its placeholder; nil if there is none.
  public var body: String?
  /// Whether the preview is hidden.
  public var isHidden: Bool

  /// Makes a text.
  public init(title: String?, subtitle: String?, body: String?, isHidden: Bool) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.isHidden = isHidden
  }
}

extension String {
  /// Returns whether both are equal, ignoring the case of ASCII letters, as for identifiers.
  func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { left, right in
        left == right || left | 0x20 == right | 0x20 && (97...122).contains(left | 0x20)
      }
  }
}

extension Action {
  /// Returns the action with its labels in the phone's language.
  fileprivate func localized(by localization: Localization) -> Action {
    var action = self
    action.title = localization.text(title)
    if let field = textInput {
      action.textInput = TextInput(
        button: localization.text(field.button), placeholder: localization.text(field.placeholder))
    }
    return action
  }
}
