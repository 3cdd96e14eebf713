import Foundation
import Testing

@testable import InboxModel

@Suite struct LocalizedStringsTests {
  /// The files of `Fixtures/strings`.
  private static let disk = SettingsFiles { path in
    let url = SharedCorpora.fixtures.appending(path: "strings").appending(path: path)
    if let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) {
      return .success(.folder(names))
    }
    guard let data = try? Data(contentsOf: url) else {
      return .failure(.init(reason: "no such file"))
    }
    return .success(.file(Array(data)))
  }

  /// Returns files by their paths.
  private static func files(_ texts: [String: String]) -> SettingsFiles {
    SettingsFiles { path in
      if let text = texts[path] { return .success(.file(Array(text.utf8))) }
      let below = texts.keys.filter { $0.hasPrefix(path + "/") }
      let names = below.compactMap { $0.dropFirst(path.count + 1).split(separator: "/").first }
      return names.isEmpty
        ? .failure(.init(reason: "no such file"))
        : .success(.folder(Set(names.map(String.init)).sorted()))
    }
  }

  private static func strings(_ languages: [String], development: String? = nil) -> LocalizedStrings
  {
    var strings = LocalizedStrings()
    for language in languages { strings.add(["K": LocalizedEntry(language)], language: language) }
    strings.developmentLanguage = development
    return strings
  }

  // MARK: Languages

  @Test(
    arguments: [
      (["pt-BR"], ["pt-BR", "pt", "en"], nil, ["pt-BR", "pt", "en"]),
      (["pt-BR"], ["pt", "en"], nil, ["pt", "en"]),
      (["pt"], ["pt-BR", "pt-PT", "en"], nil, ["pt-BR", "en"]),
      (["en-GB"], ["en-AU", "ru"], nil, ["en-AU"]),
      (["ru", "de"], ["de", "en"], nil, ["de", "en"]),
      (["ru"], ["de", "en"], nil, ["en"]),
      (["ru"], ["de", "en", "Base"], nil, ["Base"]),
      (["ru"], ["de", "en", "Base"], "de", ["de"]),
      (["ru"], ["ru", "Base", "en"], nil, ["ru", "Base"]),
      (["ru"], ["ja", "de"], nil, ["de"]),
      (["ru"], ["ja", "de"], "fr", ["de"]),
      (["zh-TW"], ["zh-Hans", "zh-Hant", "en"], nil, ["zh-Hant", "en"]),
      (["zh-CN"], ["zh-Hans", "zh-Hant", "en"], nil, ["zh-Hans", "en"]),
      (["zh"], ["zh_TW", "zh_CN"], "zh-TW", ["zh-CN", "zh-TW"]),
      (["zh-Hant-HK"], ["zh-Hans", "en"], nil, ["en"]),
      (["zh-Hant"], ["zh_HK"], nil, ["zh-HK"]),
      (["FR_ca"], ["French"], nil, ["fr"]),
      (["no"], ["nb", "en"], nil, ["nb", "en"]),
      ([], ["ru", "en"], nil, ["en"]), (["ru"], [], nil, []),
    ] as [([String], [String], String?, [String])])
  func `a language falls back to its generalizations, then to the development language`(
    preferred: [String], there: [String], development: String?, order: [String]
  ) {
    #expect(Self.strings(there, development: development).searchOrder(for: preferred) == order)
  }

  @Test func `a key missing in one language is looked up in the development language`() throws {
    var strings = Self.strings(["ru", "en"])
    strings.add(["OLD": "old"], language: "en")
    let localization = Localization(strings, languages: ["ru", "en"])
    #expect(localization.find("K")?.language == "ru")
    #expect(localization.find("OLD")?.language == "en")
    #expect(localization.find("NEW") == nil)
    #expect(localization.language == "ru")
  }

  // MARK: Files

  @Test func `APL-18 the folder of an app's resources yields all its languages`() throws {
    let strings = try LocalizedStrings(path: "app", files: Self.disk)
    #expect(strings.languages == ["Base", "pt-BR", "ru", "zh-TW"])
    #expect(strings.developmentLanguage == "ru")
    #expect(strings.tables["ru"]?.keys.sorted() == ["HELLO", "MESSAGES"])
    let hello = LocalizableText.localized(key: "HELLO", arguments: ["Bo"])
    for (language, text) in [
      ("ru", "Привет, Bo"), ("pt", "Olá, Bo"), ("zh-Hant", "您好，Bo"), ("de", "Привет, Bo"),
    ] {
      #expect(hello.resolved(with: Localization(strings, languages: [language])).text == text)
    }
  }

  @Test(arguments: [
    ("app/ru.lproj", ["ru"], 0), ("app/ru.lproj/", ["ru"], 0),
    ("app/pt-BR.lproj/Localizable.strings", ["pt-BR"], 0), ("utf8.strings", [], 11),
    ("plurals.stringsdict", [], 7), ("Localizable.xcstrings", ["en", "ru"], 0),
  ])
  func `a file or one language's folder yields its texts`(
    path: String, languages: [String], common: Int
  ) throws {
    let strings = try LocalizedStrings(path: path, files: Self.disk)
    #expect(strings.languages == languages)
    #expect(strings.common.count == common)
  }

  @Test(arguments: [
    ("none", "none: no such file"),
    ("app/French.lproj", "app/French.lproj: there is no Localizable.strings in it"),
    ("app/French.lproj/Main.nib", "app/French.lproj/Main.nib: no such file"),
    (
      "app/Info.plist",
      "app/Info.plist: expected a .strings, .stringsdict or .xcstrings file, or a folder"
    ),
    (
      "app/ru.lproj/InfoPlist.strings",
      "app/ru.lproj/InfoPlist.strings:1:6: expected “=” or “;” after the key, found “i”"
    ),
  ])
  func `an unusable path is an error that names the file`(path: String, message: String) {
    #expect {
      try LocalizedStrings(path: path, files: Self.disk)
    } throws: { ($0 as? StringsError)?.message == message }
  }

  @Test(arguments: [
    ("{", "a.xcstrings:1:1: "), ("[]", "a.xcstrings:1:1: expected an object"),
    ("{\"strings\":{}}", "a.xcstrings:1:1: `sourceLanguage`"),
    (#"{"sourceLanguage":"en","strings":[]}"#, "a.xcstrings:1:34: `strings` must be an object"),
  ])
  func `a catalogue of another structure is rejected`(text: String, part: String) {
    let files = Self.files(["a.xcstrings": text])
    #expect {
      try LocalizedStrings(path: "a.xcstrings", files: files)
    } throws: { ($0 as? StringsError)?.message.contains(part) == true }
  }

  @Test func `a folder without strings is rejected`() {
    #expect {
      try LocalizedStrings(path: "a", files: Self.files(["a/b.txt": ""]))
    } throws: {
      ($0 as? StringsError)?.message
        == "a: there is no Localizable.xcstrings and no .lproj folder with strings in it"
    }
  }

  @Test func `a folder in place of a strings file is rejected`() {
    let files = Self.files([
      "a/en.lproj/Localizable.strings": "", "a/ru.lproj/Localizable.strings/x": "",
    ])
    #expect {
      try LocalizedStrings(path: "a", files: files)
    } throws: {
      ($0 as? StringsError)?.message
        == "a/ru.lproj/Localizable.strings: this is a folder, expected a file of strings"
    }
  }

  @Test func `a folder with too many files is rejected`() {
    let files = SettingsFiles { path in
      path.hasSuffix(".lproj")
        ? .success(.folder([])) : .success(.folder((0..<20_000).map { "a\($0).lproj" }))
    }
    #expect {
      try LocalizedStrings(path: "a", files: files)
    } throws: { ($0 as? StringsError)?.message.contains("too many strings") == true }
  }

  @Test(arguments: [("ru.lproj", "/home/ru.lproj"), ("/app/ru.lproj", "/app/ru.lproj")])
  func `written settings contain the path of their strings`(path: String, absolute: String) throws {
    let files = SettingsFiles(folder: "/home") { path in
      .success(path.hasSuffix(".strings") ? .file([]) : .folder(["Localizable.strings"]))
    }
    var settings = AppSettings()
    settings.strings = try LocalizedStrings(path: path, files: files)
    #expect(settings.json["strings"] == .string(absolute))
    settings.strings = ["A": "%@"]
    #expect(settings.json["strings"] == ["A": "%@"])
  }

  @Test func `repeated keys yield remarks`() throws {
    let strings = try LocalizedStrings(path: "utf8.strings", files: Self.disk)
    #expect(
      strings.remarks == ["utf8.strings:15:1: “TWICE” is defined twice; the last one is used"])
    let many = String(repeating: "a=b;\n", count: 1000)
    let crowd = try LocalizedStrings(path: "a.strings", files: Self.files(["a.strings": many]))
    #expect(crowd.remarks.count == LocalizedStrings.maximumRemarks)
  }

  // MARK: Plural forms and variations

  @Test(arguments: ["plurals.stringsdict", "plurals-binary.stringsdict"])
  func `the count selects the form of a stringsdict`(path: String) throws {
    let strings = try LocalizedStrings(path: path, files: Self.disk)
    let localization = Localization(strings, languages: ["ru"])
    let messages = localization.format("MESSAGES")
    #expect(
      [1, 2, 5, 11, 21].map { messages.filled(count: $0) } == [
        "1 сообщение", "2 сообщения", "5 сообщений", "11 сообщений", "21 сообщение",
      ])
    let from = localization.format("FROM")
    #expect(from.hasTextPlaceholder)
    #expect(from.filled(count: 2, names: "Анна") == "ещё 2 от Анна")
    #expect(localization.text("WIDE") == "a longer text")
    #expect(localization.text("DEVICE") == "Tap the phone")
    #expect(localization.text("PLAIN") == "just text")
    #expect(localization.format("CIRCLE").filled(count: 1) == "xyxyxyxy")
  }

  @Test(arguments: [
    ("MESSAGES", ["1"], "1 сообщения"), ("FROM", ["3", "Анна"], "ещё 3 от Анна"),
    ("NESTED", ["1", "1"], "1 files in 1 folders"), ("CIRCLE", ["1"], "xyxyxyxy"),
  ])
  func `a string argument selects the plural form other`(
    key: String, arguments: [String], text: String
  ) throws {
    let strings = try LocalizedStrings(path: "plurals.stringsdict", files: Self.disk)
    let resolved = LocalizableText.localized(key: key, arguments: arguments)
      .resolved(with: Localization(strings, languages: ["ru"]))
    #expect(resolved == ResolvedText(text: text, faults: [TextFault(.numberWanted, key)]))
  }

  @Test(arguments: [
    ("en", "P.OM", "%1$@: %2$@"), ("ru", "P.OM", "%1$@ пишет: %2$@"),
    ("de", "P.OM", "%1$@: %2$@"), ("ru", "Only a key", "Only a key"), ("en", "Stale", "Stale"),
    ("ru", "Stale", "Старое"), ("en", "DEVICE", "Tap the phone"),
  ])
  func `a catalogue yields the text of a language`(language: String, key: String, text: String)
    throws
  {
    let strings = try LocalizedStrings(path: "Localizable.xcstrings", files: Self.disk)
    #expect(Localization(strings, languages: [language]).text(key) == text)
  }

  @Test(arguments: [
    ("en", "MESSAGES", ["1 message", "2 messages", "5 messages"]),
    ("ru", "MESSAGES", ["1 сообщение", "2 сообщения", "5 сообщений"]),
    ("en", "BOTH", ["1 bird", "2 birds", "5 birds"]),
  ])
  func `the count selects the plural form of a catalogue`(
    language: String, key: String, texts: [String]
  ) throws {
    let strings = try LocalizedStrings(path: "Localizable.xcstrings", files: Self.disk)
    let format = Localization(strings, languages: [language]).format(key)
    #expect([1, 2, 5].map { format.filled(count: $0) } == texts)
  }
}

