import InboxModel

/// One of the layers over the inbox. The topmost one receives the keys.
enum Layer: Equatable, Sendable {
  case page(AnyPage)
  /// A page of ``KeptPages``.
  case kept(ViewName)
  case dialog(Dialog)

  static let rejected = Layer.kept(.rejected)
  static let log = Layer.kept(.log)
  static let held = Layer.kept(.held)
  static let lockScreen = Layer.kept(.lockScreen)
  static let settings = Layer.kept(.settings)

  static func inspector(_ page: InspectorPage) -> Layer { .page(AnyPage(page)) }
  static func request(_ page: RequestPage) -> Layer { .page(AnyPage(page)) }
  static func help(_ page: HelpPage) -> Layer { .page(AnyPage(page)) }
  static func output(_ page: OutputPage) -> Layer { .page(AnyPage(page)) }

  /// Whether it covers the inbox.
  var isPage: Bool {
    if case .dialog = self { false } else { true }
  }

  /// The page of that type; nil for other layers.
  func page<P: Page>(_ type: P.Type) -> P? {
    if case .page(let any) = self { any.page as? P } else { nil }
  }
}
