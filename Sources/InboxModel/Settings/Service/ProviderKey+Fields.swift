extension ProviderKey: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value(
      "id", \.id, .identifier(.tenCharacters), "The identifier of the key, the `kid` of tokens."),
    .value(
      "team", \.team, .identifier(.tenCharacters),
      "The team that owns the key, the `iss` of tokens."),
    .required("id", "team", "file"),
    .group(
      [.init("file", SettingForm<String>(.text).schema, "The file with the key, PEM.")],
      read: { its, reader throws(SettingsError) in
        let (path, bytes) = try reader.file("file")
        its.publicKey = try reader.credential(
          reader.source.files.credentials.key(bytes), path, "file")
        its.file = reader.source.files.path(to: path)
      },
      write: { ["file": .string($0.file)] }),
    .list(
      "topics", \.topics, of: .topic,
      "The topics that the key may push to; without any, all of the team."
    )
    .omitting([]),
    .value(
      "environment", \.environment, .removable(.choice), "The environment that the key is for."),
  ]
}

extension SettingScalar<String> {
  /// The identifier of a key or a team.
  fileprivate static var tenCharacters: Self {
    text("ten letters and digits") { text in
      text.utf8.count == 10 && text.utf8.allSatisfy { $0.isDigit || $0.isASCIILetter }
    }
  }
}

extension SettingForm<[ListedCertificate]> {
  /// The list of client certificates.
  static var certificates: Self {
    .objects(
      members: [
        .init(
          "file", SettingForm<String>(.text).schema,
          "The file of the certificate: PEM, DER or PKCS #12."),
        .init("password", SettingForm<String>(.text).schema, "The password of the file."),
        .init(
          "topics", SettingForm<[String]>.list(of: .topic).schema,
          "The topics that the certificate may push to, in place of its own."
        ),
      ],
      write: \.json
    ) { reader, list throws(SettingsError) in list.append(try ListedCertificate(&reader)) }
  }
}

extension ListedCertificate {
  fileprivate init(_ reader: inout SettingsReader) throws(SettingsError) {
    guard reader.has("file") else { throw reader.error(.missing, "file") }
    let (path, bytes) = try reader.file("file")
    var password: String?
    try reader.text("password", into: &password)
    let files = reader.source.files
    let certificate = try reader.credential(
      files.credentials.certificate(.init(path: path, bytes: bytes, password: password)), path,
      "file")
    self.init(file: files.path(to: path), certificate: certificate)
    if reader.has("topics") {
      var topics: [String] = []
      try reader.elements("topics", .topic, into: &topics)
      self.topics = topics
    } else if certificate.topics.isEmpty {
      throw reader.error(.missing, "topics")
    }
  }

  fileprivate var json: JSONObject {
    var object: JSONObject = ["file": .string(file)]
    if let topics { object["topics"] = .array(topics.map(JSONValue.string)) }
    return object
  }
}

extension SettingsReader {
  /// Reads the file that a key names; returns its path as written, and its bytes.
  fileprivate mutating func file(
    _ key: String
  ) throws(SettingsError) -> (path: String, bytes: [UInt8]) {
    var path = ""
    try text(key, into: &path)
    return (path, try bytes(ofFile: path, key))
  }

  /// Returns the parsed content of a file, or an error that names it.
  fileprivate func credential<Credential>(
    _ result: Result<Credential, SettingsFiles.Failure>, _ path: String, _ key: String
  ) throws(SettingsError) -> Credential {
    switch result {
    case .success(let credential): return credential
    case .failure(let failure): throw error(.file("\(path) \(failure.reason)"), key)
    }
  }
}
