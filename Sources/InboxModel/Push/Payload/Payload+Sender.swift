extension Payload {
  /// The names of the message's sender: the key `sender` beside `aps`, a string or an object with
  /// `name`, `id` or both. Empty if there is none.
  ///
  /// On iOS a push does not name its sender: the app's service extension attaches a message intent,
  /// which turns it into a communication notification. The key replaces that intent
  /// (`docs/rules.md` §5.2). A `sender` of another form is ignored as a custom key.
  public var senders: [String] {
    switch self.custom["sender"] {
    case .string(let name): name.isEmpty ? [] : [name]
    case .object(let sender):
      [sender["name"]?.string, sender["id"]?.string].compactMap(\.self).filter { !$0.isEmpty }
    default: []
    }
  }
}
