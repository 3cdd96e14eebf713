import InboxModel

/// The meanings of the styles. A word or a mark states the same: no meaning depends on color alone.
enum Palette {
  static let good = Style(role: .good)
  static let warning = Style(role: .warning)
  static let bad = Style(role: .bad)
  static let accent = Style(role: .accent)
  /// A failure that needs attention.
  static let failure = bad.with { $0.isBold = true }
  static let unread = Style(role: .unread)
  static let quiet = Style(role: .quiet)
  static let critical = Style(role: .critical)
  static let timeSensitive = Style(role: .timeSensitive)

  static func outcome(_ outcome: Outcome) -> Style {
    switch outcome {
    case .shown: good
    case .quiet, .held: quiet
    case .silent, .none: .dim
    }
  }

  static func result(_ result: TraceStep.Result) -> Style {
    switch result {
    case .ok: good
    case .stop: bad.with { $0.isBold = true }
    case .skip: .dim
    case .note: accent
    }
  }
}

extension Role {
  /// The description of the role, for the user who changes its look.
  var meaning: String {
    switch self {
    case .plain: "text"
    case .accent: "keys, names of fields, other marks"
    case .good: "shown pushes, steps that let a push pass"
    case .warning: "reasons for quiet or late pushes"
    case .bad: "rejections and failures"
    case .unread: "the mark of unread pushes"
    case .quiet: "quiet and held pushes"
    case .critical: "the mark of critical pushes"
    case .timeSensitive: "the mark of time-sensitive pushes"
    case .faint: "lines, times and remarks"
    }
  }
}

extension Theme {
  /// Returns the default theme with changes from role to look. `problems` has the invalid ones, in
  /// the order of the roles' names; these roles keep their look.
  static func changed(by changes: [String: String]) -> (theme: Theme, problems: [SettingsError]) {
    var theme = Theme.standard
    var problems: [SettingsError] = []
    let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
    for (name, text) in changes.sorted(by: { $0.key < $1.key }) {
      let path = SettingPath(["colors", name]).text
      guard let role = Role(rawValue: name) else {
        let near = NearestName.of(name, among: Role.allCases.map(\.rawValue))
        let kind = near == nil ? "one of the roles \(roles)" : "a role"
        problems.append(SettingsError(.unknownName(of: kind), path: path, suggestion: near))
        continue
      }
      if let look = Look(text) {
        theme[role] = look
      } else {
        problems.append(
          SettingsError(
            .wrongValue(
              expected: PhoneSettings.formOfColors, found: "`\(text.prefix(40))`"),
            path: path, suggestion: nearest(to: text)))
      }
    }
    return (theme, problems)
  }

  /// Returns the look with its misspelt words corrected; nil if there is no similar one.
  private static func nearest(to text: String) -> String? {
    let words = text.split(separator: " ").prefix(8).map(String.init).map { word in
      Look.words.contains(word) ? word : NearestName.of(word, among: Look.words) ?? word
    }
    let mended = words.joined(separator: " ")
    return Look(mended) == nil ? nil : mended
  }
}
