import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Pushes of real senders' shapes on a phone of their own language, from the corpus of payloads.
@Suite struct OwnLanguageTests {
  @Test(arguments: ["ar", "de", "el", "he", "hi", "ja", "ko", "ru", "th", "zh"])
  func `pushes of senders in ten languages equal their golden screens`(language: String) throws {
    var phone = PhoneStub { $0.device.languages = [language] }
    var age: TimeInterval = 3600
    for file in ["mail", "firebase", "onesignal", "rocketchat", "mattermost", "bark", "ntfy"] {
      for record in try Self.records(in: file) where record["lang"]?.string == language {
        let aps = try #require(record["payload"]?.object?["aps"])
        let app = BundleID(record["bundleId"]?.string ?? "")
        age -= 60
        phone.push(JSONWriter.text(aps), app: app, age: age)
        phone.push(JSONWriter.text(aps), app: app, age: age - 30)
      }
    }
    var bench = Bench(phone, columns: 60, rows: 20)
    try expectScreen(bench.screen, named: "language-\(language)-60x20")
    phone.change(.setting(SettingPath(["device", "lock"]), "locked"))
    bench = Bench(phone, columns: 40, rows: 15)
    try expectScreen(bench.screen, named: "language-locked-\(language)-40x15")
  }

  private static func records(in file: String) throws -> [JSONObject] {
    let url = Repository.folder.appending(
      path: "Tests/InboxModelTests/Fixtures/payloads/\(file).ndjson")
    return try Data(contentsOf: url).split(separator: 0x0A).compactMap {
      try JSONReader.read(Array($0)).root.object
    }
  }
}
