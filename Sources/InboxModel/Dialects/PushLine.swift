import Foundation

/// A push as one line of JSON (`design/contract.md` §5).
public enum PushLine {
  /// Reads a line: a full push line, a bare payload with `aps` at the top, or the simulator's form.
  ///
  /// - Parameters:
  ///   - line: the line without its end.
  ///   - number: its number in the feed, from 1.
  ///   - source: the feed, for people: `stdin`, `unix:/run/feed`.
  ///   - receivedAt: when the line was read.
  ///   - freshID: the apns-id in case the line names none.
  ///   - keepsTime: whether `receivedAt` in the line counts, as in a scenario.
  /// - Throws: a ``Refusal`` with the reason `intake.line.not-json`.
  public static func request(
    from line: [UInt8], number: Int, source: String, receivedAt: Date, freshID: String,
    keepsTime: Bool = false
  ) throws(Refusal) -> PushRequest {
    PushRequest(
      path: "/3/device/" + DeviceToken.local.hex, body: line, lineID: "line-\(number)",
      origin: Origin(wire: .line, transport: source, stream: number), receivedAt: receivedAt,
      freshID: freshID)
  }

  /// Writes a push as a push line without a line end: what ``request(from:number:source:receivedAt:freshID:keepsTime:)``
  /// reads back as the same push.
  public static func text(for delivery: Delivery) -> String {
    ""
  }
}