@Suite struct PluralCategoryTests {
  @Test(arguments: [
    ("en", "0:other 1:one 2:other"), ("de-AT", "1:one 2:other"), ("xx", "1:one 2:other"),
    ("fr", "0:one 1:one 2:other 1000000:many"), ("es", "0:other 1:one 2000000:many"),
    ("pt-BR", "0:one 1:one 2:other"), ("pt-PT", "0:other 1:one 2:other"),
    ("ru", "0:many 1:one 2:few 5:many 11:many 12:many 21:one 22:few 111:many 1001:one"),
    ("uk", "1:one 3:few 14:many"), ("sr-Latn", "1:one 3:few 5:other 11:other 21:one"),
    ("pl", "1:one 2:few 5:many 12:many 21:many 22:few"), ("cs", "1:one 4:few 5:other 21:other"),
    ("sk", "1:one 2:few 5:other"), ("sl", "1:one 2:two 3:few 5:other 101:one"),
    ("lt", "1:one 2:few 10:other 11:other 21:one"), ("lv", "0:zero 1:one 2:other 11:zero 21:one"),
    ("ro", "0:few 1:one 19:few 20:other 101:few"), ("he", "1:one 2:two 3:other"),
    ("hi", "0:one 1:one 2:other"),
    ("ar", "0:zero 1:one 2:two 3:few 10:few 11:many 99:many 100:other 102:other 103:few"),
    ("zh-Hans", "1:other 2:other"), ("ja", "1:other"), ("ko", "0:other 1:other"),
  ])
  func `a number selects the plural form of its language`(language: String, rows: String) {
    for row in rows.split(separator: " ") {
      let parts = row.split(separator: ":")
      let count = parts.first.flatMap { Int($0) } ?? -1
      #expect(PluralCategory(count, language: language).rawValue == parts.last ?? "", "\(row)")
    }
  }

