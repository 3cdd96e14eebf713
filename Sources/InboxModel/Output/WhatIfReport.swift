import Foundation

/// The result of `what-if`: the number of examined pushes, and those that would have had another
/// outcome.
public struct WhatIfReport: Equatable, Sendable {
  /// The changes as written.
  public var words: [String]
  /// The number of examined pushes.
  public var looked = 0
  /// The pushes that would have been presented differently, in the order of their arrival.
  public var differences: [WhatIf.Difference] = []

  /// Makes a report without examined pushes.
  public init(words: [String]) {
    self.words = words
  }
}

/// The report of `what-if` for scripts: one line of JSON.
public enum WhatIfJSON {
  /// Returns a report, newest pushes first, without a line end.
  public static func text(_ report: WhatIfReport, on device: Phone) -> String {
    JSONMembers.text { json in
      json.add("differ", report.differences.count)
      json.add("looked", report.looked)
      json.add("pushes", objects: report.differences.reversed()) { difference, json in
        let notification = difference.notification
        json.add("app", notification.app.text)
        json.add("deliveredAt", notification.deliveredAt)
        json.add("id", notification.id.rawValue)
        json.add("lateBy", seconds: notification.times.lateBy)
        json.add("receivedAt", notification.receivedAt)
        json.add("title", device.whatIfTitle(of: notification))
        json.add("was") { append(difference.was, to: &$0) }
        json.add("wouldBe") { append(difference.wouldBe, to: &$0) }
      }
      json.add("set", texts: report.words)
      json.add("v", 1)
    }
  }

  private static func append(_ appearance: WhatIf.Appearance, to json: inout JSONMembers) {
    if let content = appearance.content {
      json.add("content") { $0.addTexts(of: content) }
    } else {
      json.add("content", String?.none)
    }
    if let group = appearance.group {
      json.add("group") { json in
        json.add("by", group.kind.word)
        json.add("thread", group.thread)
      }
    } else {
      json.add("group", String?.none)
    }
    json.add("hidden", appearance.isHidden)
    json.add("level", appearance.level?.rawValue)
    json.add("outcome", appearance.outcome.rawValue)
    json.add("presented", texts: appearance.presented.names)
    json.add("reason", appearance.reason.rawValue)
    json.add("sound", appearance.sound, presented: appearance.presented)
  }
}

/// The report of `what-if` for people.
public enum WhatIfText {
  /// Returns a line for each push, newest first, and one with their number; without line ends and
  /// escape bytes.
  ///
  ///     #27 2026-04-14 20:31:09.120 quiet, dnd.schedule → shown (banner, list, sound) Chat: Ann
  ///     1 of 40 pushes would have been presented differently with focus=off
  public static func lines(_ report: WhatIfReport, on device: Phone) -> [String] {
    let timeZone = device.settings.device.timeZone
    let rows = report.differences.reversed().map { difference in
      let notification = difference.notification
      let name = device.appName(notification.app)
      let title = device.whatIfTitle(of: notification).map { ": " + $0 } ?? ""
      return [
        "#\(notification.id.rawValue)", PlainText.moment(notification.date, in: timeZone),
        change(difference), PlainText.clean(name + title),
      ]
    }
    let count = report.differences.count
    let words = PlainText.clean(report.words.joined(separator: " "))
    return PlainText.columns(rows) + [
      "\(count == 0 ? "none" : String(count)) of \(report.looked) "
        + "push\(report.looked == 1 ? "" : "es") would have been presented differently with \(words)"
    ]
  }

  /// Returns the differences; the outcome is always included.
  private static func change(_ difference: WhatIf.Difference) -> String {
    let (was, wouldBe) = (difference.was, difference.wouldBe)
    func words(_ appearance: WhatIf.Appearance, besides other: WhatIf.Appearance) -> String {
      var words = [appearance.outcome.rawValue]
      if was.reason != wouldBe.reason, appearance.reason != .shown {
        words.append(appearance.reason.rawValue)
      }
      if let level = appearance.level, let compared = other.level, level != compared {
        words.append(level.rawValue)
      }
      if let sound = appearance.sound, let compared = other.sound, sound.words != compared.words {
        words.append("sound \(sound.words)")
      }
      if was.isHidden != wouldBe.isHidden {
        words.append(appearance.isHidden ? "hidden" : "full text")
      }
      if let group = appearance.group, let compared = other.group, group != compared {
        words.append("group by \(group.kind.word)")
      }
      if let content = appearance.content, let compared = other.content, content != compared {
        words.append("“\(content.parts(otherThanIn: compared))”")
      }
      let places = was.presented == wouldBe.presented ? "" : " (\(appearance.presented.sentence))"
      return PlainText.clean(words.joined(separator: ", ") + places)
    }
    return words(was, besides: wouldBe) + " → " + words(wouldBe, besides: was)
  }
}

extension Phone {
  /// Returns the title of a push on the screen, shortened; nil without text.
  fileprivate func whatIfTitle(of notification: DeliveredNotification) -> String? {
    let text = visibleText(of: notification)
    return text.title ?? text.body
  }
}

extension DeliveredNotification.Content {
  /// Returns the parts that differ in another text, in a few words.
  fileprivate func parts(otherThanIn other: Self) -> String {
    let parts = [(title, other.title), (subtitle, other.subtitle), (body, other.body)]
    return parts.filter { $0.0 != $0.1 }.compactMap(\.0).joined(separator: ": ")
  }
}
