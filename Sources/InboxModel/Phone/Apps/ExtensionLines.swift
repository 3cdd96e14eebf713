import Foundation

/// Pushes on their way through the apps' service extensions: for each app a line, of which the
/// first is served and the others wait in the order in which they came (`docs/rules.md` §8.5, N9).
///
/// Apple says that one process may serve several that arrive together, and not in what order: here
/// one is served after the other, so that an app's pushes keep theirs. Other apps' pushes do not
/// wait, nor those of the same app that no extension is asked about, unless an older one with their
/// request identifier waits.
struct ExtensionLines: Equatable {
  /// The most pushes that wait for one app.
  static let longest = 1000

  /// A request to an extension.
  struct Service: Equatable {
    var push: Delivery
    var limit: TimeInterval
    /// When it has taken too long.
    var deadline: Date
    /// The positions of missing pushes that a provider was asked for before this one, which waits
    /// for the answer.
    var asked: [Int]?
    /// The stated answer and its time; nil when a program answers.
    var stated: Stated?

    /// When something happens without anybody telling.
    var due: Date { min(deadline, stated?.at ?? deadline) }
  }

  /// An answer nobody has to give.
  struct Stated: Equatable {
    var answer: ExtensionAnswer
    var at: Date
  }

  private struct Line: Equatable {
    var service: Service?
    var waiting: [Delivery] = []
    /// Of those that wait, how many are gone already.
    var gone = 0
  }

  private var lines: [BundleID: Line] = [:]

  /// The apps with pushes on their way, by their identifiers.
  var apps: [BundleID] { lines.keys.sorted { $0 < $1 } }

  /// All pushes on their way, oldest first.
  var oldestFirst: [Delivery] {
    lines.values.flatMap { line in
      [line.service?.push].compactMap(\.self) + line.waiting[line.gone...]
    }.sorted { $0.order < $1.order }
  }

  /// When to look again; at once where nobody is served and somebody waits.
  var due: Date? {
    lines.isEmpty ? nil : lines.values.map { $0.service?.due ?? .distantPast }.min()
  }

  /// The number of waiting pushes.
  var count: Int { lines.keys.reduce(0) { $0 + count(of: $1) } }

  func service(of app: BundleID) -> Service? { lines[app]?.service }

  func count(of app: BundleID) -> Int {
    lines[app].map { $0.waiting.count - $0.gone + ($0.service == nil ? 0 : 1) } ?? 0
  }

  /// Whether a push with a request identifier is on its way.
  func holds(_ requestID: RequestID, of app: BundleID) -> Bool {
    guard let line = lines[app] else { return false }
    return line.service?.push.requestID == requestID
      || line.waiting[line.gone...].contains { $0.requestID == requestID }
  }

  /// Puts a push at the end of its app's line.
  mutating func append(_ push: Delivery) { lines[push.app, default: Line()].waiting.append(push) }

  /// Takes out the next push of an app; nil while one is served.
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

  /// Puts a push that was taken out before all others of its app.
  mutating func putBack(_ push: Delivery) {
    var line = lines[push.app, default: Line()]
    line.waiting.insert(push, at: line.gone)
    lines[push.app] = line
  }

  /// An extension is asked about a push that was taken out.
  mutating func begin(_ service: Service) {
    lines[service.push.app, default: Line()].service = service
  }

  /// Takes out what an app's extension was asked.
  mutating func end(of app: BundleID) -> Service? {
    guard let service = lines[app]?.service else { return nil }
    lines[app]?.service = nil
    if count(of: app) == 0 { lines[app] = nil }
    return service
  }

  /// Whose push is being served.
  func app(served id: NotificationID) -> BundleID? {
    lines.first { $0.value.service?.push.id == id }?.key
  }
}
