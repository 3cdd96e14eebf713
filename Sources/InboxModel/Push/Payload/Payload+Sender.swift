extension Payload {
  /// The names by which whoever wrote the message is known: the key `sender` beside `aps`, a text or an
  /// object with `name`, `id` or both. Empty where the push names nobody.
  ///
  /// On iOS a push says nothing about its sender: the app's service extension attaches a message intent, which
  /// makes a communication notification of it. The key stands in for that intent
  /// (`docs/rules.md` §5.2); a `sender` of another form is the app's own business.
  public var senders: [String] {
    switch self.custom["sender"] {
    case .string(let name): name.isEmpty ? [] : [name]
    case .object(let sender):
      [sender["name"]?.string, sender["id"]?.string].compactMap(\.self).filter { !$0.isEmpty }
    default: []
    }
  }
}
