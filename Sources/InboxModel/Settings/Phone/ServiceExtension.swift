import Foundation

/// An app's notification service extension (Apple, `UNNotificationServiceExtension`), which may
/// change a push before it is shown: `apps.BUNDLE.extension`.
public struct ServiceExtension: Equatable, Sendable {
  /// The origin of the answer.
  public enum Source: Equatable, Sendable {
    /// A program and its arguments. It runs in the folder; a name with a slash is relative to it.
    case program([String], folder: String)
    /// A fixed answer without a program, and its delay in seconds; `null` never answers.
    case stated(JSONValue, after: TimeInterval)
  }

  /// The origin of the answer.
  public var source: Source
  /// The time limit for one push, in seconds (N4).
  public var limit: TimeInterval
  /// The limits of a program.
  public var resources: ProgramResources

  /// The maximum number of answer bytes that are read.
  public static let maximumAnswerLength = 64 << 10

  /// Makes an extension.
  public init(
    _ source: Source, limit: TimeInterval = 30, resources: ProgramResources = ProgramResources()
  ) {
    self.source = source
    self.limit = limit
    self.resources = resources
  }

  /// The extension in a recording: the answers are separate steps, and no program runs again.
  var recorded: ServiceExtension {
    guard case .program = source else { return self }
    return ServiceExtension(.stated(.null, after: 0), limit: limit)
  }
}

extension ServiceExtension: DraftedSettings {
  /// The `extension` object of an app as read.
  struct Draft: SettingsDraft {
    var program: Program?
    var answer: JSONValue?
    var after: TimeInterval?
    var limit: TimeInterval?
    var resources = ProgramResources.Draft()

    static let fields: [SettingField<Self>] =
      [
        .form(
          "run", \.program, .program, "The program of the service extension, with its arguments."),
        .value(
          "answer", \.answer, .any, "The keys that the extension changes, in place of a program."
        ).unlisted,
        .value(
          "after", \.after, .given(.span("`5s`")),
          "The delay of `answer`, for simulating a slow extension."),
        .value(
          "limit", \.limit, .given(.someTime("`30s`")),
          "The time limit of the program; beyond it the push is shown unchanged."),
      ] + ProgramResources.Draft.fields.within(\.resources)
  }

  init?(
    _ draft: Draft, _ reader: SettingsReader, over old: ServiceExtension?
  ) throws(SettingsError) {
    var source = old?.source
    if let answer = draft.answer {
      if draft.program != nil { throw reader.error(.excluded(by: "run"), "answer") }
      source = .stated(answer, after: draft.after ?? 0)
    } else if let program = draft.program {
      source = .program(program.arguments, folder: program.folder)
    }
    if let after = draft.after, draft.answer == nil {
      guard case .stated(let old, _) = source else {
        throw reader.error(.excluded(by: "run"), "after")
      }
      source = .stated(old, after: after)
    }
    guard let source else {
      if reader.object.isEmpty { return nil }
      try reader.finish()
      throw reader.error(.missing, "run")
    }
    self.init(
      source, limit: draft.limit ?? old?.limit ?? 30,
      resources: (old?.resources ?? ProgramResources()).changed(by: draft.resources))
  }

  var draft: Draft {
    var draft = Draft(limit: limit, resources: resources.draft)
    switch source {
    case .program(let arguments, let folder):
      draft.program = Program(arguments: arguments, folder: folder)
    case .stated(let answer, let after): (draft.answer, draft.after) = (answer, after)
    }
    return draft
  }
}

/// A program and its arguments, with its working folder.
struct Program: Equatable, Sendable {
  var arguments: [String]
  var folder: String
}

extension SettingForm<Program?> {
  /// A program and its arguments, if programs may be named.
  static var program: Self {
    let arguments = SettingForm<[String]>.list(of: .text)
    return Self(
      schema: arguments.schema,
      read: { reader, key, program throws(SettingsError) in
        var words: [String] = []
        try arguments.read(&reader, key, &words)
        if !reader.source.files.allowsPrograms { throw reader.error(.programsNotAllowed, key) }
        guard words.first?.isEmpty == false else {
          throw reader.wrong(key, "a program and its arguments")
        }
        program = Program(arguments: words, folder: reader.source.files.folder)
      },
      write: { $0.flatMap { arguments.write($0.arguments) } })
  }
}

extension SettingScalar<JSONValue?> {
  /// Any JSON value, including `null`.
  fileprivate static var any: Self {
    Self(expected: "a value", kinds: JSONKind.allCases, convert: { .some($0) }, json: { $0 })
  }
}

/// A run of an extension for a push, which the program carries out.
public struct ExtensionRun: Equatable, Sendable {
  /// The push, which identifies the answer.
  public var id: NotificationID
  /// Its app.
  public var app: BundleID
  /// The program and its arguments.
  public var arguments: [String]
  /// The working folder.
  public var folder: String
  /// The time limit, in seconds.
  public var limit: TimeInterval
  /// The limits of the program.
  public var resources = ProgramResources()
  /// The standard input: for a service extension the payload exactly as received.
  public var payload: [UInt8]
}

/// The result of an extension.
public enum ExtensionAnswer: Equatable, Sendable {
  /// Success; the output, at most ``ServiceExtension/maximumAnswerLength`` bytes.
  case printed([UInt8])
  /// Failure; half a sentence that follows “it”, for instance `exited with 1: no key`.
  case failed(String)
  /// The time limit was exceeded.
  case timedOut
}
