import Foundation

/// The pushes at the apps' service extensions: one queue per app, whose first push is processed
/// while the others wait in the order of arrival (`docs/rules.md` §8.5, N9).
///
/// Apple states that one process may handle several notifications that arrive together, and not in
/// which order. Here they are processed one after the other, so that an app's pushes keep their
/// order. Pushes of other apps do not wait. Pushes of the same app that need no extension do not
/// wait either, unless an older one with their request identifier does.
struct ExtensionLines: Equatable {
  /// The maximum number of pushes that wait for one app.
  static let maximumLength = 1000

  /// A request to an extension.
  struct Service: Equatable {
    var push: Delivery
    var limit: TimeInterval
    /// The moment at which it times out.
    var deadline: Date
    /// The sequence numbers of missing pushes that were requested from a provider before this push,
    /// which waits for the response; nil for none.
    var asked: [Int]?
    /// The configured answer and its time; nil if a program answers.
    var stated: Stated?

    /// The moment of the next timed event.
    var due: Date { min(deadline, stated?.at ?? deadline) }
  }

  /// An answer from the settings, without a program.
  struct Stated: Equatable {
    var answer: ExtensionAnswer
    var at: Date
  }

  private struct Line: Equatable {
    var service: Service?
    var waiting: [Delivery] = []
    /// The number of removed pushes at the front of the array.
    var gone = 0
  }

  private var lines: [BundleID: Line] = [:]

  /// The apps with pushes in a queue, sorted by identifier.
  var apps: [BundleID] { lines.keys.sorted { $0 < $1 } }

  /// All queued pushes, oldest first.
  var oldestFirst: [Delivery] {
    lines.values.flatMap { line in
      [line.service?.push].compactMap(\.self) + line.waiting[line.gone...]
    }.sorted { $0.order < $1.order }
  }

  /// The moment of the next event; immediate if a push waits and none is being processed; nil if
  /// never.
  var due: Date? {
    lines.isEmpty ? nil : lines.values.map { $0.service?.due ?? .distantPast }.min()
  }

  /// The number of waiting pushes.
  var count: Int { lines.keys.reduce(0) { $0 + count(of: $1) } }

  func service(of app: BundleID) -> Service? { lines[app]?.service }

  func count(of app: BundleID) -> Int {
    lines[app].map { $0.waiting.count - $0.gone + ($0.service == nil ? 0 : 1) } ?? 0
  }

  /// Returns whether a push with a request identifier is queued.
  func holds(_ requestID: RequestID, of app: BundleID) -> Bool {
    guard let line = lines[app] else { return false }
    return line.service?.push.requestID == requestID
      || line.waiting[line.gone...].contains { $0.requestID == requestID }
  }

  /// Appends a push to its app's queue.
  mutating func append(_ push: Delivery) { lines[push.app, default: Line()].waiting.append(push) }

  /// Removes and returns an app's next push; nil while one is being processed.
  mutating func next(of app: BundleID) -> Delivery? {
    guard var line = lines.removeValue(forKey: app) else { return nil }
    guard line.service == nil, line.gone < line.waiting.count else {
      if line.service != nil { lines[app] = line }
      return nil
    }
    let push = line.waiting[line.gone]
    line.gone += 1
    if line.gone == line.waiting.count || line.gone > 100 {
      line.waiting.removeFirst(line.gone)
      line.gone = 0
    }
    lines[app] = line
    return push
  }

  /// Returns a removed push to the front of its app's queue.
  mutating func putBack(_ push: Delivery) {
    var line = lines[push.app, default: Line()]
    line.waiting.insert(push, at: line.gone)
    lines[push.app] = line
  }

  /// Starts the extension for a push that was removed.
  mutating func begin(_ service: Service) {
    lines[service.push.app, default: Line()].service = service
  }

  /// Ends and returns an app's current request; nil for none.
  mutating func end(of app: BundleID) -> Service? {
    guard let service = lines[app]?.service else { return nil }
    lines[app]?.service = nil
    if count(of: app) == 0 { lines[app] = nil }
    return service
  }

  /// Returns the app whose push is being processed; nil if it is not being processed.
  func app(served id: NotificationID) -> BundleID? {
    lines.first { $0.value.service?.push.id == id }?.key
  }
}
