// swift-format-ignore-file
// Written by .ci/embed-demos: change the files of assets and run it again.

/// The strings of the demos, compiled in: the texts of the files by their paths in `assets`.
enum EmbeddedStrings {
  static let files: [String: String] = [
    "strings/ar.lproj/Localizable.strings": ##"""
"P.OM" = "%1$@: %2$@";
"P.OF" = "أرسل %1$@ ملفًا: %2$@";
"P.OA" = "انضم %@ إلى المحادثة";
"P.CR" = "يرجى ترك بيانات الاتصال بك";
"REPLY" = "رد";
"SEND" = "إرسال";
"READ" = "تحديد كمقروء";
"SUMMARY" = "و%u أخرى من المشغلين";

"""##,
    "strings/ar.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@messages@</string>
    <key>messages</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>zero</key>
      <string>لا رسائل</string>
      <key>one</key>
      <string>رسالة واحدة</string>
      <key>two</key>
      <string>رسالتان</string>
      <key>few</key>
      <string>%u رسائل</string>
      <key>many</key>
      <string>%u رسالة</string>
      <key>other</key>
      <string>%u رسالة</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
    "strings/en.lproj/Localizable.strings": ##"""
/* What an operator's chat sends: keys and arguments, never sentences. */
"P.OM" = "%1$@: %2$@";
"P.OF" = "%1$@ sent a file: %2$@";
"P.OA" = "%@ joined the conversation";
"P.CR" = "Please leave your contact details";
"INVITATION" = "%2$@ was invited by %1$@";

/* Buttons of the category MESSAGE. */
"REPLY" = "Reply";
"SEND" = "Send";
"READ" = "Mark as read";
"SUMMARY" = "%u more from the operators";

"""##,
    "strings/en.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@messages@</string>
    <key>messages</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>%u message</string>
      <key>other</key>
      <string>%u messages</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
    "strings/game/en.lproj/Localizable.strings": ##"""
/* A game of 2012: who sends names a key and the players, the words are the game's. */
"GAME_PLAY_REQUEST_FORMAT" = "%@ and %@ have invited you to play Monopoly";
"YOUR_TURN" = "%@ has moved: it is your turn";
"PLAY" = "Play";
"GAME_SAVED" = "Saved, %@%% of it";

"""##,
    "strings/game/fr.lproj/Localizable.strings": ##"""
/* Le même jeu en français : les deux joueurs dans l'autre ordre. */
"GAME_PLAY_REQUEST_FORMAT" = "%2$@ et %1$@ vous invitent à jouer au Monopoly";
"YOUR_TURN" = "%@ a joué : c'est à vous";
"PLAY" = "Jouer";

"""##,
    "strings/icq/en.lproj/Localizable.strings": ##"""
/* A message: sender, recipient, text. */
"IM2" = "%1$@: %3$@";
"New Messages" = "New messages: %1$@";
/* An authorisation request: recipient, sender, nick, first name, last name. */
"AR1" = "%3$@ (%2$@) asks for authorisation";
"AR2" = "Authorisation requests: %1$@";

"""##,
    "strings/icq/ru.lproj/Localizable.strings": ##"""
/* Сообщение: отправитель, получатель, текст. */
"IM2" = "%1$@: %3$@";
"New Messages" = "Новых сообщений: %1$@";
/* Запрос авторизации: получатель, отправитель, ник, имя, фамилия. */
"AR1" = "%3$@ (%2$@) просит авторизации";
"AR2" = "Запросов авторизации: %1$@";

"""##,
    "strings/mail/en.lproj/Localizable.strings": ##"""
/* Mail: the buttons of the category message, and words that the server names by a key. */
"REPLY" = "Reply";
"SEND" = "Send";
"REPLY_HINT" = "Your answer";
"READ" = "Mark as read";
"ARCHIVE" = "Archive";
"SUMMARY" = "and %u more";
"ALERT_SUBTITLE" = "No subject";
"ALERT_BODY" = "A new letter in the folder “%@”";

"""##,
    "strings/mail/en.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@letters@</string>
    <key>letters</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>%u letter</string>
      <key>other</key>
      <string>%u letters</string>
    </dict>
  </dict>
  <key>XIVA_MISSED</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@letters@ missed, open Mail</string>
    <key>letters</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>%u letter</string>
      <key>other</key>
      <string>%u letters</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
    "strings/mail/ru.lproj/Localizable.strings": ##"""
/* Почта: кнопки категории message и слова, которые сервер называет по ключу. */
"REPLY" = "Ответить";
"SEND" = "Отправить";
"REPLY_HINT" = "Ваш ответ";
"READ" = "Прочитано";
"ARCHIVE" = "В архив";
"SUMMARY" = "и ещё %u";
"ALERT_SUBTITLE" = "Без темы";
"ALERT_BODY" = "Новое письмо в папке «%@»";

"""##,
    "strings/mail/ru.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@letters@</string>
    <key>letters</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>%u письмо</string>
      <key>few</key>
      <string>%u письма</string>
      <key>many</key>
      <string>%u писем</string>
      <key>other</key>
      <string>%u письма</string>
    </dict>
  </dict>
  <key>XIVA_MISSED</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@letters@, откройте Почту</string>
    <key>letters</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>Пропущено %u письмо</string>
      <key>few</key>
      <string>Пропущено %u письма</string>
      <key>many</key>
      <string>Пропущено %u писем</string>
      <key>other</key>
      <string>Пропущено %u письма</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
    "strings/parcels/en.lproj/Localizable.strings": ##"""
/* Android's placeholders, %1$s, stand where they would in strings.xml. */
"courier_title" = "Courier";
"courier_near" = "%1$s is %2$s minutes away";

"""##,
    "strings/parcels/ru.lproj/Localizable.strings": ##"""
"courier_title" = "Курьер";
"courier_near" = "%1$s будет через %2$s мин";

"""##,
    "strings/ru.lproj/Localizable.strings": ##"""
/* Чат с оператором. */
"P.OM" = "%1$@: %2$@";
"P.OF" = "%1$@ прислал файл: %2$@";
"P.OA" = "%@ теперь на связи";
"P.CR" = "Оставьте, пожалуйста, свои контакты";

/* Кнопки категории MESSAGE. */
"REPLY" = "Ответить";
"SEND" = "Отправить";
"READ" = "Прочитано";
"SUMMARY" = "и ещё %u от операторов";

"""##,
    "strings/ru.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@messages@</string>
    <key>messages</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>one</key>
      <string>%u сообщение</string>
      <key>few</key>
      <string>%u сообщения</string>
      <key>many</key>
      <string>%u сообщений</string>
      <key>other</key>
      <string>%u сообщения</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
    "strings/zh-Hans.lproj/Localizable.strings": ##"""
/* 与客服的对话。 */
"P.OM" = "%1$@：%2$@";
"P.OF" = "%1$@ 发来了文件：%2$@";
"P.OA" = "%@ 已加入对话";
"P.CR" = "请留下您的联系方式";

/* MESSAGE 类别的按钮。 */
"REPLY" = "回复";
"SEND" = "发送";
"READ" = "标为已读";
"SUMMARY" = "还有 %u 条客服消息";

"""##,
    "strings/zh-Hans.lproj/Localizable.stringsdict": ##"""
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>HIDDEN</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@messages@</string>
    <key>messages</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key>
      <string>u</string>
      <key>other</key>
      <string>%u 条消息</string>
    </dict>
  </dict>
</dict>
</plist>

"""##,
  ]
}
