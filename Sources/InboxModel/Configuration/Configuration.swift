import Foundation

/// What configuration files say (`design/contract.md` §10). Files are applied one over the other, the
/// weakest first: the user's, then `./.pushinbox.json5`.
public struct Configuration: Equatable, Sendable {
  /// The phone.
  public var phone = PhoneSettings()
  /// The gateway.
  public var gateway = GatewaySettings()
  /// The ports of the binary interface.
  public var legacy = LegacySettings()
  /// What clients of the `CONNECT` proxy have to prove.
  public var proxy = ProxySettings()
  /// What is kept.
  public var history = History()
  /// Programs that get events.
  public var hooks: [Hook] = []
  /// Filters to be used by their names, `filter:NAME`.
  public var filters: [String: String] = [:]
  /// Further names the local CA may sign for, `tls.names`.
  public var certificateNames: [String] = []
  /// What is wrong in the files and was passed over, in the order in which they were applied: keys, colours,
  /// filters, and hooks whose filter cannot be read.
  public private(set) var passedOver: [SettingsError] = []

  /// The `history` object.
  public struct History: Equatable, Sendable {
    /// How many of the newest notifications are kept.
    public var keep = 10_000
    /// Whether every commit is synced, so that a power cut takes nothing.
    public var isDurable = false

    /// The defaults.
    public init() {}
  }

  /// The defaults.
  public init() {}

  /// What is legal in the files it names but surely not meant, a sentence for each app.
  public var remarks: [String] {
    let apps = phone.apps.sorted { $0.key < $1.key }
    let strings: [String] = apps.compactMap { app, settings in
      let remarks = settings.strings.remarks
      return remarks.first.map {
        "apps.\(app.rawValue).strings: \($0)"
          + (remarks.count > 1 ? ", and \(remarks.count - 1) more" : "")
      }
    }
    return strings + remarks(on: phone.categories, at: "categories")
      + apps.flatMap { app, settings in
        remarks(
          on: settings.categories, beside: phone.categories,
          at: "apps.\(app.rawValue).categories")
      }
  }

  /// Actions for which there is no room, those whose identifier another category has too (over all
  /// categories of an app it should be one action's, `spec/ios-presentation.md` §8.3), and words of `act`.
  private func remarks(
    on categories: [String: Category], beside common: [String: Category] = [:], at path: String
  ) -> [String] {
    let sorted = categories.values.sorted { $0.identifier < $1.identifier }
    let surplus = sorted.filter { $0.surplusActions > 0 }.map { category in
      let sum = category.actions.count + category.surplusActions
      return "\(path).\(category.identifier): \(sum) actions, of which a phone shows the first "
        + "\(category.actions.count)"
    }
    var owners: [ActionIdentifier: String] = [:]
    for category in common.values.sorted(by: { $0.identifier < $1.identifier })
    where categories[category.identifier] == nil {
      for action in category.actions where owners[action.identifier] == nil {
        owners[action.identifier] = category.identifier
      }
    }
    var named: [String] = []
    for category in sorted {
      for action in category.actions {
        if let word = ActionWord(rawValue: action.identifier.rawValue) {
          named.append(
            "\(path).\(category.identifier): \(word.rawValue) is a word of `act`, which may go before the"
              + " action of that name")
        }
        guard let owner = owners.updateValue(category.identifier, forKey: action.identifier) else {
          continue
        }
        named.append(
          "\(path).\(category.identifier): \(owner) has an action \(action.identifier.rawValue) too; "
            + "over all categories of an app it should be one")
      }
    }
    return surplus + named
  }

  /// Applies a file: what it names replaces what was there; a list replaces the whole list. A key, a
  /// colour or a filter that cannot be read is passed over, and told in ``passedOver``.
  ///
  /// - Parameters:
  ///   - bytes: the file, JSON5.
  ///   - fileName: its name for errors.
  ///   - allowsPrograms: whether it may name programs to run.
  ///   - withheld: the settings that are left out, since the file was merely found in the current folder.
  ///   - files: the files it may name, relative to its folder.
  /// - Throws: ``SettingsError`` for the first other thing wrong; nothing is changed then.
  public mutating func apply(
    _ bytes: [UInt8], fileName: String, allowsPrograms: Bool,
    without withheld: [WithheldSetting] = [],
    files: SettingsFiles = .none
  ) throws(SettingsError) {
    let source = SettingsSource(
      bytes: bytes, file: fileName, allowsPrograms: allowsPrograms, without: withheld, files: files)
    let notes = SettingsReader.NotedProblems(isComplete: false)
    try apply(try source.root(.json5), source, noting: notes)
    passedOver += notes.errors
  }

