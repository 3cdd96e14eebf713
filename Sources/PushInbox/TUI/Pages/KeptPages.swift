/// The pages of which there is one each: their state outlives their being open.
struct KeptPages: Equatable, Sendable {
  var inbox = InboxPage()
  var rejected = RejectedPage()
  var log = LogPage()
  var held = HeldPage()
  var lockScreen = LockScreenPage()
  var settings = SettingsPage()

  private static let places: [ViewName: Place] = [
    .inbox: Place(\.inbox), .rejected: Place(\.rejected), .log: Place(\.log), .held: Place(\.held),
    .lockScreen: Place(\.lockScreen), .settings: Place(\.settings),
  ]

  /// The page with a name; nil for a name without one.
  subscript(name: ViewName) -> (any Page)? {
    get { Self.places[name]?.read(self) }
    set { if let newValue { Self.places[name]?.write(newValue, &self) } }
  }

  private struct Place: Sendable {
    let read: @Sendable (KeptPages) -> any Page
    let write: @Sendable (any Page, inout KeptPages) -> Void

    init<P: Page>(_ path: any WritableKeyPath<KeptPages, P> & Sendable) {
      read = { $0[keyPath: path] }
      write = { page, pages in
        if let page = page as? P { pages[keyPath: path] = page }
      }
    }
  }
}
