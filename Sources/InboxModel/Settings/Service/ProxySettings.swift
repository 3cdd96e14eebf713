import Foundation

/// The credentials that clients of the `CONNECT` proxy need: `gateway.proxy`.
public struct ProxySettings: Equatable, Sendable {
  /// The user; nil requires no credentials.
  public var user: String?
  /// The password.
  public var password = ""

  /// Makes settings without credentials.
  public init() {}

  /// Returns whether a `Proxy-Authorization` value is accepted: `Basic` with user and password (RFC
  /// 7617 §2).
  public func admits(_ authorization: String?) -> Bool {
    guard let user else { return true }
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "basic",
      let given = Data(base64Encoded: words[1].trimmingCharacters(in: .whitespaces))
    else { return false }
    return given == Data("\(user):\(password)".utf8)
  }
}

extension ProxySettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value(
      "user", \.user,
      .given(.text("a name without a colon") { !$0.isEmpty && !$0.contains(":") }),
      "The user name that the proxy requires."
    ),
    // The password is never written.
    .value("password", \.password, .text, "The password of the user.").written { _ in nil },
    .check { its, reader throws(SettingsError) in
      if its.user == nil, reader.has("password") { throw reader.error(.missing, "user") }
      if its.password.isEmpty, reader.has("user") { throw reader.error(.missing, "password") }
    },
  ]
}

extension SettingForm<ProxySettings> {
  /// The `proxy` object; `null` removes the credentials.
  static var proxy: Self {
    let object = SettingForm.object
    return Self(
      schema: object.schema, otherKinds: [.null],
      read: { reader, key, its throws(SettingsError) in
        if reader.value(key)?.isNull == true { return its = ProxySettings() }
        try object.read(&reader, key, &its)
      },
      write: { $0.user == nil ? nil : object.write($0) })
  }
}