  /// Applies the root of a file.
  mutating func apply(
    _ root: JSONObject, _ source: SettingsSource, noting notes: SettingsReader.NotedProblems
  ) throws(SettingsError) {
    var reader = SettingsReader(root, source: source, noting: notes)
    var result = self
    try result.apply(&reader)
    try reader.finish()
    self = result
  }

  /// Applies the keys of a file; some of them when it throws.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try phone.apply(&reader)
    try reader.object("gateway") { (reader: inout SettingsReader) throws(SettingsError) in
      try gateway.apply(&reader)
      try legacy.apply(&reader)
      try proxy.apply(&reader)
    }
    try reader.object("history") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.number("keep", in: 1...10_000_000, into: &history.keep)
      try reader.flag("durable", into: &history.isDurable)
      try reader.refuse(unavailable: "maxAge")
    }
    try reader.table("filters") {
      (name: String, reader: inout SettingsReader) throws(SettingsError) in
      try reader.text(name, into: &filters[name])
      // One that cannot be read is kept: whoever uses it is told why it finds nothing.
      try reader.checkFilter(filters[name, default: ""], name)
    }
    try applyHooks(&reader, file: reader.source.file ?? "")
    try reader.object("tls") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.texts("names", into: &certificateNames)
    }
    try reader.faults(into: &gateway.faults)
  }

  private mutating func applyHooks(
    _ reader: inout SettingsReader, file: String
  ) throws(SettingsError) {
    if let value = reader.value("hooks"), value != [], !reader.source.files.allowsPrograms {
      throw reader.error(.programsNotAllowed, "hooks")
    }
    var hooks: [Hook] = []
    try reader.objects("hooks") { (reader: inout SettingsReader) throws(SettingsError) in
      let hook = try Hook(&reader, file: file)
      // Without its filter it would get what is not for it.
      try reader.passingOver { (reader: inout SettingsReader) throws(SettingsError) in
        try reader.checkFilter(hook.filter ?? "", "filter", saved: filters)
        hooks.append(hook)
      }
    }
    if reader.has("hooks") { self.hooks = hooks }
  }
}

/// A program that gets one event on standard input (`design/contract.md` §8).
public struct Hook: Equatable, Sendable {
  /// The name of the event, one of ``events``.
  public var on: String
  /// Which pushes it wants, a filter of `design/contract.md` §2; nil is all.
  public var filter: String?
  /// The program and its arguments.
  public var run: [String]
  /// Seconds after which it is stopped.
  public var timeLimit: TimeInterval
  /// The configuration file that names it; it runs in that file's folder.
  public var file: String

  /// The events a hook may wait for.
  public static let events =
    [
      "shown", "quiet", "silent", "held", "rejected", "action", "dismissed", "read", "removed",
      "app", "setting", "queue",
    ] + Guests.eventNames

  /// Makes a hook.
  public init(
    on: String, filter: String? = nil, run: [String], timeLimit: TimeInterval = 30,
    file: String = ""
  ) {
    self.on = on
    self.filter = filter
    self.run = run
    self.timeLimit = timeLimit
    self.file = file
  }

  fileprivate init(_ reader: inout SettingsReader, file: String) throws(SettingsError) {
    var on: String?
    try reader.text("on", into: &on)
    guard let on else { throw reader.error(.missing, "on") }
    guard Hook.events.contains(on) else {
      throw reader.notOne(of: Hook.events, .string(on), "on")
    }
    self.init(on: on, run: [], file: file)
    try reader.text("filter", into: &filter)
    try reader.texts("run", into: &run)
    guard let program = run.first, !program.isEmpty else {
      throw reader.has("run")
        ? reader.wrong("run", "a program and its arguments") : reader.error(.missing, "run")
    }
    try reader.read("limit", as: "a span such as `30s`", into: &timeLimit) { value in
      value.string.flatMap(TimeSpan.seconds).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
