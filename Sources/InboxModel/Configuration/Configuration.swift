import Foundation

/// The settings of configuration files. Files are applied in order, the weakest first: the user's,
/// then `./.pushinbox.json5`.
public struct Configuration: Equatable, Sendable {
  /// The settings of the phone.
  public var phone = PhoneSettings()
  /// The settings of the gateway.
  public var gateway = GatewaySettings()
  /// The settings of other push systems that are only in files.
  public var guests = Guests.FileSettings()
  /// The credentials for clients of the `CONNECT` proxy.
  public var proxy = ProxySettings()
  /// The retention of notifications.
  public var history = History()
  /// The programs that receive events.
  public var hooks: [Hook] = []
  /// The saved filters by name, `filter:NAME`.
  public var filters: [String: String] = [:]
  /// Additional names that the local CA may sign for, `tls.names`.
  public var certificateNames: [String] = []
  /// The errors in the files that were ignored, in the order of application: keys, colors, filters,
  /// and hooks with an invalid filter.
  public private(set) var passedOver: [SettingsError] = []

  /// The `history` object.
  public struct History: Equatable, Sendable {
    /// The maximum number of notifications.
    public var keep = 10_000
    /// Whether every commit is synced, so that no data is lost on a power failure.
    public var isDurable = false
  }

  /// Makes the default settings.
  public init() {}

  /// Remarks about valid but probably unintended contents of the referenced files, one sentence per
  /// app.
  public var remarks: [String] {
    let apps = phone.apps.sorted { $0.key < $1.key }
    let strings: [String] = apps.compactMap { app, settings in
      let remarks = settings.strings.remarks
      return remarks.first.map {
        "apps.\(app.text).strings: \($0)"
          + (remarks.count > 1 ? ", and \(remarks.count - 1) more" : "")
      }
    }
    return strings + remarks(on: phone.categories, at: "categories")
      + apps.flatMap { app, settings in
        remarks(
          on: settings.categories, beside: phone.categories, at: "apps.\(app.text).categories")
      }
  }

  /// Returns remarks about surplus actions, about identifiers that another category of the app uses
  /// too (they should be unique in an app), and about words of `act`.
  private func remarks(
    on categories: [CategoryID: Category], beside common: [CategoryID: Category] = [:],
    at path: String
  ) -> [String] {
    let sorted = categories.values.sorted { $0.identifier < $1.identifier }
    let surplus = sorted.filter { $0.surplusActions > 0 }.map { category in
      let sum = category.actions.count + category.surplusActions
      return "\(path).\(category.identifier): \(sum) actions, of which a phone shows the first "
        + "\(category.actions.count)"
    }
    var owners: [ActionIdentifier: CategoryID] = [:]
    for category in common.values.sorted(by: { $0.identifier < $1.identifier })
    where categories[category.identifier] == nil {
      for action in category.actions where owners[action.identifier] == nil {
        owners[action.identifier] = category.identifier
      }
    }
    var named: [String] = []
    for category in sorted {
      for action in category.actions {
        if let word = ActionWord(rawValue: action.identifier.text) {
          named.append(
            "\(path).\(category.identifier): \(word.rawValue) is a word of `act`, which may go before the"
              + " action of that name")
        }
        guard let owner = owners.updateValue(category.identifier, forKey: action.identifier) else {
          continue
        }
        named.append(
          "\(path).\(category.identifier): \(owner) has an action \(action.identifier.text) too; "
            + "over all categories of an app it should be one")
      }
    }
    return surplus + named
  }

