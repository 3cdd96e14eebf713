/// A layer above the inbox. The topmost one receives the keys.
enum Layer: Equatable, Sendable {
  case page(any Page)
  /// A page that keeps its state while it is closed, by the command that opens it.
  case kept(Command)
  case dialog(any Dialog)

  /// Whether it covers the inbox.
  var isPage: Bool {
    if case .dialog = self { false } else { true }
  }

  /// Returns the page if it has a type; nil for other layers.
  func page<P: Page>(_ type: P.Type) -> P? {
    if case .page(let page) = self { page as? P } else { nil }
  }

  static func == (one: Layer, other: Layer) -> Bool {
    switch (one, other) {
    case (.page(let one), .page(let other)): one.isEqual(to: other)
    case (.kept(let one), .kept(let other)): one == other
    case (.dialog(let one), .dialog(let other)): one.isEqual(to: other)
    default: false
    }
  }
}

/// A page or a dialog, which can be compared with values of other types.
protocol LayerContent: Equatable, Sendable {}

extension LayerContent {
  func isEqual(to other: any LayerContent) -> Bool { (other as? Self) == self }
}
