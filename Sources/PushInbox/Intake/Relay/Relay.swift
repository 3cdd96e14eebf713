import Foundation
import InboxModel

/// The socket on which other phones subscribe to what is accepted here (`docs/queue.md`, "Two processes").
///
/// Sessions pull: one that has room asks the runtime for the next pushes after those it has sent, so a phone
/// that reads slowly costs nothing and loses nothing.
// Sendable: the variables are used on the loop's thread only.
final class Relay: @unchecked Sendable {
  /// The path of its socket.
  let path: String
  /// The identifier of what is offered: that of the store.
  let provider: ProviderID
  let limits: ConnectionLimits
  let loop: IntakeLoop
  /// The buffer into which sockets are read, one after the other.
  let buffer: UnsafeMutableRawBufferPointer

  /// The most connections; one more is closed.
  private static let mostSessions = 128

  private let socket: Int32
  private lazy var listener = ListeningSocket(socket, on: loop) { [weak self] descriptor, _ in
    self?.addSession(descriptor)
  }
  private var lock: FileLock?
  private var sessions: [Int: RelaySession] = [:]
  private var lastNumber = 0

  /// Listens, and removes a socket that a dead instance left.
  init(
    at path: String, provider: ProviderID, limits: ConnectionLimits = ConnectionLimits(),
    on loop: IntakeLoop
  ) throws(ListenError) {
    self.path = path
    self.provider = provider
    self.limits = limits
    self.loop = loop
    // A lock beside a path that cannot be had would be left behind.
    guard path.utf8.count <= LocalSocket.longestPath else { throw .pathTooLong(path) }
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

  // MARK: From any thread

  /// There is more to send.
  func wake() {
    loop.perform { [self] in
      for session in sessions.values { session.wake() }
    }
  }

  /// Tells a phone that has subscribed how it stands; nothing is sent before.
  func welcome(_ welcome: RelayWelcome, _ session: Int) {
    loop.perform { [self] in sessions[session]?.begin(with: welcome) }
  }

  /// Tells a phone up to which of its reports are kept.
  func confirm(_ phone: PhoneID, through number: Int) {
    loop.perform { [self] in
      for session in sessions.values where session.isOpen && session.device == phone {
        session.confirm(through: number)
      }
    }
  }

  /// Gives a session what it asked for.
  func send(_ batch: RelayBatch, to session: Int) {
    loop.perform { [self] in sessions[session]?.deliver(batch) }
  }

  /// Gives a session what was asked for again, those of it that are there.
  func send(_ again: RelayBatch, of app: BundleID, asked: [Int], to session: Int) {
    loop.perform { [self] in sessions[session]?.deliver(again, of: app, asked: asked) }
  }

  /// Ends all sessions and removes the socket; returns when that is done.
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

  /// A phone has subscribed: an older connection of the same one is closed.
  ///
  /// - Returns: all phones that are connected.
  func subscribed(_ session: RelaySession) -> Set<PhoneID> {
    for other in sessions.values
    where other.number != session.number && other.device == session.device {
      other.end(
        "the device id \(session.device?.text ?? "") has subscribed anew on another connection; "
          + "set queue.deviceId to another where there are two phones")
    }
    return Set(sessions.values.compactMap { $0.isOpen ? $0.device : nil })
  }

  /// Lets a session go that has closed its socket.
  func forget(_ number: Int) {
    sessions[number] = nil
    listener.resume()
  }
}
