/// The phone's own words on its screen, in the languages it knows; English where it knows none of the
/// person's languages (`spec/ios-presentation.md` §3.3, §4.2).
struct SystemStrings {
  private let localization: Localization

  init(languages: [String]) {
    localization = Localization(Self.catalogue, languages: languages)
  }

  /// What stands in the place of a hidden body.
  var notification: String { localization.text("notification") }

  /// The line under a group, for so many entries besides the leading one.
  func more(_ count: Int) -> String { localization.format("more").filled(count: count) }

  /// Names as a sentence lists them: "Ann, Ben and Cem".
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: localization.text("comma"))
      + localization.text("and") + last
  }

  // MARK: The words

  private static let catalogue: LocalizedStrings = {
    var strings = LocalizedStrings()
    strings.developmentLanguage = "en"
    for words in languages {
      strings.add(words.table, language: words.language)
    }
    return strings
  }()

  private struct Words {
    var language: String
    var notification: String
    var more: [PluralCategory: String]
    var and: String
    var comma = ", "

    var table: LocalizedStrings.Table {
      [
        "notification": LocalizedEntry(notification),
        "more": LocalizedEntry("%#@count@", variables: ["count": more]),
        "and": LocalizedEntry(and), "comma": LocalizedEntry(comma),
      ]
    }
  }

  private static let languages = [
    Words(
      language: "en", notification: "Notification",
      more: [.one: "%u more notification", .other: "%u more notifications"], and: " and "),
    Words(
      language: "ru", notification: "Уведомление",
      more: [
        .one: "Ещё %u уведомление", .few: "Ещё %u уведомления", .other: "Ещё %u уведомлений",
      ], and: " и "),
    Words(
      language: "uk", notification: "Сповіщення",
      more: [.one: "Ще %u сповіщення", .few: "Ще %u сповіщення", .other: "Ще %u сповіщень"],
      and: " і "),
    Words(
      language: "ar", notification: "إشعار",
      more: [
        .zero: "لا إشعارات أخرى", .one: "إشعار واحد آخر", .two: "إشعاران آخران",
        .few: "%u إشعارات أخرى", .many: "%u إشعارًا آخر", .other: "%u إشعار آخر",
      ], and: " و", comma: "، "),
    Words(
      language: "zh-Hans", notification: "通知", more: [.other: "还有%u个通知"], and: "和", comma: "、"),
    Words(
      language: "zh-Hant", notification: "通知", more: [.other: "還有%u則通知"], and: "和", comma: "、"),
    Words(
      language: "ja", notification: "通知", more: [.other: "ほか%u件の通知"], and: "、", comma: "、"),
    Words(
      language: "ko", notification: "알림", more: [.other: "알림 %u개 더 보기"], and: " 및 "),
    Words(
      language: "de", notification: "Mitteilung",
      more: [.one: "%u weitere Mitteilung", .other: "%u weitere Mitteilungen"], and: " und "),
    Words(
      language: "fr", notification: "Notification",
      more: [.one: "%u autre notification", .other: "%u autres notifications"], and: " et "),
    Words(
      language: "es", notification: "Notificación",
      more: [.one: "%u notificación más", .other: "%u notificaciones más"], and: " y "),
    Words(
      language: "it", notification: "Notifica",
      more: [.one: "%u altra notifica", .other: "Altre %u notifiche"], and: " e "),
    Words(
      language: "pt", notification: "Notificação",
      more: [.one: "Mais %u notificação", .other: "Mais %u notificações"], and: " e "),
    Words(
      language: "pl", notification: "Powiadomienie",
      more: [
        .one: "Jeszcze %u powiadomienie", .few: "Jeszcze %u powiadomienia",
        .other: "Jeszcze %u powiadomień",
      ], and: " i "),
  ]
}
