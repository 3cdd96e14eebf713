import InboxModel

@testable import PushInbox

extension AppRuntime {
  /// Creates a runtime for a store, without a configuration file, a listener or a front end.
  convenience init(_ store: Store, home: String, loader: ListLoader? = nil) throws {
    let environment = ["HOME": home]
    let arguments = try Arguments([])
    let places = try RuntimePaths(arguments, environment, opensInbox: false)
    self.init(
      loaded: LoadedConfiguration(), from: ConfigurationFiles(arguments, places, environment),
      store: store, snapshot: try store.snapshot(hasEntries: loader == nil), loader: loader,
      intake: Intake(wakeUp: {}), counters: Counters(),
      events: EventHub(
        listeners: [], runner: HookRunner(environment: environment, onResult: { _ in })),
      endpoints: Endpoints(
        apns: HostPort(host: "127.0.0.1", port: 1), authority: "", socket: home + "/socket"))
  }
}
