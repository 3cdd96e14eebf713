/// The states of the line feeds, and the messages about them.
struct FeedStates {
  /// The states by their sources as written.
  private(set) var bySource: [String: FeedState] = [:]
  /// The current messages, by the same names.
  private var messages: [String: String] = [:]

  /// Sets the state of a feed.
  ///
  /// - Returns: The message about the change; nil for one that needs none. Failed attempts with the
  ///   longest pause have the same message each time, which is returned once.
  mutating func update(_ state: FeedState) -> String? {
    let source = state.source.description
    let message = FeedMessage.text(state, after: bySource.updateValue(state, forKey: source))
    let isNew = messages[source] != message
    if state.condition != .connecting { messages[source] = message }
    return isNew ? message : nil
  }
}
