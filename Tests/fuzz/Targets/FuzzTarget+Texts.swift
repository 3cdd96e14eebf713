import Foundation

@testable import InboxModel

// Readers of texts: a value that is written and read again is equal, and the position of an error
// is inside the text.

extension FuzzTarget {
  static let texts = [
    json, json5, settings, scenario, filter, strings, propertyList, stringCatalogue, condition,
  ]

  private static let json = FuzzTarget(
    "JSON",
    [
      #"{"aps":{"alert":{"title":"a\u00e9\ud83d\ude00"},"badge":-0.5e-3},"x":[1,null,true,[]]}"#,
      "[1e400,-1,0.1,\"\\\\\\\"\\/\\b\\f\\n\\r\\t\"]", " \"text\" ",
    ]
  ) { try readsAndWrites($0, .json) }

  private static let json5 = FuzzTarget(
    "JSON5",
    ["{a:'b',/*c*/d:[+1,.5,0x1F,],// end\n'e\\\nf':Infinity}", "{$key_1:\"\\x41\\0\",}", "NaN"]
  ) { try readsAndWrites($0, .json5) }

  private static func readsAndWrites(_ input: [UInt8], _ dialect: JSONReader.Dialect) throws -> Bool
  {
    let text: String
    do throws(JSONError) {
      text = JSONWriter.text(try JSONReader.read(input, dialect: dialect).root)
    } catch {
      try expectHolds(!error.problem.isEmpty, "no problem is named")
      try expectHasPlace(
        JSONPosition(offset: error.offset, line: error.line, column: error.column), in: input)
      return false
    }
    let again = try? JSONReader.read(Array(text.utf8), dialect: dialect)
    try expectHolds(
      again.map { JSONWriter.text($0.root) } == text, "read and written again it differs: \(text)")
    return true
  }

  private static let settings = FuzzTarget(
    "settings",
    [
      #"{device:{lock:"locked",previews:"never"},apps:{"com.a":{banners:false,sounds:["x"]}}}"#,
      #"{focus:{night:{from:"22:00",to:"07:00",days:"daily"}},summary:{times:["08:00"]}}"#,
      #"{gateway:{environment:"development"},history:{keep:5},keys:{X:"dismiss"},filters:{a:"b"}}"#,
      #"{colors:{bad:"bold #5f87af"},hooks:[{on:"shown",run:["x"]}]}"#,
      #"{gateway:{devices:[{token:"000011",app:"com.a"},{token:"000022",app:"com.b"}]}}"#,
      #"{categories:{M:{actions:[{id:"one",title:"A"},{id:"two",title:"B",options:["foreground"]}]}}}"#,
    ], words: ofSettings, stepsPerByte: 4000
  ) { input in
    var configuration = Configuration()
    do throws(SettingsError) {
      try configuration.apply(input, fileName: "fuzz.json5", allowsPrograms: true)
    } catch {
      try expectPlace(error, in: input)
      return false
    }
    let written = configuration.json(phone: configuration.phone)
    let again = try configurationAgain(written)
    try expectHolds(again.phone == configuration.phone, "the settings of the phone differ")
    try expectHolds(again.gateway == configuration.gateway, "the settings of the gateway differ")
    try expectHolds(
      again.json(phone: again.phone) == written, "written again it differs: \(written)")
    return true
  }

  /// Reads a configuration that was written.
  static func configurationAgain(_ written: JSONObject) throws -> Configuration {
    let text = ConfigurationText.lines(written).joined(separator: "\n")
    var again = Configuration()
    do throws(SettingsError) {
      try again.apply(Array(text.utf8), fileName: "again.json5", allowsPrograms: true)
    } catch {
      throw BrokenProperty(
        description: "the written text cannot be read: \(error.message)\n\(text)")
    }
    try expectHolds(
      again.passedOver.isEmpty, "parts of what was written are skipped: \(again.passedOver)")
    return again
  }

