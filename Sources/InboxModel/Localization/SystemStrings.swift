/// The phone's own texts on its screen, in the supported languages; English if none of the user's
/// languages is supported (`docs/rules.md` §3.3, §4.2).
struct SystemStrings {
  private let localization: Localization

  init(languages: [String]) {
    localization = Localization(Self.catalogue, languages: languages)
  }

  /// The text that replaces a hidden body.
  var notification: String { localization.text("notification") }

  /// Returns the text that replaces a stack with hidden content.
  func notifications(_ count: Int) -> String {
    localization.format("notifications").filled(count: count)
  }

  /// Returns the text after the leading entry of a stack, about the number of entries under it:
  /// "and 2 more".
  func andMore(_ count: Int) -> String { localization.format("andMore").filled(count: count) }

  /// Returns the label of a level; nil for levels without one.
  func label(of level: InterruptionLevel) -> String? {
    switch level {
    case .critical: localization.text("critical")
    case .timeSensitive: localization.text("timeSensitive")
    case .active, .passive: nil
    }
  }

  /// Returns the line under a group, about the number of entries other than the leading one.
  func more(_ count: Int) -> String { localization.format("more").filled(count: count) }

  /// Returns the text that replaces a push with missing ones before it.
  func missed(_ count: Int) -> String { localization.format("missed").filled(count: count) }

  /// Returns the text of a banner for several missed pushes that were sent again.
  func cameLate(_ count: Int) -> String { localization.format("late").filled(count: count) }

