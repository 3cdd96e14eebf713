import Foundation
import InboxModel

/// The socket on which phones in other processes subscribe to the pushes accepted here
/// (`docs/reference/relay.md`).
///
/// Sessions pull: a session with room requests the next pushes after those it has sent, so a phone
/// that reads slowly uses no memory and misses nothing.
// Sendable: the variables are used only on the loop's thread.
final class Relay: @unchecked Sendable {
  /// The path of the socket.
  let path: String
  /// The identifier of this provider: that of its store.
  let provider: ProviderID
  let limits: ConnectionLimits
  let loop: IntakeLoop
  /// The read buffer, which all sessions share.
  let buffer: UnsafeMutableRawBufferPointer

  /// The maximum number of sessions; further connections are closed.
  private static let mostSessions = 128

  private let socket: Int32
  private lazy var listener = ListeningSocket(socket, on: loop) { [weak self] descriptor, _ in
    self?.addSession(descriptor)
  }
  private var lock: FileLock?
  private var sessions: [Int: RelaySession] = [:]
  private var lastNumber = 0

  /// Listens, and removes the socket of a process that has died.
  init(
    at path: String, provider: ProviderID, limits: ConnectionLimits = ConnectionLimits(),
    on loop: IntakeLoop
  ) throws(ListenError) {
    self.path = path
    self.provider = provider
    self.limits = limits
    self.loop = loop
    // Checked first, so that no lock file is left beside an unusable path.
    guard path.utf8.count <= LocalSocket.maximumPathLength else { throw .pathTooLong(path) }
    do throws(FileLock.Failure) {
      lock = try FileLock(path: path + ".lock")
    } catch {
      switch error {
      case .held(let holder): throw .pathInUse(path, by: holder)
      case .unusable(let reason): throw .unusableLock(path + ".lock", reason: reason)
      case .system(let error): throw .system(error)
      }
    }
    socket = try Self.listening(at: path)
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    loop.perform { [self] in loop.add(listener) }
  }

  private static func listening(at path: String) throws(ListenError) -> Int32 {
    do throws(LocalSocket.Failure) {
      return try LocalSocket.listening(at: path)
    } catch {
      switch error {
      case .pathTooLong(let path): throw .pathTooLong(path)
      case .notASocket(let path): throw .notASocket(path)
      case .system(let error): throw .system(error)
      }
    }
  }

  deinit {
    buffer.deallocate()
  }

  // MARK: On any thread

  /// Wakes all sessions, because there is more to send.
  func wake() {
    loop.perform { [self] in
      for session in sessions.values { session.wake() }
    }
  }

  /// Sends the response to a subscription. No push is sent before it.
  func welcome(_ welcome: RelayWelcome, _ session: Int) {
    loop.perform { [self] in sessions[session]?.begin(with: welcome) }
  }

  /// Confirms to a phone that its reports up to a number are stored.
  func confirm(_ phone: PhoneID, through number: Int) {
    loop.perform { [self] in
      for session in sessions.values where session.isOpen && session.device == phone {
        session.confirm(through: number)
      }
    }
  }

  /// Passes a session the pushes that it requested.
  func send(_ batch: RelayBatch, to session: Int) {
    loop.perform { [self] in sessions[session]?.deliver(batch) }
  }

  /// Passes a session those of the missed pushes it requested that are stored.
  func send(_ again: RelayBatch, of app: BundleID, asked: [Int], to session: Int) {
    loop.perform { [self] in sessions[session]?.deliver(again, of: app, asked: asked) }
  }

  /// Ends all sessions and removes the socket. Returns after that.
  func stop() {
    loop.wait { [self] in
      guard !listener.isDone else { return }
      for session in sessions.values { session.close() }
      listener.close()
      unlink(path)
      lock = nil
    }
  }

  // MARK: On the loop's thread

  private func addSession(_ descriptor: Int32) {
    guard sessions.count < Self.mostSessions else { return Socket.close(descriptor) }
    Socket.prepare(descriptor)
    lastNumber += 1
    let session = RelaySession(number: lastNumber, descriptor: descriptor, relay: self)
    sessions[lastNumber] = session
    loop.add(session)
    session.greet()
  }

  /// Handles the subscription of a phone: closes its older connections.
  ///
  /// - Returns: All connected phones.
  func subscribed(_ session: RelaySession) -> Set<PhoneID> {
    for other in sessions.values
    where other.number != session.number && other.device == session.device {
      other.end(
        "the device id \(session.device?.text ?? "") subscribed again on another connection; "
          + "set queue.deviceId to another where there are two phones")
    }
    return Set(sessions.values.compactMap { $0.isOpen ? $0.device : nil })
  }

  /// Removes a session that has closed its socket.
  func forget(_ number: Int) {
    sessions[number] = nil
    listener.resume()
  }
}