  private static let scenario = FuzzTarget(
    "scenario",
    [
      #"{"at":"2026-01-01T09:00:00Z","bundleId":"com.a","payload":{"aps":{"alert":"x"}}}"#
        + "\n" + #"{"advance":"10m"}"# + "\n"
        + #"{"expect":{"last":{"app":"com.a","presented":["list"]}}}"#,
      #"{"clock":"2026-01-01T09:00:00Z","seed":7}"# + "\n" + #"{"set":{"app.com.a":"background"}}"#
        + "\n"
        + #"{"aps":{"alert":"x"},"bundleId":"com.a"}"# + "\n"
        + #"{"act":{"on":"last","action":"REPLY","text":"y"}}"#,
    ], words: ofScenarios
  ) { input in
    do throws(SettingsError) {
      _ = try Scenario(input, fileName: "fuzz.jsonl")
      return true
    } catch {
      try expectPlace(error, in: input, byLines: true)
      return false
    }
  }

  /// Expects the position of an error to be in the input.
  ///
  /// - Parameter lines: Whether the text is read by lines, each with its own offsets.
  static func expectPlace(
    _ error: SettingsError, in input: [UInt8], byLines lines: Bool = false
  ) throws {
    try expectHolds(
      isClean(PlainText.clean(error.message)), "control characters: \(error.message)")
    guard let position = error.position, lines else {
      return try expectHasPlace(error.position, in: input)
    }
    let parts = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isInside =
      parts.indices.contains(position.line - 1)
      && position.offset <= parts[position.line - 1].count
      && position.column == position.offset + 1
    try expectHolds(
      isInside || input.contains(0x0D), "\(position) is no place of the text")
  }

  private static let filter = FuzzTarget(
    "filter",
    [
      "app:com.a is:unread -level:passive after:10m", "\"two words\" title:x json:a.b=1",
      "before:2026-01-01T09:00:00Z thread:\"a\\\"b\"", "(a)", "-is:read",
    ], words: ofFilters
  ) { input in
    let now = Date(timeIntervalSince1970: 1_776_000_000)
    let text = String(decoding: input, as: UTF8.self)
    let filter: Filter
    do throws(FilterError) {
      filter = try Filter(text, now: now, timeZone: .gmt, saved: ["a": "is:unread"])
    } catch {
      try expectHolds(
        (1...text.count + 1).contains(error.column), "column \(error.column) is outside the text")
      return false
    }
    var phone = Phone(settings: PhoneSettings())
    let notification = DeliveredNotification(
      id: 1, apnsID: "a", requestID: "r", app: "com.a", threadIdentifier: "t",
      content: .init(title: "one two", body: "drei"), receivedAt: now, topic: "com.a")
    phone.inbox.insert(notification, grouping: .automatic)
    let found = phone.inbox.narrowed(to: filter, on: phone).count == 1
    try expectHolds(
      found == filter.matches(notification, on: phone), "the list and the filter disagree")
    return true
  }

  /// Texts are read, filled, written as settings and read again.
  private static let stepsOfStrings = 10_000

  private static let strings = FuzzTarget(
    "strings file",
    ["/* c */ \"key\" = \"value %1$@ %d\";\n\"a\\U00e9\" = \"b\\n\";", "\u{FEFF}\"a\"=\"b\";"],
    words: ofStrings, stepsPerByte: stepsOfStrings
  ) { try expectPlaces($0, StringsFile.read) }

  private static let propertyList = FuzzTarget(
    "property list",
    [
      "<?xml version=\"1.0\"?><plist><dict><key>a</key><string>b</string><key>c</key><dict>"
        + "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string></dict></dict></plist>"
    ], words: ofPropertyLists, stepsPerByte: stepsOfStrings
  ) { try expectPlaces($0, PropertyListStrings.read) }

  /// Expects the positions of errors and of repeated keys to be inside the text: in UTF-8, as it is
  /// or converted.
  private static func expectPlaces(
    _ input: [UInt8], _ read: ([UInt8]) throws(StringsError) -> StringsContents
  ) throws -> Bool {
    guard let text = try? StringsFile.utf8(input) else {
      // A binary property list is no text and has no places.
      guard let contents = try? read(input) else { return false }
      try expectKept(LocalizedStrings(common: contents.table))
      return true
    }
    let contents: StringsContents
    do throws(StringsError) {
      contents = try read(input)
    } catch {
      try expectHasPlace(error.position, in: text)
      return false
    }
    for duplicate in contents.duplicates { try expectHasPlace(duplicate.position, in: text) }
    try expectKept(LocalizedStrings(common: contents.table))
    return true
  }

