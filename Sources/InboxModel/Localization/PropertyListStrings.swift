import Foundation

/// The parser of strings in property lists, XML or binary: the build product of `.strings`, and
/// `.stringsdict` with its plural rules (`docs/guides/localisation.md`).
enum PropertyListStrings {
  /// Returns whether bytes are a property list and not the text of a `.strings` file.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "bplist".utf8) { return true }
    let start = String(decoding: bytes.prefix(64), as: UTF8.self).filter { $0 != "\0" }
    let text = start.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }
    return ["<?xml", "<!DOCTYPE", "<plist"].contains { text.hasPrefix($0) }
  }

  /// Parses an object of texts and plural entries; other values are skipped.
  static func read(_ bytes: [UInt8]) throws(StringsError) -> StringsContents {
    var contents = StringsContents()
    for (key, value) in try root(bytes) { contents.table[key] = value.entry }
    return contents
  }

  /// Returns the development language in an `Info.plist`; nil for none.
  static func developmentLanguage(_ infoPlist: [UInt8]) -> String? {
    guard let root = try? root(infoPlist) else { return nil }
    guard case .text(let language)? = root["CFBundleDevelopmentRegion"] else { return nil }
    return LanguageTag.canonical(language)
  }

  private static func root(
    _ bytes: [UInt8]
  ) throws(StringsError) -> [String: PropertyListValue] {
    guard isPropertyList(bytes) else {
      throw StringsError("this is not a property list, neither XML nor binary")
    }
    // The XML parser's recursion is as deep as the text.
    guard !isTooDeep(bytes) else { throw StringsError("the property list is nested too deeply") }
    let value: PropertyListValue
    do {
      value = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      throw PropertyListFault.error(in: bytes)
    }
    guard case .object(let object) = value else {
      throw StringsError("the property list holds no object of texts")
    }
    return object
  }

  private static let deepest = 64

  private static func isTooDeep(_ bytes: [UInt8]) -> Bool {
    var (depth, place) = (0, 0)
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = next + 1
      // In UTF-16 every other byte is NUL.
      let name = bytes[place...].prefix(12).filter { $0 != 0 }
      for container in ["dict", "array"] {
        let isEmpty = name.starts(with: (container + "/").utf8)
        if name.starts(with: container.utf8), !isEmpty { depth += 1 }
        if name.starts(with: ("/" + container).utf8) { depth -= 1 }
      }
      if depth > deepest { return true }
    }
    return false
  }
}

/// The kinds of property list values that strings consist of.
private enum PropertyListValue: Decodable {
  case text(String)
  case object([String: PropertyListValue])
  case other

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if decoder.codingPath.count > 6 {
      self = .other
    } else if let container = try? decoder.container(keyedBy: Key.self) {
      var object: [String: PropertyListValue] = [:]
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
      }
      self = .object(object)
    } else if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .text(text)
    } else {
      self = .other
    }
  }
}

// MARK: - .stringsdict

extension PropertyListValue {
  private var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  private var object: [String: PropertyListValue] {
    if case .object(let object) = self { object } else { [:] }
  }

  /// The text of an entry; nil for any other value.
  var entry: LocalizedEntry? {
    if let text { return LocalizedEntry(text) }
    if let format = object["NSStringLocalizedFormatKey"]?.text {
      return LocalizedEntry(format, variables: object.compactMapValues(\.forms))
    }
    if let byDevice = object["NSStringDeviceSpecificRuleType"]?.object {
      return (byDevice["iphone"] ?? byDevice["other"])?.entry
    }
    if let byWidth = object["NSStringVariableWidthRuleType"]?.object {
      let widest = byWidth.max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
      return widest?.value.entry
    }
    return nil
  }

  /// The plural forms of a variable. `%u` in them is its number, whatever type it names.
  private var forms: [PluralCategory: String]? {
    guard object["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType" else { return nil }
    var forms: [PluralCategory: String] = [:]
    for category in PluralCategory.allCases { forms[category] = object[category.rawValue]?.text }
    return forms
  }
}
