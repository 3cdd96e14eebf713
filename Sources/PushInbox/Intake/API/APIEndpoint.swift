import Foundation
import InboxModel

/// An endpoint of the API for tests (`docs/reference/api.md`): a request that is a command of the
/// control socket in another form.
struct APIEndpoint: Sendable {
  /// A parameter of the request.
  struct Parameter: Sendable {
    /// The part of the request with the value.
    enum Place: String, Sendable { case path, query, body }

    /// The part of the command line that the value becomes.
    enum Use: Sendable {
      case word
      case option
      /// An option without a value.
      case flag
    }

    let name: String
    let place: Place
    let use: Use
    /// The value if the request has none; nil for a parameter that may be absent.
    var standard: String?
    var isRequired = false
    /// The meaning, one sentence.
    let meaning: String
  }

  /// The form of a response.
  enum Output: String, Sendable {
    /// The JSON object that the command prints.
    case object
    /// The JSON objects that the command prints, as an array.
    case list
    /// The lines of text that the command prints, as an array of strings in `output`.
    case lines
    /// The JSON objects that the command prints, as server-sent events.
    case events
  }

  let method: String
  /// The path below `/api/v1`, with parameters in braces.
  let path: String
  /// The effect, one sentence.
  let summary: String
  /// The command and its options.
  let command: [String]
  /// The first words after the options.
  var verb: [String] = []
  var parameters: [Parameter] = []
  /// The meaning of the members of the body, each of which becomes a word `KEY=VALUE`; nil for
  /// none.
  var assignments: String?
  /// The meaning of a body that becomes the command's standard input; nil for none.
  var input: String?
  let output: Output
  /// Whether the command prints an object per line for some filters, as for rejected pushes.
  var mayPrintLines = false
  /// The status of a response with output if the command exits 1; nil if that is an error. The
  /// sentence is for the OpenAPI document.
  var negative: (status: Int, meaning: String)?

  /// Whether the command may last, and is of no use without its client.
  var lasts: Bool { ["wait", "events", "run"].contains(command[0]) }

  /// The path of all endpoints.
  static let root = "/api/v1"

