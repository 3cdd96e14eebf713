import Foundation
import InboxModel

/// The steps through which a key or a settings row mutes an app: an hour, today, off.
enum MuteStep {
  /// The values of the steps for `set mute.BUNDLE=`.
  static let words = ["1h", "today", "off"]

  /// Returns the index of the current step.
  static func current(of app: BundleID, on device: Phone, now: Date) -> Int {
    guard let until = device.mutedUntil(app) else { return 2 }
    let midnight = TimeOfDay.next(0, after: now, in: device.settings.device.timeZone)
    return midnight.map { until < $0 } ?? true ? 0 : 1
  }

  /// Returns the value of the step after the current one.
  static func next(of app: BundleID, on device: Phone, now: Date) -> String {
    words[(current(of: app, on: device, now: now) + 1) % words.count]
  }

  /// Returns the meaning of a step, for the message.
  static func meaning(of word: String) -> String {
    switch word {
    case "1h": "muted for an hour"
    case "today": "muted for today"
    default: "unmuted"
    }
  }
}
