import Foundation
import InboxModel

/// Muting an app for a while, by its key and in the settings: an hour, today, not at all.
extension AppState {
  /// The steps as `set mute.BUNDLE=` has them.
  static let muteWords = ["1h", "today", "off"]

  /// The step that is in force.
  func muteStep(of app: BundleID, _ device: Phone) -> Int {
    guard let until = device.mutedUntil(app) else { return 2 }
    let midnight = TimeOfDay.next(0, after: now, in: device.settings.device.timeZone)
    return midnight.map { until < $0 } ?? true ? 0 : 1
  }

  /// Goes on to the next step.
  mutating func mute(_ app: BundleID, _ device: Phone) -> [Intent] {
    let word = Self.muteWords[(muteStep(of: app, device) + 1) % Self.muteWords.count]
    guard case .success(let changes) = read([("mute." + app.rawValue, word)], device) else {
      return []
    }
    say("\(device.appName(app)): \(Words.muted(word))")
    return changes.map { .change($0) }
  }
}

extension Words {
  /// What a step of the mute means.
  fileprivate static func muted(_ word: String) -> String {
    switch word {
    case "1h": "muted for an hour"
    case "today": "muted for today"
    default: "muted no more"
    }
  }
}
