import Foundation

@testable import InboxModel
@testable import PushInbox

// The dictionaries of targets. Words that the program has in a table come from there.

extension FuzzTarget {
  static let ofSettings =
    (Configuration.fields.schema().words.union(SettingChange.keys)).sorted()

  static let ofScenarios =
    ScenarioReader.notBesidePushes.union(ExpectedValue.ofKeys.keys).union(
      SettingsSchema.phone.words
    ).union([
      "bundleId", "payload", "aps", "by", "wait", "at", "on", "last", "value", "count", "groups",
    ]).sorted().map { "\"\($0)\"" } + ["}\n{", "10m", "\"repeat\":3,\"every\":\"1m\""]

  static let ofFilters =
    Filter.keys.flatMap { key in [key + ":"] + Filter.values(of: key).map { "\(key):\($0)" } }
    + ["-", "\"", "\\\"", "10m", "09:00", "2026-01-01", "json:a.b=1", "filter:a", "larger:4k"]

  static let ofStrings = [
    "/*", "*/", "//", "\"", "\" = \"", "\";\n", "\\U00e9", "\\u00e9", "\\\"", "\\n", "\\351", "%@",
    "%1$@", "%2$lld", "%#@n@", "%%", "<?xml", "<plist>",
  ]

  static let ofPropertyLists =
    ["plist", "dict", "key", "string", "array", "integer", "true", "false", "data", "date", "real"]
    .flatMap { ["<\($0)>", "</\($0)>", "<\($0)/>"] } + [
      "NSStringLocalizedFormatKey", "NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey",
      "NSStringPluralRuleType", "zero", "one", "two", "few", "many", "other", "%#@n@", "&amp;",
      "&#x41;", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE plist [", "<!ENTITY a \"b\">", "&a;",
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "bplist00",
    ]

  static let ofCatalogues =
    [
      "sourceLanguage", "strings", "localizations", "stringUnit", "value", "variations", "plural",
      "device", "iphone", "substitutions", "argNum", "formatSpecifier",
    ].map { "\"\($0)\":" } + ["%arg", "%#@count@"]

  static let ofConditions = ["'a' in topics", "'", " in ", "topics", " && ", " || ", "!", "(", ")"]

  static let ofExpo = ExpoMessage.keys.map { "\"\($0)\":" } + ["\"ExponentPushToken[a]\"", "null"]

  static let ofFCM = FCMForm.request.words.sorted().map { "\"\($0)\"" } + ofConditions

  /// The heads of frames, and fields of HPACK's static table.
  static let ofHTTP2 = [
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\0\0\0\u{4}\0\0\0\0\0", "\0\0\0\u{4}\u{1}\0\0\0\0",
    "\0\0\u{1}\u{1}\u{5}\0\0\0\u{1}", "\0\0\u{4}\u{3}\0\0\0\0\u{1}", "\0\0\u{4}\u{8}\0\0\0\0\0",
    "\0\0\u{2}\0\u{1}\0\0\0\u{1}{}", "\0\0\u{8}\u{7}\0\0\0\0\0", "@\u{9}apns-topic\u{5}com.a",
    "content-length", ":method", "te", "trailers", "/3/device/00",
  ]

  static let ofWebim =
    WebimMessage.Kind.allCases.map { "\"\($0.rawValue)\"" }
    + WebimMessage.Kind.allCases.compactMap(\.messageKind).map { "\"\($0)\"" } + [
      "\"type\":", "\"event\":\"add\"", "\"event\":\"del\"", "\"params\":", "\"message\":",
      "\"clientSideId\":", "\"ts\":", "\"text\":", "\"webim\":1", "\"is_voice\":true",
      "\"content_type\":", "\"image\":",
    ]

  static let ofTokens =
    ["alg", "kid", "iss", "iat", "aud", "exp", "scope"].map { "\"\($0)\":" } + [
      "\"ES256\"", "\"RS256\"", "1776000000", "bearer ", "ya29.pushinbox.", "grant_type=",
      "assertion=", JWTAssertion.grantType, "%2e", "&", "https://localhost/token",
    ]

  static let ofICQ =
    ICQParameters.names.map { "\"\($0)\":" }
    + ICQParameters.NotifyMode.allCases.map { "\"\($0.rawValue)\"" }
    + ICQParameters.Argument.allCases.map(\.rawValue) + [
      "\"uin\":\"222222\"", "\"client\":\"desktop\"", "\"logout\":true",
      "\"kind\":\"authorisation\"", "\"from\":", "\"to\":", "\"text\":", "\"nick\":",
      "\"firstName\":", "\"lastName\":", "\"time\":\"2010-05-31T12:00:00Z\"", "\nGET ", "\nPOST ",
      "/icq/session", "/icq/event", "00fc",
    ]

  static let ofChannels =
    ["POST ", "GET ", "DELETE "] + [
      "/1/apps/com.a/channels\n", "/1/apps/com.a/all-channels\n", "/4/broadcasts/apps/com.a\n",
      "apns-channel-id: ", "apns-request-id: ", "apns-push-type: liveactivity\n",
      "apns-expiration: ", "apns-priority: 5\n", "authorization: bearer ", "c2g=",
      "{\"message-storage-policy\":", "\"push-type\":\"LiveActivity\"}", "com.a.voip",
    ] + (1...3).map { BroadcastChannel.id(from: freshID($0)) }

  static let ofAPI =
    APIEndpoint.all.flatMap { endpoint in
      ["\n\n\(endpoint.method) \(endpoint.path)"]
        + endpoint.parameters.flatMap { ["\($0.name)=", "\"\($0.name)\":"] }
    } + [
      "\n\n", "/pushes/last", "/pushes/1/why", "/openapi.json", "%2F", "%C3%A9", "&", "?", "{\"",
      "is:rejected", "is:silent", "is:activity", "-app:a", "OPEN", "open", "snooze", "10m", "0ms",
      "\"next\":1", "\"answer\":\"TooManyRequests\"", "\"delay\":\"1s\"", "\"app\":",
    ] + ofScenarios

  static let ofAssignments =
    SettingChange.keys.map { $0 + "=" } + ofSettings.map { $0 + "." } + [
      "+=", "-=", "\n", "=", "com.a", "dinner", "on", "off", "yes", "no", "30m", "until:07:00",
      "today",
      "all", "null", "[]", "{}", "\"", "clock=+5m", "interruption-level=critical",
      "filter-criteria=f",
    ]

  static let ofStreams = ["data:", "id:", "retry:", "event:", ": ", "\n\n", "\r\n", "\r", "\0"]

  static let ofResponses =
    ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 204 No Content\r\n"]
    + ["text/event-stream", "application/x-ndjson", "application/json"].map {
      "content-type: \($0)\r\n"
    } + ["location: /x\r\n", "content-encoding: gzip\r\n", "{\"aps\":{\"alert\":\"x\"}}\n"]
    + ofHTTP1 + ofStreams

  static let ofTexts = [
    "\u{5D0}", "\u{627}\u{644}", "\u{200D}", "\u{200F}", "\u{202E}", "\u{2067}", "\u{301}",
    "\u{FE0F}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F1E9}", "\u{1F3F4}\u{E0067}\u{E007F}",
    "\u{1F3FD}", "\u{1100}\u{1161}", "\u{4E00}", "\u{94D}", "\u{AD}", "\u{600}", "\t", "\u{1B}[2J",
  ]

  static let ofNames =
    Key.names + Look.words + [
      "2026-01-01T09:00:00.5+01:00", "10m", "1.5h", "07:00", "http://[::1]:80/x?y#z", "https://a",
      "unix:/x", "tcp:a:1", "127.0.0.1:2197", "pt_BR", "zh-Hant-TW", "bold #5f87af on ansi3",
      "apps.\"com.a\".banners", "categories.A.actions.0.title", "+05:30", "M-x", "^D", "F12",
    ]

  static let ofHTTP1 =
    ["GET ", "POST ", "HEAD ", "CONNECT ", "OPTIONS * "] + [" HTTP/1.1\r\n", " HTTP/1.0\r\n"]
    + [
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\r\n\r\n", "\r\n ", "http://a/", "0\r\n\r\n", "ffffffff",
    ]
    + [
      "content-length", "transfer-encoding", "connection", "expect", "host", "trailer", "upgrade",
      "te",
    ]
    .map { $0 + ": " } + [
      "chunked", "close", "keep-alive", "100-continue", "gzip, chunked", ";x=\"y\"",
    ]
}

extension SettingsSchema {
  /// Its keys, and the words that its values may be.
  fileprivate var words: Set<String> {
    var words = Set(members.map(\.key))
    for member in members { words.formUnion(member.schema.words) }
    if case .value(let form) = self { words.formUnion(form.choices) }
    return words
  }
}

extension FCMForm {
  /// The names of its fields, and the words that their values may be.
  fileprivate var words: Set<String> {
    switch self {
    case .fields(let fields):
      fields.reduce(into: []) { words, field in
        words.formUnion(field.form.words.union([field.name, field.camelName]))
      }
    case .word(let words): Set(words)
    default: []
    }
  }
}
