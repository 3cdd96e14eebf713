import Foundation

/// A push as received from a sender, whatever the feed: the one value that all feeds make.
public struct PushRequest: IndirectFields, Equatable, Sendable {
  /// The maximum number of body bytes read of an HTTP request; a longer body is cut at one byte
  /// more.
  public static let bodyLimit = 65_536

  /// All fields except the time of reception.
  public struct Fields: Equatable, Sendable {
    /// The HTTP method; `POST` for pushes that did not arrive over HTTP.
    public var method: String
    /// The request path without query, for instance `/3/device/00fc…`.
    public var path: String
    /// All ordinary headers in the order of reception, names in lower case.
    public var fields: [HeaderField]
    /// The exact body.
    public var body: [UInt8]
    /// The payload parsed from ``body``, or the parse error.
    public var payload: Result<Payload, PayloadError>
    /// The request as parsed by its push system; nil for a push to APNs.
    public var guest: Indirect<AnyGuestRequest>?
    /// The client certificate of the TLS handshake, shared by all requests of a connection; nil for
    /// none.
    public var certificate: Indirect<ClientCertificate>?
    /// Whether a rejection gets no response.
    public var isRejectedSilently = false
    /// The request identifier of a push line (`id`, else `line-N`); nil for other feeds.
    public var lineID: String?
    /// Its position among its provider's pushes; nil unless a numbering feed delivered it.
    public var streamOffset: StreamOffset?
    /// The origin.
    public var origin: Origin
    /// The apns-id of this push if its sender gave none. The program generates it, since the model
    /// generates no identifiers.
    public var freshID: APNSID
  }

  /// All fields except the time of reception.
  public var contents: Indirect<Fields>
  /// The moment at which its last byte was read.
  public var receivedAt: Date

  /// Makes a request and parses the payload of `body` immediately, so that the parsing happens on
  /// the reading thread; unless the payload was already parsed with its surrounding text.
  public init(
    method: String = "POST", path: String, fields: [HeaderField] = [], body: [UInt8],
    payload: Result<Payload, PayloadError>? = nil, certificate: Indirect<ClientCertificate>? = nil,
    lineID: String? = nil, streamOffset: StreamOffset? = nil, origin: Origin, receivedAt: Date,
    freshID: APNSID
  ) {
    contents = Indirect(
      wrappedValue: Fields(
        method: method, path: path, fields: fields, body: body,
        payload: payload ?? Payload.read(body), certificate: certificate, lineID: lineID,
        streamOffset: streamOffset, origin: origin, freshID: freshID))
    self.receivedAt = receivedAt
  }
}

extension PushRequest {
  /// The apns-unique-id of this push, if it gets one.
  var uniqueID: APNSID { derivedID(0) }

  /// Returns a further identifier. It derives from ``freshID``, so that it needs no other source
  /// and is the same in each replay of a recording.
  func derivedID(_ number: Int) -> APNSID {
    // 64-bit FNV-1a.
    let seed = self.freshID.text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    var identifiers = SplitMix64(seed: seed &+ UInt64(number))
    return APNSID(from: &identifiers)
  }
}

/// One header line.
public struct HeaderField: Equatable, Sendable {
  /// The name in lower case.
  public var name: String
  /// The value, trimmed.
  public var value: String

  /// Makes a header line.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The origin of a push.
public struct Origin: Equatable, Sendable {
  /// A wire format: the value of `wire`.
  public struct Wire: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Finds a wire format by its name; nil if there is none.
    public init?(rawValue: String) {
      self.init(name: rawValue)
      guard Wire.all.contains(self) else { return nil }
    }

    init(name: String) {
      rawValue = name
    }

    /// HTTP/2.
    public static var h2: Wire { Wire(name: "h2") }
    /// HTTP/1.1.
    public static var h1: Wire { Wire(name: "h1") }
    /// A push line, an `.apns` file, a test push.
    public static var line: Wire { Wire(name: "line") }
    /// A connection that failed before its first request.
    public static var tls: Wire { Wire(name: "tls") }

    /// All wire formats.
    public static let all: [Wire] = [.h2, .h1] + Guests.wires + [.line, .tls]

    /// Whether requests have no headers, and only rejected ones get a response.
    var isHeaderless: Bool { Guests.isHeaderless(self) }

    /// The wire format, worded as the end of `received over …`.
    var title: String {
      switch self {
      case .h2: "HTTP/2"
      case .h1: "HTTP/1.1"
      case .line: "a push line"
      case .tls: "TLS"
      default: Guests.title(of: self) ?? rawValue
      }
    }
  }

  /// The wire format.
  public var wire: Wire
  /// The underlying protocol, for people: `TLS 1.3`, `clear`, `unix:…`, `stdin line 412`.
  public var transport: String
  /// The sender's `user-agent`, else its address; nil if neither is known.
  public var client: String?
  /// The number of the connection, from 1; 0 if there is none.
  public var connection: Int
  /// The underlying protocol, worded for a sentence: `-` is standard input.
  public var transportTitle: String { transport == "-" ? "standard input" : transport }
  /// The sender, for people: the client, else the line or file; nil if neither is known.
  public var sender: String? { client ?? (wire == .line ? transport : nil) }
  /// The HTTP/2 stream, or the line number; 0 if there is none.
  public var stream: Int

  /// Describes an origin.
  public init(
    wire: Wire, transport: String = "", client: String? = nil, connection: Int = 0,
    stream: Int = 0
  ) {
    self.wire = wire
    self.transport = transport
    self.client = client
    self.connection = connection
    self.stream = stream
  }
}

extension PushRequest {
  /// The length of the whole body in bytes. If the body was cut, this is the announced length.
  var bodySize: Int {
    guard self.body.count > Self.bodyLimit else { return self.body.count }
    return self.fields.last { $0.name == "content-length" }.flatMap { Int($0.value) }
      ?? self.body.count
  }
}