  /// Whether a path belongs to the API for tests.
  static func isServed(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

  static let all: [APIEndpoint] = [
    APIEndpoint(
      method: "GET", path: "/pushes", summary: "The list with its groups, as `ls --json`.",
      command: ["ls", "--json"], parameters: [filter()], output: .object, mayPrintLines: true),
    APIEndpoint(
      method: "DELETE", path: "/pushes", summary: "Removes pushes from the list, as `rm`.",
      command: ["rm"], parameters: [filter(), all(.query)], output: .lines),
    APIEndpoint(
      method: "GET", path: "/rejected", summary: "The rejected pushes, newest first.",
      command: ["ls", "--json"], verb: ["is:rejected"], parameters: [filter()], output: .list),
    APIEndpoint(
      method: "DELETE", path: "/rejected", summary: "Removes rejected pushes.",
      command: ["rm"], verb: ["is:rejected"], parameters: [filter()], output: .lines),
    APIEndpoint(
      method: "GET", path: "/pushes/{push}", summary: "A push in full, as `show --json`.",
      command: ["show", "--json"], parameters: [push], output: .object),
    APIEndpoint(
      method: "GET", path: "/pushes/{push}/why",
      summary: "The rules that decided about a push, as `why --json`.", command: ["why", "--json"],
      parameters: [push], output: .object),
    APIEndpoint(
      method: "POST", path: "/pushes/{push}/act", summary: "Uses an action of a push, as `act`.",
      command: ["act"],
      parameters: [
        push,
        Parameter(
          name: "action", place: .body, use: .word, isRequired: true,
          meaning: "The identifier of an action, or a word such as `open`."),
        Parameter(name: "text", place: .body, use: .option, meaning: "The text of a reply."),
        Parameter(name: "for", place: .body, use: .option, meaning: "The time of `snooze`."),
      ], output: .lines),
    APIEndpoint(
      method: "GET", path: "/wait",
      summary: "Waits until pushes match, and returns them, as `wait --json`.",
      command: ["wait", "--json"],
      parameters: [
        filter(standard: ""),
        Parameter(name: "count", place: .query, use: .option, meaning: "The number of pushes; 1."),
        Parameter(
          name: "timeout", place: .query, use: .option, standard: "30s",
          meaning: "The time limit, after which the status is 408."),
      ], output: .list),
    APIEndpoint(
      method: "GET", path: "/events",
      summary: "Streams events until the client leaves, as `events --json`.",
      command: ["events", "--json"], parameters: [filter()], output: .events),
    APIEndpoint(
      method: "POST", path: "/read", summary: "Marks pushes read, as `read`.", command: ["read"],
      parameters: [
        Parameter(name: "filter", place: .body, use: .word, meaning: "A filter, or `last`."),
        all(.body),
      ], output: .lines),
    APIEndpoint(
      method: "GET", path: "/settings", summary: "The settings in force, as `config show --json`.",
      command: ["config", "--json"], verb: ["show"], output: .object),
    APIEndpoint(
      method: "POST", path: "/settings", summary: "Changes settings of the phone, as `set`.",
      command: ["set"], assignments: "Settings and their values: a setting of the phone or a path.",
      output: .lines),
    APIEndpoint(
      method: "DELETE", path: "/settings",
      summary: "Resets the changes of settings, as `config reset`.", command: ["config"],
      verb: ["reset"], output: .lines),
    APIEndpoint(
      method: "POST", path: "/reset",
      summary: "Returns to the state of a fresh start, as `reset`.", command: ["reset", "--all"],
      output: .lines),
    APIEndpoint(
      method: "GET", path: "/faults", summary: "The faults, as `fault ls --json`.",
      command: ["fault", "--json"], verb: ["ls"], output: .object),
    APIEndpoint(
      method: "POST", path: "/faults", summary: "Adds a fault, as `fault add`.",
      command: ["fault", "--json"],
      verb: ["add"], assignments: "Which pushes, and the effect, for instance `answer`.",
      output: .object),
    APIEndpoint(
      method: "DELETE", path: "/faults", summary: "Ends all faults.", command: ["fault", "--all"],
      verb: ["rm"], output: .lines),
    APIEndpoint(
      method: "POST", path: "/run",
      summary:
        "Plays a scenario on a phone of its own, as `run --report`: an object per case. The status "
        + "is 422 if an expectation failed.",
      command: ["run"], verb: ["-"], input: "The lines of the scenario.", output: .list,
      negative: (422, "An expectation failed: a case has `ok` false.")),
  ]

  private static let push = Parameter(
    name: "push", place: .path, use: .word, isRequired: true,
    meaning: "The number, the apns-id, the request identifier, or `last`.")

  private static func filter(standard: String? = nil) -> Parameter {
    Parameter(
      name: "filter", place: .query, use: .word, standard: standard,
      meaning: "A filter, as for `ls`.")
  }

  /// The parameter that replaces a filter, which must not be empty then.
  private static func all(_ place: Parameter.Place) -> Parameter {
    Parameter(
      name: "all", place: place, use: .flag,
      meaning: "`true` for everything in the list, in place of `filter`.")
  }

  // MARK: Requests

  /// The reason why a request has no words: half a sentence.
  struct Problem: Error, Equatable { let text: String }

  /// Returns the values of the parameters in a path; nil for another path.
  func match(_ path: String) -> [String: String]? {
    let own = self.path.split(separator: "/", omittingEmptySubsequences: false)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard own.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (name, part) in zip(own, parts) {
      if name.hasPrefix("{") {
        guard let value = String(part).removingPercentEncoding, !value.isEmpty else { return nil }
        values[String(name.dropFirst().dropLast())] = value
      } else if name != part {
        return nil
      }
    }
    return values
  }

  /// Returns the words of the command.
  ///
  /// - Parameter path: The parameters of the path.
  func words(path: [String: String], query: String, body: [UInt8]) throws(Problem) -> [String] {
    let query = try APIQuery.values(query)
    let members = try self.members(body)
    try check(query.map(\.key), .query)
    if assignments == nil { try check(members.members.map(\.key), .body) }
    var (options, words) = ([String](), verb)
    for parameter in parameters {
      let given =
        switch parameter.place {
        case .path: path[parameter.name]
        case .query: query.last { $0.key == parameter.name }?.value
        case .body: try Self.text(members, parameter)
        }
      guard let value = given ?? parameter.standard else {
        if parameter.isRequired { throw Problem(text: "`\(parameter.name)` is missing") }
        continue
      }
      switch parameter.use {
      case .word: words.append(value)
      case .option: options.append("--\(parameter.name)=\(value)")
      case .flag:
        guard let isOn = Bool(value) else {
          throw Problem(text: "`\(parameter.name)` is neither `true` nor `false`")
        }
        if isOn { options.append("--\(parameter.name)") }
      }
    }
    if parameters.contains(where: { $0.use == .flag }) {
      let isBlank = words.allSatisfy { $0.allSatisfy(\.isWhitespace) }
      if isBlank, options.isEmpty {
        throw Problem(
          text: "`filter` is missing or empty; for everything in the list set `all` to `true`")
      }
      if !isBlank, !options.isEmpty { throw Problem(text: "`filter` and `all` exclude each other") }
    }
    if assignments != nil {
      guard !members.isEmpty else { throw Problem(text: "the body is an empty object") }
      words += members.members.map { $0.key + "=" + Self.word($0.value) }
    }
    // Words may begin with a dash, which negates a filter.
    return command + options + ["--"] + words
  }

  private func check(_ keys: [String], _ place: Parameter.Place) throws(Problem) {
    let names = parameters.filter { $0.place == place }.map(\.name)
    guard let key = keys.first(where: { !names.contains($0) }) else { return }
    let advice =
      NearestName.of(key, among: names).map { "; did you mean `\($0)`?" }
      ?? (names.isEmpty ? "" : "; this endpoint has " + names.alternatives)
    throw Problem(text: "there is no parameter `\(PlainText.clean(key))`" + advice)
  }

  private func members(_ body: [UInt8]) throws(Problem) -> JSONObject {
    guard input == nil else {
      guard !body.isEmpty else { throw Problem(text: "the body is empty") }
      return JSONObject()
    }
    let isUsed = assignments != nil || parameters.contains { $0.place == .body }
    guard isUsed else {
      guard body.isEmpty else { throw Problem(text: "\(method) \(path) has no body") }
      return JSONObject()
    }
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(body).root
    } catch {
      throw Problem(
        text: "the body is not JSON: line \(error.line), column \(error.column): \(error.problem)")
    }
    guard let object = root.object else {
      throw Problem(text: "the body is \(root.kind), not an object")
    }
    return object
  }

  private static func text(
    _ members: JSONObject, _ parameter: Parameter
  ) throws(Problem) -> String? {
    guard let value = members[parameter.name], !value.isNull else { return nil }
    if parameter.use == .flag { return word(value) }
    guard let text = value.string else {
      throw Problem(text: "`\(parameter.name)` is \(value.kind), not a string")
    }
    return text
  }

  private static func word(_ value: JSONValue) -> String {
    value.string ?? JSONWriter.text(value)
  }
}

/// The query of a request (WHATWG, "URL Standard", application/x-www-form-urlencoded).
enum APIQuery {
  static func values(
    _ query: String
  ) throws(APIEndpoint.Problem) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    for part in query.utf8.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.map { decoded(String(decoding: $0, as: UTF8.self)) }
      guard !texts.contains(nil) else {
        throw APIEndpoint.Problem(text: "the query is not percent-encoded UTF-8")
      }
      values.append((texts[0] ?? "", texts.count > 1 ? texts[1] ?? "" : ""))
    }
    return values
  }

  private static func decoded(_ text: String) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }
}
