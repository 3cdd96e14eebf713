/// The looks of all roles.
struct Theme: Equatable, Sendable {
  /// The looks by role; a missing role is plain.
  private var looks: [Role: Look]

  /// The default theme: few colors of the terminal's palette, which light and dark themes both
  /// define.
  static let standard = Theme(looks: [
    .accent: Look(.cyan), .good: Look(.green), .warning: Look(.yellow), .bad: Look(.red),
    .unread: Look(.cyan), .quiet: Look(.yellow), .critical: Look(.red, isBold: true),
    .timeSensitive: Look(.yellow), .faint: Look(isDim: true),
  ])

  subscript(role: Role) -> Look {
    get { looks[role] ?? Look() }
    set { looks[role] = newValue }
  }

  /// Returns the look of a style: that of its role, with the style's attributes.
  func look(of style: Style) -> Look {
    var look = self[style.role]
    look.isBold = look.isBold || style.isBold
    look.isUnderlined = look.isUnderlined || style.isUnderlined
    look.isItalic = look.isItalic || style.isItalic
    // Text that is reversed already stands out in a selected row by not being reversed.
    look.isReversed = look.isReversed != style.isReversed
    return look
  }
}
