import InboxModel

/// The effect of each setting in one sentence, for the foot of the settings.
enum SettingMeaning {
  /// The sentence about a setting, at most 78 columns; nil for a name and for a setting of a file alone.
  static func text(of path: [String]) -> String? {
    switch (path.first, path.dropFirst()) {
    case ("apps", let rest) where rest.dropFirst().first == "categories": ofCategory(path)
    case ("categories", _): ofCategory(path)
    case ("apps", let rest): ofApp[part(of: rest)]
    case ("focus", let rest): ofFocus[part(of: rest)]
    case ("device", _), ("summary", _), ("queue", _): others[path.prefix(2).joined(separator: ".")]
    default: nil
    }
  }

  /// The key after an app or a Focus, with the key in a part of it: `banners`, `extension.limit`.
  private static func part(of rest: ArraySlice<String>) -> String {
    let keys = rest.dropFirst()
    guard let first = keys.first, ["extension", "contentExtension"].contains(first) else {
      return keys.first ?? ""
    }
    return keys.joined(separator: ".")
  }

  private static func ofCategory(_ path: [String]) -> String? {
    // The word of a list stands for itself.
    let key = path.dropLast().last == "options" ? path.last : path.reversed().first { $0 != "" }
    return ofCategory[key ?? ""]
  }

  private static let others = [
    "device.lock": "A locked phone shows pushes on the lock screen, an unlocked one as banners.",
    "device.previews": "Whether texts are shown always, only while unlocked, or never.",
    "device.grouping": "Groups by thread-id (automatic), one group per app, or none.",
    "device.languages": "The phone's languages, preferred first: they choose an app's strings.",
    "device.timeZone": "The zone of all times on the screen, of schedules and summaries.",
    "device.ringer": "With the ring switch off only critical alerts make a sound.",
    "device.summaryStyle": "The line under a folded group: as in iOS 12 to 14, or since iOS 15.",
    "device.badgeZeroClears": "A push that sets the badge to 0 removes the app's notifications.",
    "device.stackThreshold": "The number of notifications from which a group is drawn as a stack.",
    "device.removeActedOn": "A notification that was opened or acted on leaves the list.",
    "device.lowPower": "Pushes of priority 5 and 1 wait until Low Power Mode ends.",
    "device.backgroundBudget": "How often an hour background pushes may wake an app.",
    "device.era": "2012 is a phone before categories, levels and Focus, with alert boxes.",
    "summary.times": "The times at which the scheduled summary is delivered.",
    "summary.apps": "The apps whose pushes wait for the scheduled summary.",
    "queue.apps": "Apps whose pushes are numbered; they ask for those that did not come.",
    "queue.ttl": "How long a push can be sent again.",
    "queue.repeatMaxCount": "The most pushes that are asked for; of more the number is stated.",
    "queue.rule": "How an app counts: corrected, or printed as on the slide of the talk.",
    "queue.catchUp": "Pushes that come late together alert once, each, or as one summary.",
    "queue.deviceId": "The phone's name at the queue and at a provider it subscribes to.",
    "queue.failRepeats": "How many of 100 requests for missing pushes fail.",
    "queue.subscriptions": "The folders of an account for which an app wants pushes.",
    "queue.loss": "How many of 100 deliveries are lost on the way to the phone.",
    "queue.loseNext": "The next deliveries that are lost; counts down.",
    "queue.duplicate": "How many of 100 deliveries arrive twice.",
    "queue.reorder": "How many of 100 deliveries are overtaken by the next.",
    "queue.delay": "The time that each delivery takes.",
    "queue.seed": "Chooses the deliveries that are lost, repeated or overtaken.",
  ]

  private static let ofFocus = [
    "allowApps": "The only apps that may alert during this Focus.",
    "silenceApps": "The apps that may not alert during this Focus; all others may.",
    "allowPeople": "Senders who may alert during this Focus, whatever their app.",
    "allowTimeSensitive": "Time-sensitive pushes alert during this Focus.",
    "hideBadges": "Apps that are silenced show no badges during this Focus.",
    "filters": "Of this app's pushes those whose filter-criteria are listed alert.",
  ]

  private static let ofApp = [
    "name": "The app's name on the screen.",
    "installed": "The pushes of an app that is not installed never arrive.",
    "state": "Whether the app is on the screen, in memory, or not running.",
    "permission": "The user's answer to the app's question whether it may notify.",
    "deliverQuietly": "Pushes stand in the list, without banner, sound and lock screen.",
    "previews": "Whether this app's texts are shown; the phone's setting where empty.",
    "grouping": "How this app's pushes are grouped; the phone's setting where empty.",
    "lockScreen": "Pushes may appear on the lock screen.",
    "list": "Pushes may stand in the list.",
    "banners": "Pushes may show banners.",
    "bannerStyle": "Banners leave after five seconds, or stay until they are acted on.",
    "sounds": "Pushes may make sounds; a list names the sound files of the app.",
    "badges": "Pushes may set the number on the app's icon.",
    "timeSensitive": "Whether the app has the Time Sensitive Notifications capability.",
    "critical": "Whether the app has the critical-alerts entitlement, with consent.",
    "present": "The app's answer to a push that comes while it is in the foreground.",
    "backgroundRefresh": "Background pushes may wake the app.",
    "strings": "The app's strings for title-loc-key and loc-key, by language.",
    "extension": "A program that changes the app's pushes before they are shown.",
    "extension.run": "The program of the service extension, with its arguments.",
    "extension.limit": "The time that the program has; then the push is shown unchanged.",
    "extension.answer": "The keys that the extension changes, in place of a program.",
    "extension.after": "The time after which the answer comes, in place of a program.",
    "contentExtension": "A program that draws the expanded view of the app's pushes.",
    "contentExtension.run": "The program of the content extension, with its arguments.",
    "contentExtension.limit": "The time that the program has to draw the view.",
    "contentExtension.categories": "The categories whose pushes the program draws.",
    "platform": "The system of the app's devices, where FCM asks for it.",
    "channels": "The app's notification channels on Android and their importance.",
  ]

  private static let ofCategory = [
    "title": "The text of the button.",
    "id": "The identifier that the app receives when the button is pressed.",
    "textInput": "The button asks for a text, as Reply does.",
    "button": "The text of the button that sends what was typed.",
    "placeholder": "The text in the field before anything is typed.",
    "authenticationRequired": "The phone has to be unlocked before the action runs.",
    "destructive": "The button is shown in red: the action deletes something.",
    "foreground": "The action opens the app.",
    "hiddenPreviewsBodyPlaceholder": "Stands for the body of hidden texts; %u is their number.",
    "categorySummaryFormat": "The line under a folded group; %u counts, %@ names.",
    "customDismissAction": "The app is told when a notification is dismissed.",
    "allowInCarPlay": "Pushes may be shown in a car.",
    "hiddenPreviewsShowTitle": "The title stays where previews are hidden.",
    "hiddenPreviewsShowSubtitle": "The subtitle stays where previews are hidden.",
    "allowAnnouncement": "Pushes may be read aloud.",
  ]
}
