/// A setting that a configuration file found in the current folder may not make without the user's consent
/// (`SECURITY.md`, "Configuration found in a folder"), and that was left out.
public struct WithheldSetting: Equatable, Sendable {
  /// The path of its key, `history.keep`, without control characters.
  public var path: String
  /// The place of its key in the file.
  public var position: JSONPosition

  /// The settings of a file that need consent, in their order.
  ///
  /// - Parameters:
  ///   - bytes: The file, JSON5. One that cannot be read has none.
  ///   - own: The user's own file, JSON5. Its filters are not replaced without consent.
  ///   - files: The files it may name without consent. A file outside of them needs consent.
  public static func all(
    in bytes: [UInt8], over own: [UInt8] = [], files: SettingsFiles
  ) -> [WithheldSetting] {
    guard let root = try? JSONReader.read(bytes, dialect: .json5).root.object else { return [] }
    let own = try? JSONReader.read(own, dialect: .json5).root.object
    let known = ConsentRule.Known(
      filters: Set(own?["filters"]?.object?.members.map(\.key) ?? []), files: files)
    var members: [(path: [String], offset: Int)] = []
    ConsentRule.collect(from: root, at: [], known, into: &members)
    // Places are counted on from one to the next: there may be very many.
    var position = JSONPosition()
    return members.map { path, offset in
      bytes.withUnsafeBufferPointer { position.advance(to: offset, in: $0) }
      return WithheldSetting(
        path: PlainText.clean(path.joined(separator: ".")), position: position)
    }
  }
}

/// A rule that a setting needs consent, since it could delete what was received, open a port, change who is let
/// in, run a program or change when the user's own runs, or read a file elsewhere.
///
/// Every setting of a file is either named here or known to do none of these; a test compares both lists with
/// the keys that files may have.
struct ConsentRule {
  /// The path of the key; `*` stands for any name.
  var path: [String]
  /// The values that need consent.
  var values: Values

  enum Values {
    case all
    case `true`
    case `false`
    /// An object with this key.
    case having(String)
    /// A text that names a file or folder elsewhere.
    case pathOutside
    /// A filter under the name of one of the user's own.
    case ownFilter
  }

  /// The facts on which the need for consent depends, besides the file itself.
  struct Known {
    /// The names of the user's own filters.
    var filters: Set<String>
    /// The files that may be named without consent.
    var files: SettingsFiles
  }

  static let all = [
    // Older entries go.
    ConsentRule("history.keep"), ConsentRule("history.durable"),
    // Keys that dismiss what they did not dismiss before.
    ConsentRule("keys"),
    // Entries leave the list by themselves.
    ConsentRule("device.badgeZeroClears", .true), ConsentRule("device.removeActedOn", .true),
    // The user's hooks and `rm` use them.
    ConsentRule("filters.*", .ownFilter),
    // An app that goes takes its entries along.
    ConsentRule("apps.*.installed", .false),
    ConsentRule("gateway.legacy"), ConsentRule("gateway.feedback"),
    ConsentRule("gateway.proxy"), ConsentRule("gateway.keys"),
    ConsentRule("gateway.certificates"), ConsentRule("gateway.strict", .false),
    ConsentRule("tls.names"),
    ConsentRule("hooks"), ConsentRule("apps.*.extension", .having("run")),
    ConsentRule("apps.*.contentExtension", .having("run")),
    ConsentRule("apps.*.strings", .pathOutside), ConsentRule("apps.*.categories", .pathOutside),
    ConsentRule("categories", .pathOutside),
  ]

  private init(_ path: String, _ values: Values = .all) {
    self.path = path.split(separator: ".").map(String.init)
    self.values = values
  }

  /// Adds the members of an object that need consent, and those of the objects in it.
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

  /// Whether a path is this one or the beginning of it.
  private func leads(through other: [String]) -> Bool {
    path.count >= other.count && zip(path, other).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension ConsentRule.Values {
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

extension JSONObject {
  /// Without the members whose keys stand at these offsets, in it and in the objects in it.
  func leavingOut(keysAt offsets: Set<Int>) -> JSONObject {
    guard !offsets.isEmpty else { return self }
    return JSONObject(
      members.compactMap { member in
        if offsets.contains(member.keyOffset) { return nil }
        guard case .object(let inner) = member.value else { return member }
        return Member(
          key: member.key, value: .object(inner.leavingOut(keysAt: offsets)),
          keyOffset: member.keyOffset, valueOffset: member.valueOffset, valueEnd: member.valueEnd)
      })
  }
}
