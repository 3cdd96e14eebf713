import Foundation
import InboxModel

/// The service accounts with which FCM senders request access tokens. Our own is a file in the data
/// folder in Google's format, created on first use.
struct ServiceAccounts: Sendable {
  typealias Failure = CertificateAuthority.Failure

  static let fileName = "fcm-service-account.json"
  private static let project = "pushinbox"

  /// The data folder; nil for none.
  var folder: String?
  /// Whether assertions of other accounts are accepted too. Their signatures are not verified,
  /// because their keys are not known here.
  var acceptsAny = true

  /// Returns the account of an assertion.
  ///
  /// - Throws: The reason why the assertion is rejected.
  func account(behind word: JWTAssertion, at now: Date) throws(TokenProblem) -> String {
    try word.check(at: now)
    let own = folder.flatMap { try? SecretFolder(path: $0).read(Self.fileName) }
      .flatMap { try? JSONReader.read($0) }?.root.object
    guard word.account == own?["client_email"]?.string else {
      guard acceptsAny else {
        throw TokenProblem("invalid_grant", "the service account is unknown")
      }
      return PlainText.clean(String(word.account.prefix(100)))
    }
    guard let text = own?["private_key"]?.string, let key = RSAKey(pem: Array(text.utf8)),
      key.made(word.signature, over: word.signed)
    else {
      throw TokenProblem("invalid_grant", "the signature was not made with the account's key")
    }
    return word.account
  }

  /// Creates the file of the service account, or updates the address in an existing one.
  ///
  /// - Parameters:
  ///   - tokenAddress: The address at which senders request access tokens.
  ///   - project: The project of the account; nil for ``project``.
  /// - Returns: The path of the file.
  static func file(
    in folder: String, tokenAddress: String, project: String? = nil
  ) throws(Failure) -> String {
    let folder = SecretFolder(path: folder)
    return try folder.locked { () throws(Failure) in
      let path = folder.file(fileName)
      var account: JSONObject
      if let bytes = try folder.read(fileName) {
        guard let known = (try? JSONReader.read(bytes))?.root.object else {
          throw .broken(path: path, message: "it is not JSON")
        }
        account = known
      } else {
        account = try fresh()
      }
      account["token_uri"] = .string(tokenAddress)
      account["project_id"] = .string(project ?? Self.project)
      let text = JSONWriter.text(.object(account), pretty: true) + "\n"
      try folder.write(Array(text.utf8), to: fileName, mode: 0o600)
      return path
    }
  }

  private static func fresh() throws(Failure) -> JSONObject {
    guard let key = RSAKey.freshPEM() else { throw .openSSL(OpenSSLError.drained().message) }
    let number = (0..<20).map { _ in "0123456789abcdef".randomElement() ?? "0" }
    return [
      "type": "service_account", "project_id": "",
      "private_key_id": .string(String(number)),
      "private_key": .string(String(decoding: key, as: UTF8.self)),
      "client_email": .string("pushinbox@\(project).iam.gserviceaccount.com"),
      "client_id": "100000000000000000000",
      "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": "",
      "universe_domain": "googleapis.com",
    ]
  }
}
