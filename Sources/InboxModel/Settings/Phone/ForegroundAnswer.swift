/// The response of an app in the foreground to a push (Apple,
/// `userNotificationCenter(_:willPresent:)`), or the reason for which there is none:
/// `apps.BUNDLE.present`.
public enum ForegroundAnswer: Hashable, Sendable {
  /// `willPresent` returns these options. Without options the notification is neither shown nor
  /// listed.
  case options(PresentationOptions)
  /// The completion handler is not called in time: not presented.
  case late
  /// The delegate does not implement the method: not presented.
  case noMethod
  /// There is no delegate: the push is handled as if the app were in the background.
  case noDelegate
  /// Before `willPresent` existed, the app received the payload and nothing was presented. This is
  /// not a setting; ``PhoneGeneration/year2012`` replaces every setting by it.
  case payloadOnly

  /// The presentation options, if the app decides about them.
  public var options: PresentationOptions {
    switch self {
    case .options(let options): options
    case .late, .noMethod, .payloadOnly: []
    case .noDelegate: [.badge, .banner, .list, .sound]
    }
  }

  /// The words that may replace a list of options.
  static let words: [(name: String, answer: ForegroundAnswer)] = [
    ("late", .late), ("noMethod", .noMethod), ("noDelegate", .noDelegate),
  ]

  /// The options and their names in settings.
  static let optionNames: [(name: String, option: PresentationOptions)] = [
    ("banner", .banner), ("list", .list), ("sound", .sound), ("badge", .badge),
  ]

  /// The names that are accepted: `alert`, deprecated since iOS 14, is banner and list.
  static let readableNames = optionNames + [("alert", [.banner, .list])]

  /// The response for people: `in the foreground: the app chose banner, sound`.
  var sentence: String {
    switch self {
    case .options(let options): "in the foreground: the app chose \(options.sentence)"
    case .late: "in the foreground: the app did not answer willPresent in time"
    case .noMethod: "in the foreground: the app's delegate has no willPresent"
    case .noDelegate: "in the foreground, but without a delegate that could be asked"
    case .payloadOnly: "in the foreground: the payload goes to the app, nothing is displayed"
    }
  }
}

extension ForegroundAnswer: ExpressibleByArrayLiteral {
  /// Makes a response of options.
  public init(arrayLiteral elements: PresentationOptions...) {
    self = .options(PresentationOptions(elements))
  }
}

extension SettingForm<ForegroundAnswer> {
  /// A list of options, or one of the words.
  static var foregroundAnswer: Self {
    typealias Answer = ForegroundAnswer
    let options = SettingForm<PresentationOptions>.options(
      Answer.optionNames, readable: Answer.readableNames)
    var schema = options.schema
    if case .value(var form) = schema {
      form.otherWords = Answer.words.map(\.name)
      schema = .value(form)
    }
    return Self(
      schema: schema, otherKinds: [.string],
      read: { reader, key, its throws(SettingsError) in
        guard case .string(let word)? = reader.value(key) else {
          var chosen = its.options
          try options.read(&reader, key, &chosen)
          return its = .options(chosen)
        }
        guard let answer = Answer.words.first(where: { $0.name == word })?.answer else {
          var error = reader.wrong(key, SettingsReader.listForm)
          error.suggestion = NearestName.of(word, among: Answer.words.map(\.name))
          throw error
        }
        its = answer
      },
      write: { its in
        Answer.words.first { $0.answer == its }.map { .string($0.name) }
          ?? options.write(its.options)
      })
  }
}
