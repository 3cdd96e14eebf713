import InboxModel

/// What the styles mean. A word or a mark always says the same: meaning never hangs on color alone.
enum Palette {
  static let good = Style.color(.green)
  static let warning = Style.color(.yellow)
  static let bad = Style.color(.red)
  static let accent = Style.color(.cyan)

  static func outcome(_ outcome: Outcome) -> Style {
    switch outcome {
    case .shown: good
    case .quiet, .held: warning
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
