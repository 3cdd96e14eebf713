import Foundation

@testable import InboxModel

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

  static let ofConditions = ["'a' in topics", "'", " in ", "topics", " && ", " || ", "!", "(", ")"]

  static let ofFCM = FCMForm.request.words.sorted().map { "\"\($0)\"" } + ofConditions

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