  /// Returns names as a list in a sentence: "Ann, Ben and Cem".
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: localization.text("comma"))
      + localization.text("and") + last
  }

  // MARK: The texts

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
    var notifications: [PluralCategory: String]
    var andMore: [PluralCategory: String]
    var timeSensitive: String
    var critical: String
    var more: [PluralCategory: String]
    var missed: [PluralCategory: String]
    var late: [PluralCategory: String]
    var and: String
    var comma = ", "

    var table: LocalizedStrings.Table {
      [
        "notification": LocalizedEntry(notification),
        "notifications": LocalizedEntry("%#@count@", variables: ["count": notifications]),
        "andMore": LocalizedEntry("%#@count@", variables: ["count": andMore]),
        "timeSensitive": LocalizedEntry(timeSensitive), "critical": LocalizedEntry(critical),
        "more": LocalizedEntry("%#@count@", variables: ["count": more]),
        "missed": LocalizedEntry("%#@count@", variables: ["count": missed]),
        "late": LocalizedEntry("%#@count@", variables: ["count": late]),
        "and": LocalizedEntry(and), "comma": LocalizedEntry(comma),
      ]
    }
  }

  private static let languages = [
    Words(
      language: "en", notification: "Notification",
      notifications: [.one: "%u notification", .other: "%u notifications"],
      andMore: [.other: "and %u more"], timeSensitive: "TIME SENSITIVE", critical: "CRITICAL",
      more: [.one: "%u more notification", .other: "%u more notifications"],
      missed: [
        .one: "You have %u missed message, see the app",
        .other: "You have %u missed messages, see the app",
      ],
      late: [
        .one: "%u message came late",
        .other: "%u messages came late",
      ], and: " and "),
    Words(
      language: "ru", notification: "Уведомление",
      notifications: [
        .one: "%u уведомление", .few: "%u уведомления", .other: "%u уведомлений",
      ],
      andMore: [.other: "и ещё %u"], timeSensitive: "НЕОТЛОЖНОЕ", critical: "КРИТИЧЕСКОЕ",
      more: [
        .one: "Ещё %u уведомление", .few: "Ещё %u уведомления", .other: "Ещё %u уведомлений",
      ],
      missed: [
        .one: "У вас %u пропущенное сообщение, откройте приложение",
        .few: "У вас %u пропущенных сообщения, откройте приложение",
        .other: "У вас %u пропущенных сообщений, откройте приложение",
      ],
      late: [
        .one: "%u сообщение пришло с опозданием",
        .few: "%u сообщения пришли с опозданием",
        .other: "%u сообщений пришли с опозданием",
      ], and: " и "),
    Words(
      language: "uk", notification: "Сповіщення",
      notifications: [.one: "%u сповіщення", .few: "%u сповіщення", .other: "%u сповіщень"],
      andMore: [.other: "і ще %u"], timeSensitive: "ТЕРМІНОВЕ", critical: "КРИТИЧНЕ",
      more: [.one: "Ще %u сповіщення", .few: "Ще %u сповіщення", .other: "Ще %u сповіщень"],
      missed: [
        .one: "У вас %u пропущене повідомлення, відкрийте застосунок",
        .few: "У вас %u пропущені повідомлення, відкрийте застосунок",
        .other: "У вас %u пропущених повідомлень, відкрийте застосунок",
      ],
      late: [
        .one: "%u повідомлення надійшло із запізненням",
        .few: "%u повідомлення надійшли із запізненням",
        .other: "%u повідомлень надійшли із запізненням",
      ], and: " і "),
    Words(
      language: "ar", notification: "إشعار",
      notifications: [
        .zero: "لا إشعارات", .one: "إشعار واحد", .two: "إشعاران", .few: "%u إشعارات",
        .many: "%u إشعارًا", .other: "%u إشعار",
      ],
      andMore: [.one: "وواحد آخر", .two: "واثنان آخران", .other: "و%u أخرى"],
      timeSensitive: "حساس للوقت", critical: "حرج",
      more: [
        .zero: "لا إشعارات أخرى", .one: "إشعار واحد آخر", .two: "إشعاران آخران",
        .few: "%u إشعارات أخرى", .many: "%u إشعارًا آخر", .other: "%u إشعار آخر",
      ],
      missed: [
        .zero: "لا رسائل فائتة", .one: "لديك رسالة فائتة، افتح التطبيق",
        .two: "لديك رسالتان فائتتان، افتح التطبيق", .few: "لديك %u رسائل فائتة، افتح التطبيق",
        .many: "لديك %u رسالة فائتة، افتح التطبيق", .other: "لديك %u رسالة فائتة، افتح التطبيق",
      ],
      late: [
        .zero: "لم تصل رسائل متأخرة",
        .one: "وصلت رسالة متأخرة",
        .two: "وصلت رسالتان متأخرتان",
        .few: "وصلت %u رسائل متأخرة",
        .many: "وصلت %u رسالة متأخرة",
        .other: "وصلت %u رسالة متأخرة",
      ], and: " و", comma: "، "),
    Words(
      language: "zh-Hans", notification: "通知",
      notifications: [.other: "%u个通知"],
      andMore: [.other: "还有%u个"], timeSensitive: "时效性", critical: "紧急",
      more: [.other: "还有%u个通知"],
      missed: [.other: "您错过了%u条消息，请打开App查看"],
      late: [.other: "%u条消息延迟送达"], and: "和", comma: "、"),
    Words(
      language: "zh-Hant", notification: "通知",
      notifications: [.other: "%u則通知"],
      andMore: [.other: "還有%u則"], timeSensitive: "時效性", critical: "緊急",
      more: [.other: "還有%u則通知"],
      missed: [.other: "您錯過了%u則訊息，請打開App查看"],
      late: [.other: "%u則訊息延遲送達"], and: "和", comma: "、"),
    Words(
      language: "ja", notification: "通知",
      notifications: [.other: "%u件の通知"],
      andMore: [.other: "ほか%u件"], timeSensitive: "即時通知", critical: "重大な通知",
      more: [.other: "ほか%u件の通知"],
      missed: [.other: "見逃したメッセージが%u件あります。Appで確認してください"],
      late: [.other: "%u件のメッセージが遅れて届きました"], and: "、", comma: "、"),
    Words(
      language: "ko", notification: "알림",
      notifications: [.other: "알림 %u개"],
      andMore: [.other: "외 %u개"], timeSensitive: "시간 민감", critical: "긴급",
      more: [.other: "알림 %u개 더 보기"],
      missed: [.other: "놓친 메시지가 %u개 있습니다. 앱에서 확인하세요"],
      late: [.other: "메시지 %u개가 늦게 도착했습니다"], and: " 및 "),
    Words(
      language: "de", notification: "Mitteilung",
      notifications: [.one: "%u Mitteilung", .other: "%u Mitteilungen"],
      andMore: [.other: "und %u weitere"], timeSensitive: "DRINGEND", critical: "KRITISCH",
      more: [.one: "%u weitere Mitteilung", .other: "%u weitere Mitteilungen"],
      missed: [
        .one: "Du hast %u verpasste Nachricht, siehe App",
        .other: "Du hast %u verpasste Nachrichten, siehe App",
      ],
      late: [
        .one: "%u Nachricht kam verspätet an",
        .other: "%u Nachrichten kamen verspätet an",
      ], and: " und "),
    Words(
      language: "fr", notification: "Notification",
      notifications: [.one: "%u notification", .other: "%u notifications"],
      andMore: [.one: "et %u autre", .other: "et %u autres"], timeSensitive: "URGENT",
      critical: "CRITIQUE",
      more: [.one: "%u autre notification", .other: "%u autres notifications"],
      missed: [
        .one: "Vous avez %u message manqué, voir l’app",
        .other: "Vous avez %u messages manqués, voir l’app",
      ],
      late: [
        .one: "%u message est arrivé en retard",
        .other: "%u messages sont arrivés en retard",
      ], and: " et "),
    Words(
      language: "es", notification: "Notificación",
      notifications: [.one: "%u notificación", .other: "%u notificaciones"],
      andMore: [.other: "y %u más"], timeSensitive: "URGENTE", critical: "CRÍTICA",
      more: [.one: "%u notificación más", .other: "%u notificaciones más"],
      missed: [
        .one: "Tienes %u mensaje perdido, abre la app",
        .other: "Tienes %u mensajes perdidos, abre la app",
      ],
      late: [
        .one: "%u mensaje llegó con retraso",
        .other: "%u mensajes llegaron con retraso",
      ], and: " y "),
    Words(
      language: "it", notification: "Notifica",
      notifications: [.one: "%u notifica", .other: "%u notifiche"],
      andMore: [.one: "e %u altra", .other: "e altre %u"], timeSensitive: "URGENTE",
      critical: "CRITICA",
      more: [.one: "%u altra notifica", .other: "Altre %u notifiche"],
      missed: [
        .one: "Hai %u messaggio perso, apri l’app", .other: "Hai %u messaggi persi, apri l’app",
      ],
      late: [
        .one: "%u messaggio è arrivato in ritardo",
        .other: "%u messaggi sono arrivati in ritardo",
      ], and: " e "),
    Words(
      language: "pt", notification: "Notificação",
      notifications: [.one: "%u notificação", .other: "%u notificações"],
      andMore: [.other: "e mais %u"], timeSensitive: "URGENTE", critical: "CRÍTICA",
      more: [.one: "Mais %u notificação", .other: "Mais %u notificações"],
      missed: [
        .one: "Você tem %u mensagem perdida, abra o app",
        .other: "Você tem %u mensagens perdidas, abra o app",
      ],
      late: [
        .one: "%u mensagem chegou com atraso",
        .other: "%u mensagens chegaram com atraso",
      ], and: " e "),
    Words(
      language: "pl", notification: "Powiadomienie",
      notifications: [
        .one: "%u powiadomienie", .few: "%u powiadomienia", .other: "%u powiadomień",
      ],
      andMore: [.other: "i jeszcze %u"], timeSensitive: "PILNE", critical: "KRYTYCZNE",
      more: [
        .one: "Jeszcze %u powiadomienie", .few: "Jeszcze %u powiadomienia",
        .other: "Jeszcze %u powiadomień",
      ],
      missed: [
        .one: "Masz %u pominiętą wiadomość, otwórz aplikację",
        .few: "Masz %u pominięte wiadomości, otwórz aplikację",
        .other: "Masz %u pominiętych wiadomości, otwórz aplikację",
      ],
      late: [
        .one: "%u wiadomość dotarła z opóźnieniem",
        .few: "%u wiadomości dotarły z opóźnieniem",
        .other: "%u wiadomości dotarło z opóźnieniem",
      ], and: " i "),
  ]
}
