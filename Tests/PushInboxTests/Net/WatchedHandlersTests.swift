import Foundation
import Testing

@testable import PushInbox

@Suite struct WatchedHandlersTests {
  /// One end of a pair of sockets, which counts the calls it gets.
  private final class Handler: WatchedHandler {
    var place: Int?
    private var socket: Int32
    private let other: Int32
    var wanted: Int32 = POLLIN
    var deadline: Double?
    var deadlineSeconds = Double.infinity
    var isDone = false
    var asked = 0
    var calls: [String] = []
    var whenReady: () -> Void = {}
    /// The number of remaining parts of its work.
    var parts = 0

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Platform.streamType, 0, &ends) == 0)
      (socket, other) = (ends[0], ends[1])
      Socket.prepare(socket)
    }

    deinit {
      close()
      Socket.close(other)
    }

    func close() {
      if socket >= 0 { Socket.close(socket) }
      socket = -1
    }

    var descriptor: Int32? { socket < 0 ? nil : socket }
    var interest: Int16 {
      asked += 1
      return Int16(wanted)
    }

    func ready(_ events: Int16) {
      calls.append(Int32(events) & POLLIN != 0 ? "read" : "write")
      var byte: UInt8 = 0
      _ = read(socket, &byte, 1)
      whenReady()
    }

    var hasWork: Bool { parts > 0 }

    func work() {
      calls.append("work")
      parts -= 1
    }

    func timePassed(_ now: Double) {
      calls.append("deadline")
      deadline = nil
    }

    /// Writes a byte at the other end.
    func receive() {
      var byte: UInt8 = 1
      _ = write(other, &byte, 1)
    }

    /// Closes both directions at the other end.
    func hangUp() {
      _ = shutdown(other, Int32(SHUT_RDWR))
      _ = shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  private let watched: WatchedHandlers

  init() throws {
    watched = try WatchedHandlers()
  }

  /// A round of the loop. Returns whether a socket was ready.
  @discardableResult private func round(at now: Double = 0) -> Bool {
    watched.update(at: now)
    var polled = pollfd(fd: watched.descriptor, events: Int16(POLLIN), revents: 0)
    let isReady = poll(&polled, 1, 0) > 0
    if isReady { watched.handleReady {} }
    watched.handleWork {}
    watched.handleDeadlines(now)
    watched.update(at: now)
    return isReady
  }

  private func add(_ count: Int) throws -> [Handler] {
    try (0..<count).map { _ in
      let handler = try Handler()
      watched.add(handler)
      return handler
    }
  }

  @Test func `a handler is asked again only in the two rounds after it received bytes`() throws {
    let handlers = try add(3)
    round()
    handlers[1].receive()
    round()
    round()
    #expect(handlers.map(\.calls) == [[], ["read"], []])
    #expect(handlers.map(\.asked) == [1, 3, 1])
  }

  @Test func `a handler that reports a change is asked again`() throws {
    let handlers = try add(2)
    round()
    handlers[0].wanted = POLLIN | POLLOUT
    #expect(!round(), "the change is not reported yet")
    watched.change(handlers[0])
    #expect(round())
    #expect(handlers.map(\.calls) == [["write"], []])
  }

  /// Bytes may arrive before the handlers know that one does not read.
  @Test(arguments: [true, false])
  func `bytes for a handler that does not read wait until reading is resumed`(isReported: Bool)
    throws
  {
    let handler = try add(1)[0]
    round()
    handler.wanted = 0
    if isReported { watched.change(handler) }
    handler.receive()
    #expect(round(), "the socket is registered until its first byte")
    #expect(!round())
    #expect(handler.calls == [])
    handler.wanted = POLLIN
    watched.resume()
    #expect(round())
    #expect(handler.calls == ["read"])
  }

  @Test func `of several ready handlers the one that was called longest ago is first`() throws {
    let handlers = try add(3)
    round()
    var order: [Int] = []
    for (number, handler) in handlers.enumerated() {
      handler.whenReady = { order.append(number) }
    }
    for number in [1, 0, 2] {
      handlers[number].receive()
      round()
    }
    for handler in handlers { handler.receive() }
    round()
    #expect(order == [1, 0, 2, 1, 0, 2])
    for handler in handlers { handler.whenReady = {} }
  }

  @Test func `a handler with work does a part of it in each round, without bytes`() throws {
    let handlers = try add(3)
    (handlers[0].parts, handlers[2].parts) = (2, 1)
    watched.update(at: 0)
    #expect(watched.hasWork)
    for _ in 0..<4 { round() }
    #expect(handlers.map(\.calls) == [["work", "work"], [], ["work"]])
    #expect(!watched.hasWork)
  }

  @Test func `deferred work of a handler is done when reading is resumed`() throws {
    let handler = try add(1)[0]
    (handler.wanted, handler.parts) = (0, 1)
    watched.update(at: 0)
    handler.parts = 0
    round()
    #expect(handler.calls == [])
    handler.parts = 1
    watched.resume()
    round()
    #expect(handler.calls == ["work"])
  }

  @Test func `a handler without interest gets no event of a closed connection`() throws {
    let handler = try add(1)[0]
    handler.wanted = 0
    round()
    handler.hangUp()
    #expect(!round())
    #expect(handler.calls == [])
  }

  @Test func `a handler that was removed in the round gets no event`() throws {
    let handlers = try add(2)
    for handler in handlers {
      handler.whenReady = { [watched] in for other in handlers { watched.remove(other) } }
      handler.receive()
    }
    round()
    #expect(handlers.flatMap(\.calls) == ["read"])
    #expect(watched.handlers.isEmpty)
    for handler in handlers { handler.whenReady = {} }
  }

  @Test func `a handler added in the place of a removed one gets its own events`() throws {
    let old = try add(1)[0]
    round()
    watched.remove(old)
    old.close()
    let new = try add(1)[0]
    #expect(new.place == 0)
    round()
    new.receive()
    round()
    #expect(new.calls == ["read"])
  }

  @Test func `the earliest deadline is reported, and the handlers that reached theirs are called`()
    throws
  {
    let handlers = try add(3)
    for (handler, deadline) in zip(handlers, [5, 3, 8]) { handler.deadline = Double(deadline) }
    round(at: 1)
    #expect(watched.deadline == 3)
    round(at: 6)
    #expect(handlers.map(\.calls) == [["deadline"], ["deadline"], []])
    #expect(watched.deadline == 8)
  }

  @Test func `a deadline that was postponed without a report is not called`() throws {
    let handler = try add(1)[0]
    handler.deadline = 3
    round(at: 1)
    handler.deadline = 7
    round(at: 4)
    #expect(handler.calls == [])
    #expect(watched.deadline == 7)
  }

  @Test func `a deadline that became earlier without a report is found after its seconds`() throws {
    let handler = try add(1)[0]
    (handler.deadline, handler.deadlineSeconds) = (600, 1)
    round(at: 0)
    handler.deadline = 0.5
    round(at: 0.9)
    #expect(handler.calls == [])
    round(at: 1)
    #expect(handler.calls == ["deadline"])
    #expect(watched.deadline == .infinity)
  }
}
