/// What text is, as far as its looks go: what is drawn says one of these, the person says how it looks.
enum Role: String, CaseIterable, Sendable {
  /// Text and nothing else.
  case plain
  /// Keys, names of fields, whatever guides the eye.
  case accent
  /// What went well, what was shown.
  case good
  /// What keeps pushes quiet or late.
  case warning
  /// What was rejected or failed.
  case bad
  /// The mark of what is unread.
  case unread
  /// What came quietly.
  case quiet
  /// A critical push, and one that is time-sensitive.
  case critical, timeSensitive
  /// Lines, times and remarks that stand back.
  case faint
}
