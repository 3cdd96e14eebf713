import Foundation
import InboxModel

/// The token of the API for tests, and its file.
struct APIToken {
  let text: String
  let path: String

  /// The name of the file in the folder of keys.
  private static let name = "api-token"

  /// Reads the token of `--api-token-file`, or with `--api` the one in a folder, which is made if
  /// there is none. Nil without these options.
  init?(_ arguments: Arguments, folder: String) throws {
    if let file = arguments["api-token-file"] {
      (text, path) = (try Self.given(file), file)
    } else if arguments.has("api") {
      let folder = SecretFolder(path: folder)
      path = folder.file(Self.name)
      text = try folder.locked { () throws(SecretFolder.Failure) in
        if let bytes = try folder.read(Self.name), let text = Self.token(bytes) { return text }
        var random = SystemRandomNumberGenerator()
        let text = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
          .base64URL
        try folder.write(Array((text + "\n").utf8), to: Self.name, mode: 0o600)
        return text
      }
    } else {
      return nil
    }
  }

  private static func given(_ file: String) throws -> String {
    let bytes: [UInt8]
    do throws(ErrorMessage) {
      bytes = try InputFile.read(file)
    } catch {
      throw ErrorMessage("--api-token-file \(error.text)", error.exitCode)
    }
    guard let text = token(bytes) else { throw ErrorMessage.noToken(in: file) }
    return text
  }

  /// Returns the token in a file: visible ASCII on one line.
  private static func token(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    let isPossible = (16...512).contains(text.utf8.count) && text.utf8.allSatisfy { 33...126 ~= $0 }
    return isPossible ? text : nil
  }
}
