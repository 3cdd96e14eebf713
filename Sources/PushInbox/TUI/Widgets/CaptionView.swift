import InboxModel

/// The sentence of a story, over the status, with its number; at the end, that it has ended.
struct CaptionView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    guard let story = scene.state.story, !story.caption.isEmpty || story.isOver else { return }
    let mark = story.isOver ? "END" : story.isPaused ? "PAUSED" : "DEMO"
    let text = SanitizedText(
      "\(mark) \(story.sentence)/\(story.count)  "
        + (story.isOver ? "“\(story.name)” is finished." : story.caption))
    NoteView(scene: scene, text: text, style: Palette.accent.with { $0.isBold = true })
      .draw(on: &screen)
  }
}
