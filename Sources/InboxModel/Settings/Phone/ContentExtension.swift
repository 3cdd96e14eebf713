import Foundation

/// An app's notification content extension (`spec/ios-presentation.md` §8.6): what makes the expanded view of
/// pushes of some categories. The `contentExtension` object of an app.
public struct ContentExtension: Equatable, Sendable {
  /// Who makes the view.
  public enum Source: Equatable, Sendable {
    /// A program and its arguments; it runs in the folder, and a name with a slash is looked for there.
    case program([String], folder: String)
    /// No program: what one would print.
    case stated(String)
  }

  /// Who makes the view.
  public var source: Source
  /// The categories it is for (`UNNotificationExtensionCategory`), at least one.
  public var categories: [String]
  /// Whether its view takes the place of the text (`UNNotificationExtensionDefaultContentHidden`).
  public var hidesDefaultContent: Bool
  /// Seconds it has for one view.
  public var limit: TimeInterval

  /// The most lines of a view.
  public static let mostLines = 500

  /// Makes an extension.
  public init(
    _ source: Source, categories: [String], hidesDefaultContent: Bool = false,
    limit: TimeInterval = 5
  ) {
    self.source = source
    self.categories = categories
    self.hidesDefaultContent = hidesDefaultContent
    self.limit = limit
  }

  /// Without a program: nothing runs where a recording is played.
  var recorded: ContentExtension? {
    if case .program = source { nil } else { self }
  }
}

extension ContentExtension {
  /// Reads the key of an app; `null` takes the extension away.
  static func apply(
    _ key: String, _ reader: inout SettingsReader, onto target: inout ContentExtension?
  ) throws(SettingsError) {
    if reader.value(key)?.isNull == true { return target = nil }
    var result = target
    try reader.object(key) { (reader: inout SettingsReader) throws(SettingsError) in
      result = try ContentExtension(&reader, over: result)
    }
    target = result
  }

  private init?(
    _ reader: inout SettingsReader, over old: ContentExtension?
  ) throws(SettingsError) {
    var draft = old ?? ContentExtension(.stated(""), categories: [])
    let program = try reader.program("run")
    var answer: String?
    try reader.text("answer", into: &answer)
    try reader.read(
      "categories", as: "a category or a list of categories", into: &draft.categories
    ) { value in
      let names = value.array ?? [value]
      let texts = names.compactMap(\.string).filter { !$0.isEmpty }
      return texts.isEmpty || texts.count < names.count ? nil : texts
    }
    try reader.flag("defaultContentHidden", into: &draft.hidesDefaultContent)
    try reader.read("limit", as: "a span such as `5s`", into: &draft.limit) { value in
      value.string.flatMap(TimeSpan.seconds).flatMap { $0 > 0 ? $0 : nil }
    }
    if let program {
      if answer != nil { throw reader.error(.excluded(by: "run"), "answer") }
      draft.source = .program(program.arguments, folder: program.folder)
    } else if let answer {
      draft.source = .stated(answer)
    } else if old == nil {
      if reader.object.isEmpty { return nil }
      try reader.finish()
      throw reader.error(.missing, "run")
    }
    if draft.categories.isEmpty {
      try reader.finish()
      throw reader.error(.missing, "categories")
    }
    self = draft
  }

  /// As a file says it.
  var json: JSONObject {
    var object = JSONObject()
    switch source {
    case .program(let arguments, _): object["run"] = .array(arguments.map(JSONValue.string))
    case .stated(let text): object["answer"] = .string(text)
    }
    object["categories"] = .array(categories.map(JSONValue.string))
    object["defaultContentHidden"] = .bool(hidesDefaultContent)
    object["limit"] = .string(TimeSpan.text(limit))
    return object
  }
}

/// What is known of the expanded view of a push.
public enum ContentView: Equatable, Sendable {
  /// The extension is at it.
  case working
  /// The view: lines of text as they were printed, ``ContentExtension/mostLines`` at most.
  case shown(String)
  /// There is none: half a sentence that goes on after “it”.
  case failed(String)

  /// What came of an answer.
  public init(_ answer: ExtensionAnswer) {
    switch answer {
    case .timedOut: self = .failed("took too long and was ended")
    case .failed(let problem): self = .failed(problem)
    case .printed(let bytes): self = Self.view(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func view(_ text: String) -> ContentView {
    let end = text.lastIndex { !$0.isWhitespace }
    guard let end else { return .failed("printed nothing") }
    let text = text[...end]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    return lines <= ContentExtension.mostLines
      ? .shown(String(text))
      : .failed("printed \(lines) lines, \(ContentExtension.mostLines) are the most")
  }
}
