/// The role of a text. Views give text a role; the theme gives the role a look.
enum Role: String, CaseIterable, Sendable {
  /// Plain text.
  case plain
  /// Keys and names of fields.
  case accent
  /// Success, and notifications that were shown.
  case good
  /// Conditions that silence or delay pushes.
  case warning
  /// Rejections and failures.
  case bad
  /// The mark of unread notifications.
  case unread
  /// Notifications that were silenced.
  case quiet
  /// A critical push, and a time-sensitive one.
  case critical, timeSensitive
  /// Lines, times and secondary remarks.
  case faint
}