  @Test func `the smallest integer has a plural form`() {
    #expect(PluralCategory(.min, language: "en") == .other)
    #expect(PluralCategory(-1, language: "en") == .one)
  }
}

@Suite struct SystemStringsTests {
  @Test(arguments: [
    (["en"], "Notification", ["1 more notification", "2 more notifications"], "Ann, Ben and Cem"),
    (["ru-RU"], "Уведомление", ["Ещё 1 уведомление", "Ещё 2 уведомления"], "Ann, Ben и Cem"),
    (["ar"], "إشعار", ["إشعار واحد آخر", "إشعاران آخران"], "Ann، Ben وCem"),
    (["zh-TW"], "通知", ["還有1則通知", "還有2則通知"], "Ann、Ben和Cem"),
    (["de"], "Mitteilung", ["1 weitere Mitteilung", "2 weitere Mitteilungen"], "Ann, Ben und Cem"),
    (
      ["fr"], "Notification", ["1 autre notification", "2 autres notifications"], "Ann, Ben et Cem"
    ),
    (["es"], "Notificación", ["1 notificación más", "2 notificaciones más"], "Ann, Ben y Cem"),
    (["ja"], "通知", ["ほか1件の通知", "ほか2件の通知"], "Ann、Ben、Cem"),
    (
      ["tlh", "pl"], "Powiadomienie", ["Jeszcze 1 powiadomienie", "Jeszcze 2 powiadomienia"],
      "Ann, Ben i Cem"
    ),
    (["tlh"], "Notification", ["1 more notification", "2 more notifications"], "Ann, Ben and Cem"),
  ])
  func `the phone's texts are in its languages`(
    languages: [String], notification: String, more: [String], list: String
  ) {
    let words = SystemStrings(languages: languages)
    #expect(words.notification == notification)
    #expect([1, 2].map(words.more) == more)
    #expect(words.list(["Ann", "Ben", "Cem"]) == list)
    #expect(words.list(["Ann"]) == "Ann")
  }

