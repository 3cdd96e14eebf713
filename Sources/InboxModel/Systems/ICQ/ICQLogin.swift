import Foundation

/// The login of a client, `POST /icq/session`.
struct ICQLogin: Equatable {
  /// The user of the client.
  var uin: UIN
  /// The name of the client; nil for the phone's client.
  var otherClient: String?
  /// Whether it is a logout.
  var logsOut = false
  /// The parameters of the phone's session: the previous ones with those of the request.
  var parameters = ICQParameters()

  init(uin: UIN) { self.uin = uin }

  /// Parses a body. Parameters that the phone's client omits keep their values (ICQ-09).
  ///
  /// - Parameter known: Returns the parameters of a user's session.
  /// - Throws: ``SettingsError`` that names the first invalid field.
  static func read(
    _ body: [UInt8], _ known: (UIN) -> ICQParameters?
  ) throws(SettingsError) -> ICQLogin {
    let source = SettingsSource(bytes: body)
    var reader = SettingsReader(try source.root(.json), source: source)
    var uin: UIN?
    try reader.read("uin", as: UIN.form, into: &uin) { UIN($0).map(Optional.some) }
    guard let uin else { throw reader.error(.missing, "uin") }
    var login = ICQLogin(uin: uin)
    var client = phone
    try reader.read("client", as: clientForm, into: &client) { value in
      value.string.flatMap { (1...32).contains($0.utf8.count) ? $0 : nil }
    }
    if client != phone { login.otherClient = client }
    try reader.read("logout", .flag, into: &login.logsOut)
    if login.otherClient != nil || login.logsOut {
      let reason = login.logsOut ? "logout" : "client"
      if let name = ICQParameters.names.first(where: reader.has) {
        throw reader.error(.excluded(by: reason), name)
      }
    } else {
      login.parameters = known(uin) ?? ICQParameters()
      try login.parameters.apply(&reader)
    }
    try reader.finish()
    return login
  }

  private static let phone = "phone"
  private static let clientForm = "`\"phone\"`, or what another client is called, 1 to 32 bytes"
}
