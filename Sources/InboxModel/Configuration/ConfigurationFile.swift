/// A configuration file as read, for finding the origin of values.
public struct ConfigurationFile: Equatable, Sendable {
  /// The name for errors; a flag for a value of the command line.
  public var name: String
  /// The text, JSON5.
  public var bytes: [UInt8]
  /// The settings that were skipped, since they need the user's consent.
  public var withheld: [WithheldSetting]

  /// Makes a file.
  public init(name: String, bytes: [UInt8], withheld: [WithheldSetting] = []) {
    self.name = name
    self.bytes = bytes
    self.withheld = withheld
  }
}

/// The origin of an effective value (`config show --origin`).
public enum SettingOrigin: Equatable, Sendable {
  /// The default.
  case standard
  /// A file, and the line of the value.
  case file(String, line: Int)
  /// A flag of the command line.
  case flag(String)
  /// The user's change, by `set` or on the screen.
  case user

  /// The origin for people: `default`, `config.json5:3`, `--strict`, `set`.
  public var text: String {
    switch self {
    case .standard: "default"
    case .file(let name, let line): "\(name):\(line)"
    case .flag(let name): name
    case .user: "set"
    }
  }
}

/// The origins of values: the user overrides the files, and later files override earlier ones.
public struct SettingOrigins: Sendable {
  private let files: [(file: ConfigurationFile, root: JSONObject)]
  private let changes: [SettingPath]

  /// Makes the origins of files, the weakest first, and the user's changes.
  public init(files: [ConfigurationFile], changes: SettingChanges) {
    self.files = files.compactMap { file in
      guard let root = try? JSONReader.read(file.bytes, dialect: .json5).root.object else {
        return nil
      }
      return (file, root.leavingOut(keysAt: Set(file.withheld.map(\.position.offset))))
    }
    self.changes = changes.inOrder.compactMap { change in
      switch change {
      case .setting(let path, _): path
      case .language: .device("languages")
      case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: nil
      }
    }
  }

  /// Returns the origin of the value at a path of the configuration.
  public func origin(of components: [String]) -> SettingOrigin {
    let spellings = Self.spellings(of: components)
    if spellings.contains(where: { path in
      changes.contains { path.starts(with: $0.components) }
    }) {
      return .user
    }
    guard let (file, position) = place(of: spellings) else { return .standard }
    return file.hasPrefix("--") ? .flag(file) : .file(file, line: position.line)
  }

  /// Returns an error about a path with its position in the file that sets it.
  public func placed(_ error: SettingsError) -> SettingsError {
    guard let path = SettingPath(error.path)?.components, origin(of: path) != .user,
      let (file, position) = place(of: [path])
    else { return error }
    var error = error
    (error.file, error.position) = (file, position)
    return error
  }

  /// Returns the file that a string refers to where an object may be: `categories: "mail.json5"`;
  /// nil for none.
  public func reference(at components: [String]) -> String? {
    files.reversed().lazy.compactMap { SettingPath(components).value(in: $0.root) }.first?.string
  }

  /// Returns the position of one of these keys in the last file that has one; nil for none.
  private func place(of spellings: [[String]]) -> (file: String, JSONPosition)? {
    for (file, root) in files.reversed() {
      for spelling in spellings {
        guard let offset = Self.place(of: spelling[...], in: root) else { continue }
        return (file.name, JSONPosition(offset: offset, in: file.bytes))
      }
    }
    return nil
  }

  /// Returns the keys by which a file may set the same value.
  private static func spellings(of components: [String]) -> [[String]] {
    let before = components.dropLast()
    switch (components.first, components.last) {
    case ("device", "languages"): return [components, before + ["language"]]
    case ("focus", "from"), ("focus", "to"), ("focus", "days"), ("focus", "timeZone"):
      return [components, before + ["schedules"]]
    case ("focus", _) where components.count > 2 && components[2] == "schedules":
      return [components, Array(components.prefix(2)) + ["from"]]
    default: return [components]
    }
  }

  private static func place(of path: ArraySlice<String>, in object: JSONObject) -> Int? {
    guard let key = path.first, let member = object.member(key) else { return nil }
    // A list or a string stands for all its contents.
    guard path.count > 1, let inner = member.value.object else { return member.keyOffset }
    return place(of: path.dropFirst(), in: inner)
  }
}
