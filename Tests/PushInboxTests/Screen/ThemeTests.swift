import InboxModel
import Testing

@testable import PushInbox

@Suite struct ThemeTests {
  @Test(arguments: [
    ("red", "red"), ("bright black", "bright black"), ("default", "default"), ("0", "black"),
    ("15", "bright white"), ("208", "208"), ("#5f87af", "#5f87af"), ("#5F87AF", "#5f87af"),
    ("bold", "bold"), ("bold bright red", "bold bright red"), ("red bold", "bold red"),
    ("reversed underlined italic dim bold 16", "bold dim italic underlined reversed 16"),
  ])
  func `a look is parsed and written as the same text`(text: String, written: String) throws {
    let look = try #require(Look(text))
    #expect("\(look)" == written)
    #expect(Look(written) == look)
  }

  @Test(arguments: [
    "", " ", "rad", "bright", "bright default", "light red", "256", "-1", "+1", "1.5", "#fff",
    "#5f87ag", "#+f87af", "red green", "red bright", "bold bold rad", "\u{661}",
  ])
  func `an invalid look is rejected`(text: String) {
    #expect(Look(text) == nil)
  }

  @Test(
    arguments: [
      // The color, and its number of 256, 16 and 8.
      ("default", nil, nil, nil), ("red", 1, 1, 1), ("bright red", 9, 9, 1),
      ("bright black", 8, 8, nil), ("208", 208, 3, 3), ("#000000", 16, 0, 0),
      ("#ffffff", 231, 15, 7),
      ("#5f87af", 67, 8, 6), ("#ff0000", 196, 9, 1), ("232", 232, 0, 0), ("#080808", 232, 0, 0),
    ] as [(String, Int?, Int?, Int?)])
  func `a color that the terminal lacks becomes the nearest one`(
    text: String, of256: Int?, of16: Int?, of8: Int?
  ) throws {
    let color = try #require(Color(text))
    #expect(color.number(among: 256) == of256)
    #expect(color.number(among: 16) == of16)
    #expect(color.number(among: 8) == of8)
  }

  @Test func `a style adds to the look of its role`() {
    var theme = Theme.standard
    #expect(theme.look(of: .plain) == Look())
    #expect("\(theme.look(of: Style(role: .bad, isBold: true)))" == "bold red")
    theme[.faint] = Look("reversed bright black") ?? Look()
    #expect("\(theme.look(of: .dim))" == "reversed bright black")
    // In a selected row, which is reversed, it is not reversed.
    #expect("\(theme.look(of: .dim.with { $0.isReversed = true }))" == "bright black")
  }

  @Test func `an invalid look is reported, and the role keeps its look`() {
    let (theme, problems) = Theme.changed(by: [
      "critcal": "red", "xyzzy": "red", "faint": "briht blak", "good": "208", "bad": "colourful",
      "quiet": "bold rd",
    ])
    #expect(theme[.good] == Look(.palette(208)))
    #expect(theme[.faint] == Theme.standard[.faint])
    #expect(
      problems.map(\.message) == [
        "`colors.bad` must be \(form), not `colourful`",
        "`colors.critcal` is not a role; did you mean `critical`?",
        "`colors.faint` must be \(form), not `briht blak`; did you mean `bright black`?",
        "`colors.quiet` must be \(form), not `bold rd`; did you mean `bold red`?",
        "`colors.xyzzy` is not one of the roles "
          + "plain, accent, good, warning, bad, unread, quiet, critical, timeSensitive, faint",
      ])
  }

  private let form = "a color such as `bold red`, `208` or `#5f87af`"
}
