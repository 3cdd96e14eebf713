import Foundation

/// A provider's key, created and used with the installed `openssl`.
struct SigningKey {
  let id: String
  let team: String
  /// The path of the `.p8` file.
  let path: String

  /// Creates a key in a file of a folder.
  init(_ id: String, team: String = "DEF123GHIJ", in folder: String) throws {
    self.id = id
    self.team = team
    path = folder + "/AuthKey_\(id).p8"
    try Self.openssl([
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", path,
    ])
  }

  /// Returns the value of `authorization`.
  func authorization(team: String? = nil, age: Int = 0) throws -> String {
    let issued = Int(Date().timeIntervalSince1970) - age
    let text =
      Self.base64URL(Data(#"{"alg":"ES256","kid":"\#(id)"}"#.utf8)) + "."
      + Self.base64URL(Data(#"{"iss":"\#(team ?? self.team)","iat":\#(issued)}"#.utf8))
    let (signed, signature) = (path + ".signed", path + ".signature")
    try Data(text.utf8).write(to: URL(filePath: signed))
    try Self.openssl(["dgst", "-sha256", "-sign", path, "-out", signature, signed])
    return "bearer \(text)." + Self.base64URL(try Data(contentsOf: URL(filePath: signature)))
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func openssl(_ arguments: [String]) throws {
    guard let tool = Tool.openssl else { throw Child.Failure(description: "there is no openssl") }
    let result = try tool.run(arguments)
    guard result.status == 0 else { throw Child.Failure(description: result.output) }
  }
}
