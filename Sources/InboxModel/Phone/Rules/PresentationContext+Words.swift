import Foundation

// The properties of the push and the phone that rules use, and their wording.

extension PresentationContext {
  /// Whether the app in the foreground decides, so that later rules do not apply (`docs/rules.md`
  /// §2 step 7).
  var appDecides: Bool { appState == .foreground && willPresent != .noDelegate }

  /// Returns the entitlement that a level requires; granted for levels that every app may use.
  public func entitlement(for level: InterruptionLevel) -> Entitlement {
    switch level {
    case .critical: critical
    case .timeSensitive: timeSensitive
    case .active, .passive: .granted
    }
  }

  /// Returns the reason for which the app may not use a level, and the level that replaces it.
  func sentence(rejecting level: InterruptionLevel, actingAs inForce: InterruptionLevel) -> String {
    guard entitlement(for: level) == .assumed else {
      return "\(level.rawValue) is not allowed for this app: acts as \(inForce.rawValue)"
    }
    let cause = assumesEntitlements ? "for a provisional app" : "by a strict gateway"
    return "\(level.rawValue) is not assumed \(cause): acts as \(inForce.rawValue); "
      + (level.requirement ?? "")
  }

  /// The app's strings for people, with their language.
  var stringsTitle: String { "the app's strings" + (language.map { " in \($0)" } ?? "") }

  /// Returns all faults of a text, for people.
  func sentence(about faults: [TextFault]) -> String {
    TextFault.Kind.allCases.compactMap { kind in
      let keys = faults.filter { $0.kind == kind }.map { "“\($0.key)”" }
      guard !keys.isEmpty else { return nil }
      let names = keys.joined(separator: ", ")
      let formats = keys.count == 1 ? "the format of \(names)" : "each format of \(names)"
      switch kind {
      case .keyMissing: return "no \(names) in \(stringsTitle): the key is shown instead"
      case .argumentMissing: return "\(formats) needs more arguments than were sent"
      case .numberWanted:
        return "\(formats) needs a number, and loc-args are strings: the shown value is undefined"
      }
    }.joined(separator: "; ")
  }

  /// The options that authorization and switches allow. Provisional authorization allows the list
  /// only; the critical sound has its own switch.
  var allowedOptions: PresentationOptions {
    var options: PresentationOptions = showsInList ? .list : []
    guard permission != .provisional else { return options }
    if showsBanners { options.insert(.banner) }
    if showsOnLockScreen { options.insert(.lock) }
    if playsSounds { options.insert(.sound) }
    if setsBadges { options.insert(.badge) }
    if allowsCritical { options.insert(.critical) }
    return options
  }
}

extension Delivery {
  /// Returns whether there is text to show: localized text may be empty.
  func hasText(in phone: PresentationContext) -> Bool {
    self.payload.hasAlert && phone.text != .empty
  }

  /// Returns the effective level for people, and whether the payload's key or its sound determines
  /// it.
  func sentence(onLevel level: InterruptionLevel) -> String {
    if level > self.payload.interruptionLevel { return "the sound is critical, and so is the push" }
    let isUnvoiced = level == .critical && self.payload.sound == nil
    return "interruption-level \(level.rawValue)"
      + (isUnvoiced ? ", with the default critical sound" : "")
  }

  /// Returns the path of one of the app's settings.
  func setting(_ key: String) -> String { "apps.\(self.app.text).\(key)" }

  /// Returns the setting that would let a background push through.
  func setting(of hindrance: PresentationContext.FetchHindrance) -> String {
    switch hindrance {
    case .forceQuit: stateSetting
    case .refreshOff: setting("backgroundRefresh")
    case .budget: "device.backgroundBudget"
    }
  }

  /// The key of the app's state in `set`.
  var stateSetting: String { "app.\(self.app.text)" }

  /// The key of the app's mute in `set`.
  var muteSetting: String { "mute.\(self.app.text)" }
}

extension BundleID {
  /// The default name of the app: the last part of the identifier, capitalized.
  var name: String { lastPart.prefix(1).uppercased() + lastPart.dropFirst() }

  /// The part after the last dot that is followed by text; the whole identifier if there is none.
  public var lastPart: Substring {
    let (text, dot) = (text, UInt8(ascii: "."))
    guard let last = text.utf8.lastIndex(where: { $0 != dot }) else { return text[...] }
    let start = text.utf8[...last].lastIndex(of: dot).map(text.utf8.index(after:))
    return text[(start ?? text.startIndex)...last]
  }
}

extension PresentationContext {
  /// Returns the end of a sentence about a sound other than the default; empty for the default.
  func soundRemark(
    on push: Delivery, at level: InterruptionLevel, presented: PresentationOptions
  ) -> String {
    guard presented.isAudible,
      let sound = NotificationSound(of: push.payload, at: level, isMissing: lacksSound),
      sound != NotificationSound()
    else { return "" }
    return "; sound \(sound.words)"
  }
}

extension PresentationContext.FetchHindrance {
  /// Returns the end of a sentence about a background push that waits.
  func because(_ phone: PresentationContext) -> String {
    switch self {
    case .forceQuit: "since the user force-quit the app, until it is started"
    case .refreshOff: "since Background App Refresh is off, until the app is started"
    case .budget:
      "since it was woken \(phone.recentWakes)× within the hour, of \(phone.backgroundBudget) allowed"
    }
  }
}

extension PresentationContext.Focus {
  /// The name for people.
  var title: String { name == .doNotDisturb ? "Do Not Disturb" : "“\(name)”" }

  /// The path in the settings.
  var setting: String { "focus.\(name)" }

  /// Returns the cause of the Focus and its end.
  func origin(in timeZone: TimeZone) -> String {
    (isManual ? "on by hand" : "on by schedule")
      + (until.map { " until \(Timestamp.text($0, in: timeZone))" } ?? "")
  }

  /// The reason code of a push that the Focus silences: Do Not Disturb has its own.
  var code: ReasonCode {
    guard name == .doNotDisturb else { return .focusRule }
    return isManual ? .dndManual : .dndSchedule
  }
}
