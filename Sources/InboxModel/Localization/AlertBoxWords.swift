/// The buttons of the alert box of 2009 to 2012 in the phone's languages; English if none of the
/// user's languages is supported.
public struct AlertBoxWords: Sendable {
  private let localization: Localization

  /// Makes the texts for the user's languages, the preferred one first.
  public init(languages: [String]) {
    localization = Localization(Self.catalogue, languages: languages)
  }

  /// The button that closes the box and dismisses the push.
  public var close: String { localization.text("close") }
  /// The default label of the button that opens the app, if the payload has no `action-loc-key`.
  public var view: String { localization.text("view") }
  /// The only button of a box that cannot open the app.
  public var ok: String { localization.text("ok") }

  private static let catalogue: LocalizedStrings = {
    var strings = LocalizedStrings()
    strings.developmentLanguage = "en"
    for (language, close, view, ok) in table {
      strings.add(
        [
          "close": LocalizedEntry(close), "view": LocalizedEntry(view), "ok": LocalizedEntry(ok),
        ], language: language)
    }
    return strings
  }()

  private static let table = [
    ("en", "Close", "View", "OK"), ("ru", "Закрыть", "Показать", "OK"),
    ("uk", "Закрити", "Показати", "OK"), ("ar", "إغلاق", "عرض", "موافق"),
    ("zh-Hans", "关闭", "显示", "好"), ("zh-Hant", "關閉", "顯示", "好"),
    ("ja", "閉じる", "表示", "OK"), ("ko", "닫기", "보기", "확인"),
    ("de", "Schließen", "Anzeigen", "OK"), ("fr", "Fermer", "Afficher", "OK"),
    ("es", "Cerrar", "Ver", "OK"), ("it", "Chiudi", "Mostra", "OK"),
    ("pt", "Fechar", "Ver", "OK"), ("pl", "Zamknij", "Pokaż", "OK"),
  ]
}