  private static let stringCatalogue = FuzzTarget(
    "string catalog",
    [
      #"{"sourceLanguage":"en","strings":{"key":{},"a %lld":{"localizations":{"pt_BR":{"variations":{"plural":{"#
        + #""one":{"stringUnit":{"value":"%lld a"}},"other":{"stringUnit":{"value":"%lld b"}}}}}}}}}"#,
      #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"stringUnit":{"value":"%#@n@"},"substitutions":"#
        + #"{"n":{"argNum":2,"formatSpecifier":"@","variations":{"plural":{"other":{"stringUnit":{"value":"%arg"}}}}}}},"#
        + #""de":{"variations":{"device":{"iphone":{"stringUnit":{"value":"x"}}}}}}}}}"#,
    ], words: ofStrings + ofPropertyLists + ofCatalogues, stepsPerByte: stepsOfStrings
  ) { input in
    var strings = LocalizedStrings()
    do throws(StringsError) {
      try StringCatalogue.read(input, into: &strings)
    } catch {
      try expectHasPlace(error.position, in: input)
      return false
    }
    try expectKept(strings)
    return true
  }

  /// Throws unless texts without variables are written in settings and read again, and a filled
  /// text ends.
  private static func expectKept(_ strings: LocalizedStrings) throws {
    var plain = LocalizedStrings()
    for table in [strings.common] + strings.languages.compactMap({ strings.tables[$0] }) {
      for entry in table.values {
        let format = LocalizedFormat(entry.format, variables: entry.variables)
        // A text that is too long ends with an ellipsis.
        let most = LocalizedFormat.maximumTextLength + "…".utf8.count
        for text in [format.filled(with: ["a", "b"]).text, format.filled(count: 2)] {
          try expectHolds(text.utf8.count <= most, "a filled text has \(text.utf8.count) bytes")
        }
      }
      plain.add(table.filter { $0.value.variables.isEmpty }, language: nil)
    }
    var phone = PhoneSettings()
    phone.apps["com.a"] = AppSettings()
    phone.apps["com.a"]?.strings = plain
    let again = try configurationAgain(Configuration().json(phone: phone))
    try expectHolds(
      again.phone.apps["com.a"]?.strings ?? [:] == plain, "the written texts differ")
  }

  private static let condition = FuzzTarget(
    "topic condition", ["'a' in topics && ('b' in topics || !('c' in topics))", "'x' in topics"],
    words: ofConditions, stepsPerByte: 1000
  ) { input in
    let text = String(decoding: input, as: UTF8.self)
    guard let condition = TopicCondition(text) else { return false }
    for mask in 0..<4 {
      let isSubscribed = { (topic: String) in topic.utf8.reduce(0) { $0 + Int($1) } & mask == 0 }
      var rest = input[...]
      let expected = simplyHolds(&rest, isSubscribed)
      try expectHolds(
        condition.holds(isSubscribed) == expected, "the condition does not hold as it reads")
    }
    return true
  }

  /// Evaluates a valid condition while it is read, from the left to the right, up to a `)` or the
  /// end.
  private static func simplyHolds(
    _ rest: inout ArraySlice<UInt8>, _ isSubscribed: (String) -> Bool
  ) -> Bool {
    var (value, operation) = (false, UInt8(ascii: "|"))
    var isNegated = false
    func meet(_ term: Bool) {
      let term = term != isNegated
      isNegated = false
      value = operation == UInt8(ascii: "&") ? value && term : value || term
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "!"): isNegated.toggle()
      case UInt8(ascii: "("): meet(simplyHolds(&rest, isSubscribed))
      case UInt8(ascii: ")"): return value
      case UInt8(ascii: "&"), UInt8(ascii: "|"): operation = byte
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let topic = rest.prefix { $0 != byte }
        rest = rest[topic.endIndex...].dropFirst()
        meet(isSubscribed(String(decoding: topic, as: UTF8.self)))
      default: break  // A blank, or a letter of `in topics`.
      }
    }
    return value
  }
}
