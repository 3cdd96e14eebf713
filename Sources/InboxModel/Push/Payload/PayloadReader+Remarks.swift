extension PayloadReader {
  /// The keys of `aps.alert`, which senders also put one level too high.
  private static let alertKeys = PayloadKey.names(PayloadKey.alert)

  /// The keys of `aps`, which senders also put one level too low or too high.
  private static let apsKeys = PayloadKey.names(PayloadKey.aps)

  /// Adds a finding about an unknown key in `aps`, which phones ignore (Apple, "Generating a remote
  /// notification").
  mutating func remark(onUnknownKey key: String) {
    let path = "aps." + cut(key)
    if Self.alertKeys.contains(key) {
      remark(.misplacedKey, path, "“\(key)” belongs in aps.alert; here it has no effect.")
    } else if let meant = Self.apsKey(meantBy: key) {
      remark(
        .misspeltKey, path, "This is not a key of aps and has no effect; write “\(meant)”.")
    } else {
      remark(.unknownKey, path, "This is not a key of aps; the app's own keys belong beside aps.")
    }
  }

  /// Adds a finding about an unknown key in `aps.alert`.
  mutating func remark(onUnknownAlertKey key: String) {
    let path = "aps.alert." + cut(key)
    if Self.apsKeys.contains(key) {
      remark(.misplacedKey, path, "“\(key)” belongs in aps, beside alert; here it has no effect.")
    } else if let meant = NearestName.of(key, among: Self.alertKeys.sorted()) {
      remark(
        .misspeltKey, path, "This is not a key of alert and has no effect; write “\(meant)”.")
    } else {
      remark(.unknownKey, path, "This is not a key of an alert; it is ignored.")
    }
  }

  /// Adds a finding about a key beside `aps` that seems to belong into it. Apps have keys such as
  /// `badge` of their own, so most of these findings are advice.
  mutating func remark(onCustomKey key: String) {
    guard Self.apsKeys.contains(key) else { return }
    let message = "“\(key)” beside aps is data for the app; the system looks for it in aps."
    if key.utf8.contains(UInt8(ascii: "-")) || key == "alert" && !payload.hasAlert {
      remark(.misplacedKey, key, message)
    } else {
      remark(.keyBesideAps, key, message)
    }
  }

  /// Adds a finding about a key of older phones or other systems (Apple, "Generating a remote
  /// notification").
  mutating func remark(onOldKey path: String, _ since: String) {
    remark(.deprecatedKey, path, since)
  }

  /// Returns the key of `aps` that a misspelling means: `mutable-content` for `mutableContent` and
  /// `mutable_content`, `badge` for `bagde`. Nil if none is similar.
  private static func apsKey(meantBy key: String) -> String? {
    guard key.utf8.count <= 30 else { return nil }
    let letters = key.lowercased().filter(\.isLetter)
    return apsKeys.first { $0.filter(\.isLetter) == letters }
      ?? NearestName.of(key, among: apsKeys.sorted())
  }

  /// Returns the findings of the JSON reader: repeated keys and unpaired surrogates, with their
  /// paths.
  static func findings(for warnings: [JSONWarning], in text: JSONText) -> [LintFinding] {
    let root = text.withRoot(\.value) ?? .null
    return warnings.prefix(findingsLimit).map { warning in
      let path = root.path(at: warning.position.offset)
      return switch warning.problem {
      case .duplicateKey:
        LintFinding(
          .duplicateKey, path: path, "The key is given more than once; the last one is used.")
      case .loneSurrogate:
        LintFinding(
          .loneSurrogate, path: path,
          "Half of a character (a lone surrogate, as of a cut emoji) is here; it becomes U+FFFD.")
      }
    }
  }
}

extension JSONValue {
  /// Returns the offset of the member at a path such as `aps.alert.title`; nil if there is none.
  public func offset(of path: some StringProtocol) -> Int? {
    guard case .object(let object) = self else { return nil }
    for member in object.members.reversed() {
      let key = cut(member.key)
      guard path.hasPrefix(key) else { continue }
      let rest = path.dropFirst(key.count)
      switch rest.first {
      case nil, "[": return member.keyOffset
      case ".": return member.value.offset(of: rest.dropFirst()) ?? member.keyOffset
      default: continue
      }
    }
    return nil
  }

  /// Returns the path of the innermost member around a byte of the original text, for instance
  /// `aps.alert.title`. Array elements are named if they are objects.
  func path(at offset: Int) -> String {
    switch self {
    case .object(let object):
      guard
        let member = object.members.first(where: { $0.keyOffset <= offset && offset < $0.valueEnd })
      else { return "" }
      let rest = member.value.path(at: offset)
      return cut(member.key) + (rest.isEmpty || rest.hasPrefix("[") ? "" : ".") + rest
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let rest = element.path(at: offset)
        if !rest.isEmpty { return "[\(index)]" + (rest.hasPrefix("[") ? "" : ".") + rest }
      }
      return ""
    default: return ""
    }
  }
}
