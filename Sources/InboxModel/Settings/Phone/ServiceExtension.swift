import Foundation

/// An app's notification service extension (`spec/ios-presentation.md` §8.5): what may change a push before
/// it is shown. The `extension` object of an app (`design/contract.md` §10).
public struct ServiceExtension: Equatable, Sendable {
  /// Who answers.
  public enum Source: Equatable, Sendable {
    /// A program and its arguments; it runs in the folder, and a name with a slash is looked for there.
    case program([String], folder: String)
    /// No program: what one would print, so many seconds after it was asked; `null` never comes.
    case stated(JSONValue, after: TimeInterval)
  }

  /// Who answers.
  public var source: Source
  /// Seconds it has for one push (N4).
  public var limit: TimeInterval

  /// The most bytes of an answer that are read.
  public static let longestAnswer = 64 << 10

  /// Makes an extension.
  public init(_ source: Source, limit: TimeInterval = 30) {
    self.source = source
    self.limit = limit
  }

  /// As a recording says it: the answers stand in steps of their own, no program is asked again.
  var recorded: ServiceExtension {
    guard case .program = source else { return self }
    return ServiceExtension(.stated(.null, after: 0), limit: limit)
  }
}

extension ServiceExtension {
  /// Reads the key of an app; `null` takes the extension away.
  static func apply(
    _ key: String, _ reader: inout SettingsReader, onto target: inout ServiceExtension?
  ) throws(SettingsError) {
    if reader.value(key)?.isNull == true { return target = nil }
    var result = target
    try reader.object(key) { (reader: inout SettingsReader) throws(SettingsError) in
      result = try ServiceExtension(&reader, over: result)
    }
    target = result
  }

  private init?(
    _ reader: inout SettingsReader, over old: ServiceExtension?
  ) throws(SettingsError) {
    var (source, limit) = (old?.source, old?.limit ?? 30)
    var after: TimeInterval = 0
    let program = try reader.program("run")
    let answer = reader.value("answer")
    try reader.read("after", as: "a span such as `5s`", into: &after) {
      $0.string.flatMap(TimeSpan.seconds)
    }
    try reader.read("limit", as: "a span such as `30s`", into: &limit) { value in
      value.string.flatMap(TimeSpan.seconds).flatMap { $0 > 0 ? $0 : nil }
    }
    if let answer {
      if program != nil { throw reader.error(.excluded(by: "run"), "answer") }
      source = .stated(answer, after: after)
    } else if let program {
      source = .program(program.arguments, folder: program.folder)
    }
    if reader.has("after"), answer == nil {
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
    self.init(source, limit: limit)
  }

  /// As a file says it.
  var json: JSONObject {
    var object = JSONObject()
    switch source {
    case .program(let arguments, _): object["run"] = .array(arguments.map(JSONValue.string))
    case .stated(let answer, let after):
      object["answer"] = answer
      object["after"] = .string(TimeSpan.text(after))
    }
    object["limit"] = .string(TimeSpan.text(limit))
    return object
  }
}

extension SettingsReader {
  /// A program and its arguments, where one may be named, with the folder it runs in; nil without the key.
  mutating func program(
    _ key: String
  ) throws(SettingsError) -> (arguments: [String], folder: String)? {
    var arguments: [String] = []
    try texts(key, into: &arguments)
    guard has(key) else { return nil }
    if !source.files.allowsPrograms { throw error(.programsNotAllowed, key) }
    guard arguments.first?.isEmpty == false else {
      throw wrong(key, "a program and its arguments")
    }
    return (arguments, source.files.folder)
  }
}

/// What the shell has to run: an extension is asked about a push.
public struct ExtensionRun: Equatable, Sendable {
  /// The push; the answer names it.
  public var id: NotificationID
  /// Its app.
  public var app: BundleID
  /// The program and its arguments.
  public var arguments: [String]
  /// The folder it runs in.
  public var folder: String
  /// Seconds it has.
  public var limit: TimeInterval
  /// What it gets on standard input: a service extension the payload exactly as it came.
  public var payload: [UInt8]

  /// Describes a run.
  public init(
    id: NotificationID, app: BundleID, arguments: [String], folder: String, limit: TimeInterval,
    payload: [UInt8]
  ) {
    self.id = id
    self.app = app
    self.arguments = arguments
    self.folder = folder
    self.limit = limit
    self.payload = payload
  }
}

/// How it ended.
public enum ExtensionAnswer: Equatable, Sendable {
  /// Well; what it printed, ``ServiceExtension/longestAnswer`` bytes at most.
  case printed([UInt8])
  /// Not well: half a sentence that goes on after “it”, for instance `exited with 1: no key`.
  case failed(String)
  /// It took too long.
  case timedOut
}
