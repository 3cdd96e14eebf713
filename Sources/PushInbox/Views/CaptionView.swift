import InboxModel

/// What a story says, over the status: how far it is, and the sentence.
struct CaptionView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    guard let story = scene.state.story, !story.caption.isEmpty else { return }
    let mark = story.isPaused ? "PAUSED" : "DEMO"
    let text = CleanText("\(mark) \(story.played)/\(story.count)  \(story.caption)")
    NoteView(scene: scene, text: text, style: Palette.accent.with { $0.isBold = true })
      .draw(on: &screen)
  }
}
