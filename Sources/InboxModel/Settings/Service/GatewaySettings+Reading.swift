extension GatewaySettings {
  /// The `gateway` object.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try reader.flag("strict", into: &isStrict)
    try applyKeys(&reader)
    try applyCertificates(&reader)
    try reader.choice("environment", into: &environment)
    try reader.choice("environmentKeyReason", into: &environmentKeyReason)
    try reader.number("tokenUpdates", in: 1...100, into: &tokenUpdates)
    try applyTokenRate(&reader)
    try applyDevices(&reader)
    try reader.choice("tokens", into: &tokens)
    try reader.choice("topics", into: &topics)
    try reader.read("streams", as: "`1000` or `apple`", into: &streams) { value in
      value.string == "apple" ? .apple : value.int == 1000 ? .all : nil
    }
  }

  private mutating func applyKeys(_ reader: inout SettingsReader) throws(SettingsError) {
    var keys: [ProviderKey] = []
    try reader.objects("keys") { (reader: inout SettingsReader) throws(SettingsError) in
      let key = try ProviderKey(&reader)
      if keys.contains(where: { $0.id == key.id }) { throw reader.error(.repeated, "id") }
      keys.append(key)
    }
    if reader.has("keys") { self.keys = keys }
  }

  private mutating func applyCertificates(_ reader: inout SettingsReader) throws(SettingsError) {
    var certificates: [ListedCertificate] = []
    try reader.objects("certificates") { (reader: inout SettingsReader) throws(SettingsError) in
      certificates.append(try ListedCertificate(&reader))
    }
    if reader.has("certificates") { self.certificates = certificates }
  }

  private mutating func applyDevices(_ reader: inout SettingsReader) throws(SettingsError) {
    var devices: [DeviceToken: ListedDevice] = [:]
    try reader.objects("devices") { (reader: inout SettingsReader) throws(SettingsError) in
      let device = try ListedDevice(&reader)
      if devices[device.token] != nil { throw reader.error(.repeated, "token") }
      devices[device.token] = device
    }
    if reader.has("devices") { self.devices = devices }
  }

  /// `null` takes the limit away.
  private mutating func applyTokenRate(_ reader: inout SettingsReader) throws(SettingsError) {
    if reader.value("tokenRate")?.isNull == true { return tokenRate = nil }
    var rate = tokenRate ?? PushRate(count: 0, per: 60)
    try reader.object("tokenRate") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.number("count", in: 1...1_000_000, into: &rate.count)
      try reader.read("per", as: "a span such as `10s`", into: &rate.span) { value in
        value.string.flatMap(TimeSpan.seconds).flatMap { $0 > 0 ? $0 : nil }
      }
      if rate.count == 0 { throw reader.error(.missing, "count") }
    }
    if reader.has("tokenRate") { tokenRate = rate }
  }
}

extension ProviderKey {
  private static let identifierForm = "ten letters and digits"

  fileprivate init(_ reader: inout SettingsReader) throws(SettingsError) {
    var (id, team): (KeyID, TeamID) = ("", "")
    try reader.read("id", as: Self.identifierForm, into: &id) {
      Self.identifier($0).map(KeyID.init)
    }
    try reader.read("team", as: Self.identifierForm, into: &team) {
      Self.identifier($0).map(TeamID.init)
    }
    for key in ["id", "team", "file"] where !reader.has(key) {
      throw reader.error(.missing, key)
    }
    let (path, bytes) = try reader.bytes(ofFile: "file")
    let publicKey = try reader.credential(reader.source.files.credentials.key(bytes), path, "file")
    self.init(
      id: id, team: team, file: reader.source.files.path(to: path), publicKey: publicKey)
    try reader.topics(into: &topics)
    try reader.choice("environment", into: &environment)
  }

  private static func identifier(_ value: JSONValue) -> String? {
    value.string.flatMap { text in
      text.utf8.count == 10 && text.utf8.allSatisfy { $0.isDigit || $0.isASCIILetter } ? text : nil
    }
  }
}

extension ListedCertificate {
  fileprivate init(_ reader: inout SettingsReader) throws(SettingsError) {
    guard reader.has("file") else { throw reader.error(.missing, "file") }
    let (path, bytes) = try reader.bytes(ofFile: "file")
    var password: String?
    try reader.text("password", into: &password)
    let files = reader.source.files
    let certificate = try reader.credential(
      files.credentials.certificate(.init(path: path, bytes: bytes, password: password)), path,
      "file")
    self.init(file: files.path(to: path), certificate: certificate)
    if reader.has("topics") {
      var topics: [String] = []
      try reader.topics(into: &topics)
      self.topics = topics
    } else if certificate.topics.isEmpty {
      throw reader.error(.missing, "topics")
    }
  }
}

extension ListedDevice {
  fileprivate init(_ reader: inout SettingsReader) throws(SettingsError) {
    var token = DeviceToken.local
    try reader.read("token", as: "2 to 200 hex digits", into: &token) { value in
      value.string.flatMap { DeviceToken(hex: $0) }
    }
    var app = ""
    try reader.read("app", as: BundleID.form, into: &app) { value in
      value.string.flatMap { BundleID(wellFormed: $0)?.rawValue }
    }
    for key in ["token", "app"] where !reader.has(key) { throw reader.error(.missing, key) }
    self.init(token: token, topic: app)
    try reader.read("topic", as: "a topic of \(app)", into: &topic) { value in
      value.string.flatMap { (try? Topic($0))?.app.rawValue == app ? $0 : nil }
    }
    try reader.choice("environment", into: &environment)
    try reader.choice("state", into: &state)
    try reader.read("since", as: "a time such as `2026-04-14T18:58:00Z`", into: &since) { value in
      value.string.flatMap(Timestamp.date).map(Optional.some)
    }
  }
}

extension SettingsReader {
  /// Reads the file that a key names; the path is as written.
  fileprivate mutating func bytes(
    ofFile key: String
  ) throws(SettingsError) -> (path: String, bytes: [UInt8]) {
    var path = ""
    try text(key, into: &path)
    switch source.files.item(at: path) {
    case .success(.file(let bytes)): return (path, bytes)
    case .success(.folder): throw error(.file("\(path) is a folder"), key)
    case .failure(let failure): throw error(.file("\(path): \(failure.reason)"), key)
    }
  }

  /// The content of a file, or the error that names it.
  fileprivate func credential<Credential>(
    _ result: Result<Credential, SettingsFiles.Failure>, _ path: String, _ key: String
  ) throws(SettingsError) -> Credential {
    switch result {
    case .success(let credential): return credential
    case .failure(let failure): throw error(.file("\(path) \(failure.reason)"), key)
    }
  }

  fileprivate mutating func topics(into target: inout [String]) throws(SettingsError) {
    try elements("topics", as: "a topic such as `com.example.mail`", into: &target) { value in
      value.string.flatMap { (try? Topic($0)) != nil && !$0.isEmpty ? $0 : nil }
    }
  }
}
