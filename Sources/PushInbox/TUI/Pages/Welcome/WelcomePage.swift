/// The welcome page, opened over an empty or a filled list.
struct WelcomePage: Page {
  static let title = "Welcome page"
  static let hasHelp = false
  static let keys = KeyTable(
    commands: [.testPush, .compose, .result, .doNotDisturb], sections: [.views, .terminal],
    hints: [.cancel: "close"])

  mutating func perform(_ command: Command, in context: inout PageContext) {
    if command == .welcome {
      context.close()
    } else {
      context.perform(command)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.own([.testPush, .commandLine, .doNotDisturb]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    HeaderView(scene: scene).draw(on: &screen)
    EmptyView(scene: scene).draw(on: &screen)
  }
}
