/// The role of a text. Views give text a role; the theme gives the role a look.
enum Role: String, CaseIterable, Sendable {
  /// Text and nothing else.
  case plain
  /// Keys, names of fields, whatever guides the eye.
  case accent
  /// Success, and notifications that were shown.
  case good
  /// Conditions that silence or delay pushes.
  case warning
  /// Rejections and failures.
  case bad
  /// The mark of what is unread.
  case unread
  /// Notifications that were silenced.
  case quiet
  /// A critical push, and one that is time-sensitive.
  case critical, timeSensitive
  /// Lines, times and remarks that stand back.
  case faint
}
