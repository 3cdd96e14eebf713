import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of connections: a stream says the same however it is cut.

extension FuzzTarget {
  static let wires = [legacy, relayLine, relayMessage, control, http1, detection]

  private static let legacy = FuzzTarget(
    "binary frames",
    bytes: [
      [0, 0, 32] + [UInt8](repeating: 7, count: 32) + [0, 2] + Array("{}".utf8),
      [1, 0, 0, 0, 1, 0, 0, 0, 9, 0, 32] + [UInt8](repeating: 7, count: 32) + [0, 2]
        + Array("{}".utf8),
      [2, 0, 0, 0, 40, 1, 0, 32] + [UInt8](repeating: 7, count: 32) + [2, 0, 2] + Array("{}".utf8),
    ]
  ) { input in
    func frames(_ pieces: [ArraySlice<UInt8>]) -> ([LegacyFrame], LegacyFault?) {
      var (reader, frames) = (LegacyReader(), [LegacyFrame]())
      for piece in pieces {
        reader.append(piece)
        reading: while true {
          switch next(of: &reader) {
          case .success(let frame?): frames.append(frame)
          case .success(nil): break reading
          case .failure(let fault): return (frames, fault)
          }
        }
      }
      return (frames, nil)
    }
    let (whole, cut) = (frames([input[...]]), frames(pieces(of: input)))
    try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
    return !whole.0.isEmpty && whole.1 == nil
  }

  private static func next(of reader: inout LegacyReader) -> Result<LegacyFrame?, LegacyFault> {
    do throws(LegacyFault) { return .success(try reader.next()) } catch { return .failure(error) }
  }

  private static let relayLine = FuzzTarget(
    "line of a provider",
    [
      #"{"offer":{"v":1,"provider":"00ff","arrivals":true}}"#,
      #"{"delivery":{"app":"com.a","position":3,"repeat":true,"sentAt":"2026-01-01T09:00:00Z","waited":2.5,"#
        + #""push":{"aps":{}}}}"#,
      #"{"begin":{"com.a":3}}"#, #"{"error":"x"}"#,
      #"{"repeated":{"app":"com.a","asked":[1,2],"coming":[1]}}"#, #"{"arrivals":7}"#,
    ]
  ) { input in
    guard let line = try? RelayLine.read(input) else { return false }
    let again = try? RelayLine.read(Array(line.bytes.prefix { $0 != 10 }))
    try expectHolds(again?.bytes == line.bytes, "read and written again it differs")
    return true
  }

  private static let relayMessage = FuzzTarget(
    "line of a phone",
    [
      #"{"subscribe":{"v":1,"device":"iphone","last":{"com.a":3},"arrivals":"00ff"}}"#,
      #"{"ack":{"com.a":8},"arrivals":[{"n":1,"app":"com.a","position":3,"sentAt":"2026-01-01T09:00:00Z","how":"late","late":1.5}]}"#,
      #"{"repeat":{"app":"com.a","positions":[1,2]}}"#,
    ]
  ) { input in
    guard let message = try? RelayMessage.read(input), message != .unknown else { return false }
    // An outcome that this version does not know is not written.
    if case .acknowledge(_, let reports) = message, reports.contains(where: { $0.outcome == nil }) {
      return true
    }
    let again = try? RelayMessage.read(Array(message.bytes.dropLast()))
    try expectHolds(again?.bytes == message.bytes, "read and written again it differs")
    return true
  }

  private static let control = FuzzTarget(
    "control request",
    [
      String(decoding: ControlRequest(words: ["ls", "is:unread"]).bytes, as: UTF8.self),
      String(
        decoding: ControlRequest(words: ["push"], input: Array("{}".utf8)).bytes, as: UTF8.self),
    ]
  ) { input in
    func read(_ pieces: [ArraySlice<UInt8>]) -> ControlRequest.Reader.Reading {
      var reader = ControlRequest.Reader()
      for piece in pieces {
        let reading = piece.withUnsafeBytes { reader.receive($0) }
        guard reading == .incomplete else { return reading }
      }
      return .incomplete
    }
    let whole = read([input[...]])
    try expectHolds(whole == read(pieces(of: input)), "cut it reads otherwise: \(whole)")
    guard case .complete(let request) = whole else { return false }
    try expectHolds(read([request.bytes[...]]) == whole, "read and written again it differs")
    return true
  }

  private static let http1 = FuzzTarget(
    "HTTP/1 requests",
    [
      "POST /3/device/00 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x=\"y\"\r\n{}\r\n0\r\nT: u\r\n\r\n"
        + "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com:443\r\n\r\n",
      "GET http://a/ready?x HTTP/1.0\r\nExpect: 100-continue\r\n\r\n",
    ], words: ofHTTP1
  ) { input in
    func actions(_ pieces: [ArraySlice<UInt8>]) -> [HTTPAction] {
      let limits = ConnectionLimits()
      let session = HTTP1Session(
        limits: limits, memory: RequestMemory(limit: limits.requestMemory))
      var actions: [HTTPAction] = []
      for piece in pieces {
        piece.withUnsafeBytes { session.receive($0, at: 0) }
        while case let next = session.drainActions(), !next.isEmpty { actions += next }
      }
      return actions
    }
    let (whole, cut) = (actions([input[...]]), actions(pieces(of: input)))
    try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
    return !whole.contains { if case .broken = $0 { true } else { false } }
  }

  private static let detection = FuzzTarget(
    "first bytes of a connection",
    bytes: [Array("PRI * HTTP/2.0\r\n".utf8), [0x16, 3, 1, 0, 5], Array("GET / HTTP/1.1".utf8)],
    words: ofHTTP1
  ) { input in
    for speaksHTTP in [true, false] {
      for isSecured in [true, false] {
        var known = ProtocolDetection.undecided
        for count in 0...min(input.count, 40) {
          let found = ProtocolDetection(
            input.prefix(count), speaksHTTP: speaksHTTP, isSecured: isSecured)
          if !speaksHTTP, count == 0 { continue }
          try expectHolds(
            known == .undecided || found == known, "\(known) is \(found) with more bytes")
          known = found
        }
      }
    }
    return true
  }
}
