import Foundation

/// What a client of the `CONNECT` proxy has to prove (`gateway.proxy`, `spec/seeds.md` WEB-21).
public struct ProxySettings: Equatable, Sendable {
  /// The user; nil lets everybody pass.
  public var user: String?
  /// The password.
  public var password = ""

  /// Lets everybody pass.
  public init() {}

  /// Whether a `Proxy-Authorization` will do: `Basic` with user and password (RFC 7617).
  public func admits(_ authorization: String?) -> Bool {
    guard let user else { return true }
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "basic",
      let given = Data(base64Encoded: words[1].trimmingCharacters(in: .whitespaces))
    else { return false }
    return given == Data("\(user):\(password)".utf8)
  }

  /// Reads the key of the `gateway` object; `null` lets everybody pass again.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    if reader.value("proxy")?.isNull == true {
      self = ProxySettings()
      return
    }
    var result = self
    try reader.object("proxy") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.read("user", as: "a name without a colon", into: &result.user) { value in
        value.string.flatMap { $0.isEmpty || $0.contains(":") ? nil : .some($0) }
      }
      try reader.text("password", into: &result.password)
      if result.user == nil, reader.has("password") { throw reader.error(.missing, "user") }
      if result.password.isEmpty, reader.has("user") { throw reader.error(.missing, "password") }
    }
    self = result
  }

  /// What was set, as a member of the `gateway` object; nobody is told the password.
  var members: [(key: String, value: JSONValue)] {
    user.map { [("proxy", ["user": .string($0)])] } ?? []
  }
}