  /// Applies a file: its values replace existing ones; a list replaces the whole list. An invalid
  /// key, color or filter is skipped and added to ``passedOver``.
  ///
  /// - Parameters:
  ///   - bytes: The file, JSON5.
  ///   - fileName: Its name for errors.
  ///   - allowsPrograms: Whether it may name programs to run.
  ///   - withheld: The settings that are skipped, since the file was only discovered in the current
  ///     folder.
  ///   - files: The files that it may reference, relative to its folder.
  /// - Throws: ``SettingsError`` for the first other problem; nothing is changed then.
  public mutating func apply(
    _ bytes: [UInt8], fileName: String, allowsPrograms: Bool,
    without withheld: [WithheldSetting] = [], files: SettingsFiles = .none
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
}

// MARK: - Settings

extension Configuration: SettingsObject {
  static let fields: [SettingField<Self>] =
    PhoneSettings.fields.within(\.phone) + [gatewayField, historyField] + ofPrograms + [
      .section(
        "tls",
        [
          .list(
            "names", \.certificateNames, of: .text,
            "Other host names of this machine, for the local CA and the Host check."
          )
          .sample(#"["push.example.test"]"#).consent(.all)
        ],
        "The certificates that the gateway makes for TLS."),
      .form(
        "faults", \.gateway.faults, .faults,
        "Delays, errors and closed connections to cause on purpose."
      )
      .samples(#"{ percent: 5, seed: 42, answer: "TooManyRequests" },"#).omitting([]),
    ]

  private static let gatewayField: SettingField<Self> = .section(
    "gateway",
    GatewaySettings.fields.within(\.gateway) + Guests.gatewaySettings + [
      .form("proxy", \.proxy, .proxy, "The credentials that clients of the CONNECT proxy need.")
        .consent(.all)
        .sample(#"{ user: "me", password: "secret" }"#)
    ],
    "The gateway that senders connect to.")

  private static let historyField: SettingField<Self> = .section(
    "history",
    [
      .number(
        "keep", \.history.keep, in: 1...10_000_000,
        "The maximum number of notifications in the store; older ones are removed."
      ).consent(.all),
      .flag(
        "durable", \.history.isDurable,
        "Syncs each commit to the disk, so that a power cut loses nothing."
      ).consent(.all),
      .unavailable("maxAge", "Reserved: not available in this version."),
    ],
    "The limits of the store.")

  private static let ofPrograms: [SettingField<Self>] = [
    .form(
      "filters", \.filters, .passedOverTable(of: .savedFilter),
      "Saved filters, used as `filter:NAME` wherever a filter is accepted."
    ).samples(#"work: "app:mail is:unread","#).consent(.ownFilter),
    .group(
      [
        .init(
          "hooks",
          SettingForm<[Hook]>.objects(
            members: Hook.fields.members(), write: \.json, append: { _, _ in }
          ).schema, "Programs that receive events on standard input.")
      ],
      read: readHooks, write: { ["hooks": .array($0.hooks.map { .object($0.json) })] }
    ).samples(
      #"{ on: "action", filter: "app:com.example.chat", run: ["./reply.sh"], limit: "30s" },"#
    ).consent(.all),
  ]

  private static func readHooks(
    _ its: inout Self, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    if let value = reader.value("hooks"), value != [], !reader.source.files.allowsPrograms {
      throw reader.error(.programsNotAllowed, "hooks")
    }
    guard reader.has("hooks") else { return }
    let (file, filters) = (reader.source.file ?? "", its.filters)
    let form = SettingForm<[Hook]>.objects(members: [], write: \.json) {
      reader, hooks throws(SettingsError) in
      var hook = Hook(on: "", run: [], file: file)
      try hook.apply(&reader)
      // Without its filter the hook would receive unintended events.
      try reader.passingOver { reader throws(SettingsError) in
        try reader.checkFilter(hook.filter ?? "", "filter", saved: filters)
        hooks.append(hook)
      }
    }
    try form.read(&reader, "hooks", &its.hooks)
  }

  /// Returns the configuration in the form of a file, with these settings of the phone; null and
  /// empty objects are omitted.
  public func json(phone: PhoneSettings) -> JSONObject {
    var copy = self
    copy.phone = phone
    let (written, all) = (phone.json, copy.json)
    let others = ["gateway", "faults", "history", "hooks", "filters", "tls"].compactMap(all.member)
    return JSONObject(written.members + others).compacted
  }
}

extension SettingsSchema {
  /// The schema of a configuration file.
  public static let configuration = Configuration.fields.schema()
}

extension SettingForm<String?> {
  fileprivate static var savedFilter: Self {
    var form = SettingForm(.optional(.text))
    form.read = { reader, key, filter throws(SettingsError) in
      try reader.text(key, into: &filter)
      // An invalid filter is stored; the error is reported where it is used.
      try reader.checkFilter(filter ?? "", key)
    }
    return form
  }
}

/// A program that receives one event on standard input: an element of `hooks`.
public struct Hook: Equatable, Sendable {
  /// The name of the event, one of ``events``.
  public var on: String
  /// The filter of the pushes; nil for all.
  public var filter: String?
  /// The program and its arguments.
  public var run: [String]
  /// The time limit, in seconds.
  public var timeLimit: TimeInterval = 30
  /// The limits of the program.
  public var resources = ProgramResources(memory: 256)
  /// The configuration file that contains it; the program runs in that file's folder.
  public var file: String = ""

  /// The events that hooks may use: all.
  public static let events = InboxEvent.names
}

extension Hook: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value("on", \.on, .textOrNull, "The event that starts the program."),
    .check { its, reader throws(SettingsError) in
      guard let name = reader.object["on"], !name.isNull else { throw reader.error(.missing, "on") }
      guard events.contains(its.on) else { throw reader.notOne(of: events, name, "on") }
    },
    .value(
      "filter", \.filter, .removable(.text),
      "A filter for the pushes whose events start the program."),
    .list("run", \.run, of: .text, "The program and its arguments."),
    .check { its, reader throws(SettingsError) in
      guard its.run.first?.isEmpty ?? true else { return }
      throw reader.has("run")
        ? reader.wrong("run", "a program and its arguments") : reader.error(.missing, "run")
    },
    .value("limit", \.timeLimit, .someTime("`30s`"), "The time limit of the program.").written {
      .string(JSONNumber($0.timeLimit * 1000).int.map { "\($0)ms" } ?? "\($0.timeLimit)s")
    },
    .value(
      "memory", \.resources.memory, .number(in: ProgramResources.memories),
      "The memory limit of the program in MB; beyond it the program is ended."),
    .value(
      "environment", \.resources.variables, .variables,
      "Environment variables of the program, in addition to the usual ones."),
  ]
}

extension JSONObject {
  /// The object without nulls and empty objects, except those that are named entries: a Focus
  /// without settings is still a Focus.
  fileprivate var compacted: JSONObject {
    JSONObject(
      members.compactMap { member in
        switch member.value {
        case .null: return nil
        case .object(let object):
          let inner = object.compacted
          return inner.isEmpty && object.isEmpty
            ? nil : Member(key: member.key, value: .object(inner))
        default: return member
        }
      })
  }
}

extension SettingsError {
  /// The error of a key that `set` does not know, which names the file if the key is one of the
  /// configuration.
  public var asOfFile: SettingsError {
    let keys = path.split(separator: ".")
    guard problem == .unknownKey, !keys.isEmpty,
      keys.reduce(SettingsSchema.configuration, { $0?[String($1)] }) != nil
    else { return self }
    return SettingsError(.onlyInFile, path: path)
  }
}
