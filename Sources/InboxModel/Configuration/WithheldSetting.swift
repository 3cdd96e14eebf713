/// A setting that was skipped, because a configuration file discovered in the current folder may
/// not make it without the user's consent (`SECURITY.md`, "Configuration found in a folder").
public struct WithheldSetting: Equatable, Sendable {
  /// The path of its key, `history.keep`, without control characters.
  public var path: String
  /// The position of its key in the file.
  public var position: JSONPosition

  /// Returns the settings of a file that need consent, in their order.
  ///
  /// - Parameters:
  ///   - bytes: The file, JSON5. An invalid file has none.
  ///   - own: The user's own file, JSON5. Its filters are not replaced without consent.
  ///   - files: The files that it may reference without consent. Any other file needs consent.
  public static func all(
    in bytes: [UInt8], over own: [UInt8] = [], files: SettingsFiles
  ) -> [WithheldSetting] {
    guard let root = try? JSONReader.read(bytes, dialect: .json5).root.object else { return [] }
    let own = try? JSONReader.read(own, dialect: .json5).root.object
    let known = ConsentRule.Known(
      filters: Set(own?["filters"]?.object?.members.map(\.key) ?? []), files: files)
    var members: [(path: [String], offset: Int)] = []
    ConsentRule.collect(from: root, at: [], known, into: &members)
    // Positions are computed incrementally, since there may be very many.
    var position = JSONPosition()
    return members.map { path, offset in
      bytes.withUnsafeBufferPointer { position.advance(to: offset, in: $0) }
      return WithheldSetting(path: PlainText.clean(path.joined(separator: ".")), position: position)
    }
  }
}

/// A setting that needs consent in a discovered file (``SettingsSchema/Consent``).
///
/// Every setting of a file either needs consent by its entry in the table or is known to need none;
/// a test compares both with the keys of files.
struct ConsentRule {
  /// The path of the key; `*` stands for any name.
  var path: [String]
  /// The values that need consent.
  var values: SettingsSchema.Consent

  /// The facts beside the file on which the need for consent depends.
  struct Known {
    /// The names of the user's own filters.
    var filters: Set<String>
    /// The files that may be referenced without consent.
    var files: SettingsFiles
  }

  /// The rules of all entries of the table.
  static let all = rules(of: .configuration, at: [])

  private static func rules(of schema: SettingsSchema, at path: [String]) -> [ConsentRule] {
    if case .names(let named) = schema { return rules(of: named, at: path + ["*"]) }
    guard case .keys(let members) = schema else { return [] }
    return members.flatMap { member in
      let path = path + [member.key]
      // The names themselves need consent, not the table.
      let guarded = member.consent == .ownFilter ? path + ["*"] : path
      return (member.consent.map { [ConsentRule(path: guarded, values: $0)] } ?? [])
        + rules(of: member.schema, at: path)
    }
  }

  /// Adds the members of an object that need consent, including those of nested objects.
  fileprivate static func collect(
    from object: JSONObject, at path: [String], _ known: Known,
    into members: inout [(path: [String], offset: Int)]
  ) {
    for member in object.members {
      let path = path + [member.key]
      let rules = all.filter { $0.leads(through: path) }
      if rules.contains(where: {
        $0.path.count == path.count && $0.values.contain(member.value, named: member.key, known)
      }) {
        members.append((path, member.keyOffset))
      } else if !rules.isEmpty, case .object(let inner) = member.value {
        collect(from: inner, at: path, known, into: &members)
      }
    }
  }

  /// Returns whether a path is this one or a prefix of it.
  private func leads(through other: [String]) -> Bool {
    path.count >= other.count && zip(path, other).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension SettingsSchema.Consent {
  fileprivate func contain(
    _ value: JSONValue, named name: String, _ known: ConsentRule.Known
  ) -> Bool {
    switch (self, value) {
    case (.all, _), (.true, .bool(true)), (.false, .bool(false)): true
    case (.ownFilter, _): known.filters.contains(name)
    case (.having(let key), .object(let object)): object.member(key) != nil
    case (.pathOutside, .string(let path)):
      switch known.files.item(at: path) {
      case .failure(let failure): failure.isOutside
      case .success: false
      }
    case (.true, _), (.false, _), (.having, _), (.pathOutside, _): false
    }
  }
}
