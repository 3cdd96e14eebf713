import InboxModel

/// The numbered sentence of a demo above the status; after the last one, the end of the demo.
struct CaptionView {
  let scene: Scene

  func draw(on screen: inout Screen) {
    guard let demo = scene.state.demo, !demo.caption.isEmpty || demo.isOver else { return }
    let mark = demo.isOver ? "END" : demo.isPaused ? "PAUSED" : "DEMO"
    let text = SanitizedText(
      "\(mark) \(demo.sentence)/\(demo.count)  "
        + (demo.isOver ? "“\(demo.name)” is finished." : demo.caption))
    NoteView(scene: scene, text: text, style: Palette.accent.with { $0.isBold = true })
      .draw(on: &screen)
  }
}
