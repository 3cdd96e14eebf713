import Foundation
import InboxModel

/// The steps by which an app is muted, by a key and in the settings: an hour, today, not at all.
enum MuteStep {
  /// The steps as `set mute.BUNDLE=` has them.
  static let words = ["1h", "today", "off"]

  /// The place of the step that is in force.
  static func current(of app: BundleID, on device: Phone, now: Date) -> Int {
    guard let until = device.mutedUntil(app) else { return 2 }
    let midnight = TimeOfDay.next(0, after: now, in: device.settings.device.timeZone)
    return midnight.map { until < $0 } ?? true ? 0 : 1
  }

  /// The word of the step after the one in force.
  static func next(of app: BundleID, on device: Phone, now: Date) -> String {
    words[(current(of: app, on: device, now: now) + 1) % words.count]
  }

  /// Returns the meaning of a step, for the message.
  static func meaning(of word: String) -> String {
    switch word {
    case "1h": "muted for an hour"
    case "today": "muted for today"
    default: "muted no more"
    }
  }
}
