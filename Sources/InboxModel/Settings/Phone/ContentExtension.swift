import Foundation

/// An app's notification content extension (Apple, `UNNotificationContentExtension`), which draws
/// the expanded view of pushes of certain categories: `apps.BUNDLE.contentExtension`.
public struct ContentExtension: Equatable, Sendable {
  /// The origin of the view.
  public enum Source: Equatable, Sendable {
    /// A program and its arguments. It runs in the folder; a name with a slash is relative to it.
    case program([String], folder: String)
    /// A fixed view, without a program.
    case stated(String)
  }

  /// The origin of the view.
  public var source: Source
  /// The categories of the extension (`UNNotificationExtensionCategory`), at least one.
  public var categories: [CategoryID]
  /// Whether its view replaces the text (`UNNotificationExtensionDefaultContentHidden`).
  public var hidesDefaultContent: Bool
  /// The time limit for one view, in seconds.
  public var limit: TimeInterval
  /// The limits of a program.
  public var resources = ProgramResources()

  /// The maximum number of lines of a view.
  public static let maximumLines = 500

  /// Makes an extension.
  public init(
    _ source: Source, categories: [CategoryID], hidesDefaultContent: Bool = false,
    limit: TimeInterval = 5
  ) {
    self.source = source
    self.categories = categories
    self.hidesDefaultContent = hidesDefaultContent
    self.limit = limit
  }

  /// The extension without its program, since a replayed recording runs none. Nil if it has no
  /// fixed view.
  var recorded: ContentExtension? {
    if case .program = source { nil } else { self }
  }
}

extension ContentExtension: DraftedSettings {
  /// The `contentExtension` object of an app as read.
  struct Draft: SettingsDraft {
    var program: Program?
    var answer: String?
    var categories: [CategoryID]?
    var hidesDefaultContent: Bool?
    var limit: TimeInterval?
    var resources = ProgramResources.Draft()

    static let fields: [SettingField<Self>] =
      [
        .form(
          "run", \.program, .program, "The program of the content extension, with its arguments."),
        .value(
          "answer", \.answer, .removable(.text), "The text of the view, in place of a program."),
        .value(
          "categories", \.categories, .given(.categories),
          "The categories whose pushes the program draws."),
        .value(
          "defaultContentHidden", \.hidesDefaultContent, .given(.flag),
          "Whether the view replaces the text of the push."),
        .value(
          "limit", \.limit, .given(.someTime("`5s`")),
          "The time limit of the program for drawing the view."),
      ] + ProgramResources.Draft.fields.within(\.resources)
  }

  init?(
    _ draft: Draft, _ reader: SettingsReader, over old: ContentExtension?
  ) throws(SettingsError) {
    var result = old ?? ContentExtension(.stated(""), categories: [])
    result.categories = draft.categories ?? result.categories
    result.hidesDefaultContent = draft.hidesDefaultContent ?? result.hidesDefaultContent
    result.limit = draft.limit ?? result.limit
    result.resources = result.resources.changed(by: draft.resources)
    if let program = draft.program {
      if draft.answer != nil { throw reader.error(.excluded(by: "run"), "answer") }
      result.source = .program(program.arguments, folder: program.folder)
    } else if let answer = draft.answer {
      result.source = .stated(answer)
    } else if old == nil {
      if reader.object.isEmpty { return nil }
      try reader.finish()
      throw reader.error(.missing, "run")
    }
    if result.categories.isEmpty {
      try reader.finish()
      throw reader.error(.missing, "categories")
    }
    self = result
  }

  var draft: Draft {
    var draft = Draft(
      categories: categories, hidesDefaultContent: hidesDefaultContent, limit: limit,
      resources: resources.draft)
    switch source {
    case .program(let arguments, let folder):
      draft.program = Program(arguments: arguments, folder: folder)
    case .stated(let text): draft.answer = text
    }
    return draft
  }
}

extension SettingScalar<[CategoryID]> {
  /// A category or a list of categories.
  fileprivate static var categories: Self {
    Self(
      expected: "a category or a list of categories", kinds: [.string, .array],
      convert: { value in
        let names = value.array ?? [value]
        let texts = names.compactMap(\.string).filter { !$0.isEmpty }
        return texts.isEmpty || texts.count < names.count ? nil : texts.map { CategoryID($0) }
      },
      json: { .array($0.map { .string($0.text) }) })
  }
}

/// The state of a push's expanded view.
public enum ContentView: Equatable, Sendable {
  /// The extension is running.
  case working
  /// The view: lines of text as printed, at most ``ContentExtension/maximumLines``.
  case shown(String)
  /// The failure, as half a sentence that follows “it”.
  case failed(String)

  /// Makes the view of an answer.
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
    return lines <= ContentExtension.maximumLines
      ? .shown(String(text))
      : .failed("printed \(lines) lines; the limit is \(ContentExtension.maximumLines)")
  }
}
