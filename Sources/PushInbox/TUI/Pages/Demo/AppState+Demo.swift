/// The keys of a story.
extension AppState {
  /// Whether a story has its keys: where nothing is typed or chosen.
  var storyHasKeys: Bool {
    guard story != nil else { return false }
    return switch sheets.last {
    case nil, .inspector, .help, .output, .rejected, .log, .held, .lockScreen, .request, .welcome:
      true
    case .reply, .actions, .question, .command, .settings, .setting, .key, .filter, .choice, .line,
      .errand:
      false
    }
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
      say("Demo finished. The inbox is now interactive.")
      return []
    default: return nil
    }
  }
}
