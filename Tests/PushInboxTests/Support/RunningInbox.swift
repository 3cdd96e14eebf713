import Foundation
import InboxModel

@testable import PushInbox

/// A process of `pushinbox serve` on a free port.
final class RunningInbox {
  let home: Home
  private(set) var out: Lines
  private(set) var err: Lines
  private(set) var child: Child
  /// The first line of its output (`--print-endpoints`).
  private(set) var endpoints: JSONValue
  private let options: [String]
  private let input: Int32?
  private let environment: [String: String]

  /// Starts the process and waits until it listens. `input` is its standard input; `environment` is
  /// added to that of its home.
  init(
    _ options: [String] = [], home: Home? = nil, input: Int32? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.home = try home ?? Home()
    self.options = options
    self.input = input
    self.environment = environment
    (child, out, err) = try Self.start(options, self.home, input, environment)
    endpoints = try Self.endpoints(out)
  }

  deinit {
    child.send(SIGKILL)
    _ = try? child.waitForExit()
  }

  private static func start(
    _ options: [String], _ home: Home, _ input: Int32?, _ environment: [String: String]
  ) throws -> (Child, Lines, Lines) {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let (out, err) = (try Lines(), try Lines())
    defer {
      close(nothing)
      out.closeWriter()
      err.closeWriter()
    }
    let child = try Child(
      PseudoTerminal.program,
      ["serve", "--listen", "127.0.0.1:0", "--print-endpoints", "--json"] + options,
      environment: home.environment.merging(environment) { $1 }, directory: home.path,
      streams: [input ?? nothing, out.writer, err.writer])
    return (child, out, err)
  }

  private static func endpoints(_ out: Lines) throws -> JSONValue {
    try JSONReader.read(Array(out.wait(for: "the endpoints").utf8)).root
  }

  /// Kills the process, like a power failure.
  func kill() throws {
    child.send(SIGKILL)
    try child.waitForExit()
  }

  /// Starts it again in the same home.
  func restart() throws {
    (child, out, err) = try Self.start(options, home, input, environment)
    endpoints = try Self.endpoints(out)
  }

  var address: String { endpoints["apns"]?.string ?? "" }
  var port: UInt16 { HostPort(address)?.port ?? 0 }
  var authority: String { endpoints["ca"]?.string ?? "" }

  /// Runs another `pushinbox` in the same home.
  @discardableResult
  func run(_ words: String..., input: String = "") throws -> Home.Result {
    try home.run(words, input: input)
  }

  /// The response to a request of curl.
  struct PushResponse {
    var status: Int
    /// The fields by name in lower case.
    var fields: [String: String]
    var body: String
  }

  /// Sends a body with curl, nil for a GET; `options` select the protocol.
  func curl(
    _ body: String?, _ options: String..., path: String = "/3/device/abcd", scheme: String = "http"
  ) throws -> PushResponse {
    let sent = try home.write(body ?? "", to: "curl.body")
    let host = scheme == "https" ? "localhost:\(port)" : address
    return try answer(
      toCurl: ["-sS", "-i", "--max-time", "60"] + options
        + (body == nil ? [] : ["--data-binary", "@" + sent])
        + ["\(scheme)://\(host)\(path)"])
  }

  /// Returns the last response that curl prints with `-i`.
  func answer(toCurl words: [String]) throws -> PushResponse {
    guard let curl = Tool.curl else { throw Child.Failure(description: "there is no curl") }
    let result = try home.run(program: curl.path, words)
    guard result.status == 0 else { throw Child.Failure(description: "curl: \(result.err)") }
    let text = result.out.replacing("\r\n", with: "\n")
    let end = text.firstRange(of: "\n\n")
    let head = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: "\n")
    let fields = head.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    return PushResponse(
      status: head.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0,
      fields: Dictionary(fields) { $1 }, body: end.map { String(text[$0.upperBound...]) } ?? "")
  }

  /// Waits for an event on its standard output.
  @discardableResult
  func event(_ name: String, containing text: String = "") throws -> JSONValue {
    let line = try out.wait(for: "\(name) with “\(text)”") {
      $0.contains("\"event\":\"\(name)\"") && (text.isEmpty || $0.contains(text))
    }
    return try JSONReader.read(Array(line.utf8)).root
  }
}
