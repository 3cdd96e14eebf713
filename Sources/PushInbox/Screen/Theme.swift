/// The looks of all roles.
struct Theme: Equatable, Sendable {
  /// The looks of roles; one that is not there is plain.
  private var looks: [Role: Look]

  /// As it is by default: few colors of the terminal's own palette, which light and dark ones both have.
  static let standard = Theme(looks: [
    .accent: Look(.cyan), .good: Look(.green), .warning: Look(.yellow), .bad: Look(.red),
    .unread: Look(.cyan), .quiet: Look(.yellow), .critical: Look(.red, isBold: true),
    .timeSensitive: Look(.yellow), .faint: Look(isDim: true),
  ])

  subscript(role: Role) -> Look {
    get { looks[role] ?? Look() }
    set { looks[role] = newValue }
  }

  /// The look of a style: that of its role, with what the style adds.
  func look(of style: Style) -> Look {
    var look = self[style.role]
    look.isBold = look.isBold || style.isBold
    look.isUnderlined = look.isUnderlined || style.isUnderlined
    look.isItalic = look.isItalic || style.isItalic
    // In a selected row what is reversed anyway stands out by not being so.
    look.isReversed = look.isReversed != style.isReversed
    return look
  }
}
