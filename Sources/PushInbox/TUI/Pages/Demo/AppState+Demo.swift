/// The keys of a story.
extension AppState {
  /// Whether a story has its keys: where nothing is typed or chosen.
  var storyHasKeys: Bool {
    guard story != nil else { return false }
    return dialog == nil && topPage?.allowsDemoKeys ?? true
  }

  /// Answers a key of the story; nil for others.
  mutating func controlStory(_ key: Key) -> [Intent]? {
    guard let story, storyHasKeys else { return nil }
    switch key {
    case ",": return [.story(.back)]
    case " " where !story.isOver: return [.story(.pause)]
    case "." where !story.isOver: return [.story(.step)]
    case "r" where story.isOver: return [.story(.replay)]
    case "n" where story.isOver: return [.story(.next)]
    case "q" where story.isOver: return [.quit]
    case .escape where story.isOver:
      self.story = nil
      showMessage("Demo finished. The inbox is now interactive.")
      return []
    default: return nil
    }
  }
}