  @Test(arguments: [
    (["en"], ["1 notification", "2 notifications"], "and 2 more", "TIME SENSITIVE", "CRITICAL"),
    (["ru"], ["1 уведомление", "2 уведомления"], "и ещё 2", "НЕОТЛОЖНОЕ", "КРИТИЧЕСКОЕ"),
    (["ar"], ["إشعار واحد", "إشعاران"], "واثنان آخران", "حساس للوقت", "حرج"),
    (["zh-TW"], ["1則通知", "2則通知"], "還有2則", "時效性", "緊急"),
    (["de"], ["1 Mitteilung", "2 Mitteilungen"], "und 2 weitere", "DRINGEND", "KRITISCH"),
    (["tlh"], ["1 notification", "2 notifications"], "and 2 more", "TIME SENSITIVE", "CRITICAL"),
  ])
  func `stack counts and level labels are in the phone's language`(
    languages: [String], counts: [String], more: String, timeSensitive: String, critical: String
  ) {
    let words = SystemStrings(languages: languages)
    #expect([1, 2].map(words.notifications) == counts)
    #expect(words.andMore(2) == more)
    #expect(words.label(of: .timeSensitive) == timeSensitive)
    #expect(words.label(of: .critical) == critical)
    #expect(words.label(of: .active) == nil)
    #expect(words.label(of: .passive) == nil)
  }

  @Test(
    arguments: [
      "ru", "uk", "ar", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "it", "pt", "pl",
    ])
  func `every supported language has every text`(language: String) {
    let (words, english) = (SystemStrings(languages: [language]), SystemStrings(languages: ["en"]))
    for count in [2, 5] {
      #expect(words.andMore(count) != english.andMore(count))
      #expect(words.missed(count) != english.missed(count))
      #expect(words.more(count) != english.more(count))
      if language != "fr" { #expect(words.notifications(count) != english.notifications(count)) }
    }
    for level in [InterruptionLevel.critical, .timeSensitive] {
      #expect(words.label(of: level) != english.label(of: level))
    }
  }

  @Test(arguments: ["ru", "pl"])
  func `the text for many notifications uses the plural form many`(language: String) {
    let words = SystemStrings(languages: [language])
    #expect(Set([1, 2, 5].map { words.more($0).filter { !$0.isNumber } }).count == 3)
  }
}
