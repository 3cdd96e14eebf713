import Foundation

// The stored form of a push's context, as in `Delivery+Coding.swift`.

extension PresentationContext {
  /// The differences from ``init()``, as JSON. Most pushes store `{"at":…}`.
  public var stored: [UInt8] {
    var copy = self
    return JSONFields.bytes { copy.exchange(&$0) }
  }

  /// Parses ``stored``; nil for anything else.
  public init?(stored json: JSONObject) {
    var fields = JSONFields(reading: json)
    exchange(&fields)
    guard fields.isValid else { return nil }
  }

  private mutating func exchange(_ fields: inout JSONFields) {
    let fresh = Self.fresh
    fields.field("at", &at)
    fields.field("era", &era, unless: fresh.era)
    fields.field("lock", &lock, unless: fresh.lock)
    fields.field("previews", &previews, unless: fresh.previews)
    fields.field("grouping", &grouping, unless: fresh.grouping)
    fields.field("ringer", &ringer, unless: fresh.ringer)
    fields.field("appName", &appName)
    fields.field("installed", &isInstalled, unless: fresh.isInstalled)
    fields.field("state", &appState, unless: fresh.appState)
    fields.field("permission", &permission, unless: fresh.permission)
    fields.field("quietly", &deliversQuietly, unless: fresh.deliversQuietly)
    fields.field("mutedUntil", &mutedUntil)
    fields.field("lockScreen", &showsOnLockScreen, unless: fresh.showsOnLockScreen)
    fields.field("list", &showsInList, unless: fresh.showsInList)
    fields.field("banners", &showsBanners, unless: fresh.showsBanners)
    fields.field("sounds", &playsSounds, unless: fresh.playsSounds)
    fields.field("lacksSound", &lacksSound, unless: false)
    fields.field("badges", &setsBadges, unless: fresh.setsBadges)
    fields.field("timeSensitive", &timeSensitive, unless: fresh.timeSensitive)
    fields.field("critical", &critical, unless: fresh.critical)
    fields.field("assumes", &assumesEntitlements, unless: fresh.assumesEntitlements)
    fields.field("present", &willPresent, unless: fresh.willPresent)
    fields.field("channel", &channel)
    fields.field("refresh", &refreshesInBackground, unless: fresh.refreshesInBackground)
    fields.field("budget", &backgroundBudget, unless: fresh.backgroundBudget)
    fields.field("wakes", &recentWakes, unless: fresh.recentWakes)
    fields.field("widgetBudget", &widgetBudget, unless: fresh.widgetBudget)
    fields.field("reloads", &recentReloads, unless: fresh.recentReloads)
    fields.field("extension", &serviceExtension, unless: .none)
    fields.field("text", &text, unless: fresh.text)
    fields.field("language", &language)
    fields.field("replaced", &replaced, unless: fresh.replaced)
    fields.field("badge", &badge, unless: fresh.badge)
    fields.field("summaryAt", &summaryAt)
    fields.field("summaryStandard", &summaryIsStandard, unless: false)
    fields.field("focus", &focus)
    fields.field("focusOff", &focusTurnedOff)
    var activity = self.activity?.wrappedValue
    fields.field("activity", &activity)
    self.activity = activity.map { Indirect(wrappedValue: $0) }
    fields.field("catchUp", &catchUp)
  }

  private static let fresh = PresentationContext()
}

extension PresentationContext.Focus: JSONFieldList {
  init() {
    self.init(name: "")
  }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("name", &name)
    fields.field("manual", &isManual, unless: false)
    fields.field("until", &until)
    fields.field("followed", &isFollowed, unless: false)
    fields.field("allowsApp", &allowsApp, unless: false)
    fields.field("allowsSender", &allowsSender, unless: false)
    fields.field("silences", &silencesListed, unless: false)
    fields.field("timeSensitive", &allowsTimeSensitive, unless: true)
    fields.field("filter", &filter)
    fields.field("hidesBadges", &hidesBadges, unless: false)
  }
}

extension PresentationContext.CatchUp: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("policy", &policy, unless: .once)
    fields.field("count", &count, unless: 1)
    fields.field("alerted", &hasAlerted, unless: false)
  }
}

extension PresentationContext.Extension: JSONField {
  func append(to bytes: inout [UInt8]) {
    JSONFields.append(to: &bytes) { fields in
      switch self {
      case .none: break
      case .answered(let payload, var changed):
        var text = String(decoding: payload.bytes, as: UTF8.self)
        fields.field("answer", &text)
        fields.field("changed", &changed)
      case .timedOut(var limit): fields.field("limit", &limit)
      case .failed(var problem): fields.field("failed", &problem)
      }
    }
  }

  init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    if let text = object["answer"]?.string, let changed = object["changed"].flatMap([String].init),
      let payload = try? Payload.read(Array(text.utf8)).get()
    {
      self = .answered(payload, changed: changed)
    } else if let limit = object["limit"].flatMap(Double.init(json:)) {
      self = .timedOut(limit: limit)
    } else if let problem = object["failed"]?.string {
      self = .failed(problem)
    } else {
      return nil
    }
  }
}

extension PresentationContext.Text: JSONField {
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .literal: bytes.append(contentsOf: "null".utf8)
    case .localized: "localized".append(to: &bytes)
    case .empty: "empty".append(to: &bytes)
    case .faulty(let faults) where faults.count == 1: faults[0].append(to: &bytes)
    case .faulty(let faults): faults.append(to: &bytes)
    }
  }

  init?(json: JSONValue) {
    if let fault = TextFault(json: json) {
      self = .faulty([fault])
    } else if let faults = [TextFault](json: json), !faults.isEmpty {
      self = .faulty(faults)
    } else if let word = json.string, word == "localized" || word == "empty" {
      self = word == "empty" ? .empty : .localized
    } else {
      return nil
    }
  }
}

/// A fault as JSON: `{"keyMissing":"K"}`
extension TextFault: JSONField {
  func append(to bytes: inout [UInt8]) {
    var key = key
    JSONFields.append(to: &bytes) { $0.field(kind.rawValue, &key) }
  }

  init?(json: JSONValue) {
    guard let object = json.object,
      let kind = Kind.allCases.first(where: { object[$0.rawValue] != nil }),
      let key = object[kind.rawValue]?.string
    else { return nil }
    self.init(kind, key)
  }
}
