import Foundation

@testable import InboxModel
@testable import PushInbox

/// The parts of `serve`, run one after the other.
struct Service {
  let costs = Costs()
  private let options: Options
  private var client: Client
  private let session: HTTP2Session
  /// A second gateway without the phone, whose cost is subtracted from that of the joined machines.
  private var gateway = Gateway()
  private var system: PushSystem
  private let store: Store
  private var freshIDs = FreshIDs()
  private var now = Date(timeIntervalSince1970: 1_700_000_000)
  private var output: [UInt8] = []

  /// - Parameter folder: The folder of the store, which is created again.
  init(_ options: Options, folder: String) throws {
    let memory = RequestMemory(limit: ConnectionLimits().requestMemory)
    guard let client = Client(),
      let session = HTTP2Session(limits: ConnectionLimits(), memory: memory)
    else { throw CocoaError(.featureUnsupported) }
    self.options = options
    self.client = client
    self.session = session
    store = try Store(at: .folder(folder))
    system = PushSystem(device: Phone(settings: PhoneSettings()), historyLimit: options.held)
    Client.preface.withUnsafeBytes { session.receive($0, at: 0) }
  }

  /// Runs a batch of pushes through all stages.
  mutating func run(_ count: Int) throws {
    let frames = client.requests(count, options)
    now += 0.1
    var actions = costs.measure(.protocol) {
      frames.withUnsafeBytes { session.receive($0, at: 0) }
      return session.drainActions()
    }
    var requests = costs.measure(.payload) { actions.compactMap { push($0) } }
    precondition(requests.count == count, "the session made \(requests.count) of \(count) requests")
    var effects: [Effect] = []
    let deliveries = costs.measure(.gateway) {
      requests.reduce(into: 0) { sum, request in
        sum += gateway.handle(.pushReceived(request, reply: handle(of: request)), at: now).count
      }
    }
    precondition(deliveries >= count, "the gateway rejected pushes")
    costs.measure(.phone) {
      for request in requests {
        system.handle(
          .gateway(.pushReceived(request, reply: handle(of: request))), at: now, &effects)
      }
    }
    var changes = costs.measure(.phone) {
      effects.compactMap { if case .store(let change) = $0 { change } else { nil } }
    }
    try costs.measure(.store) { try store.commit(changes) }
    costs.measure(.events) {
      for case .emit(let event) in effects { output += EventLine.line(event, timeZone: .gmt) }
    }
    output.removeAll(keepingCapacity: true)
    costs.measure(.answer) {
      for case .answer(let response, let handle) in effects {
        session.respond(to: handle.stream, with: HTTPResponse(response), at: 0)
      }
      session.produce(into: &output, limit: .max)
    }
    output.removeAll(keepingCapacity: true)
    costs.measure(.release) {
      actions = []
      requests = []
      effects = []
      changes = []
    }
  }

  private func handle(of request: PushRequest) -> ResponseHandle {
    ResponseHandle(connection: 1, stream: request.origin.stream)
  }

  private mutating func push(_ action: HTTPAction) -> PushRequest? {
    guard case .request(let request) = action else { return nil }
    return PushRequest(
      method: request.method, path: request.path, fields: request.head.fields, body: request.body,
      origin: Origin(
        wire: .h2, transport: "clear", client: request.head.userAgent, connection: 1,
        stream: request.stream),
      receivedAt: now, freshID: freshIDs.next())
  }
}
