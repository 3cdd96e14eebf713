import Foundation

extension Filter {
  /// Returns whether a Live Activity matches. Words are searched in the attributes type, the keys
  /// and values of attributes and content state, and the app; `id:` accepts `A3` and the number of
  /// its last push. Conditions on what a card does not have, such as the thread, match nothing.
  public func matches(_ card: ActivityCard, on device: Phone) -> Bool {
    terms.allSatisfy { $0.condition.holds(for: card, on: device) != $0.isNegated }
  }
}

extension Filter.Condition {
  fileprivate func holds(for card: ActivityCard, on device: Phone) -> Bool {
    switch self {
    case .text(let text):
      return text.occurs(in: card.attributesType) || card.texts.contains { text.occurs(in: $0) }
        || text.occurs(in: card.app.text)
        || text.occurs(in: device.settings.apps[card.app]?.name)
    case .title(let text): return text.occurs(in: card.attributesType)
    case .body(let text), .payload(let text): return card.texts.contains { text.occurs(in: $0) }
    case .app(let name): return name.names(card.app, on: device)
    case .topic(let topic): return topic == card.app.text + ".push-type.liveactivity"
    case .id(let id):
      return id == String(card.lastPush.rawValue) || ActivityID(id) == card.id
    case .token(let prefix):
      return [card.token, card.startToken, card.senderToken].contains {
        $0?.begins(with: prefix) ?? false
      }
    case .type(let type): return type == .liveactivity
    case .before(let date): return card.updatedAt < date
    case .after(let date): return card.updatedAt >= date
    case .state(let state): return state == .activity
    case .saved(let terms):
      return terms.allSatisfy { $0.condition.holds(for: card, on: device) != $0.isNegated }
    case .thread, .json, .level, .category, .reason, .late, .larger, .feature: return false
    }
  }
}

extension ActivityCard {
  /// The keys and values of attributes and content state, which words are searched in.
  fileprivate var texts: [String] {
    (attributes.members + state.members).flatMap { member in
      [member.key, member.value.string ?? JSONWriter.text(member.value)]
    }
  }
}
