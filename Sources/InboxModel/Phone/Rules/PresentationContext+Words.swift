import Foundation

// What rules ask of a push and of the phone, and the words they answer in.

extension PresentationContext {
  /// Whether the app itself decides: in the foreground no later rule is asked (§2 step 7).
  var appDecides: Bool { appState == .foreground && willPresent != .noDelegate }

  /// The entitlement that a level needs; granted for levels that every app may use.
  public func entitlement(for level: InterruptionLevel) -> Entitlement {
    switch level {
    case .critical: critical
    case .timeSensitive: timeSensitive
    case .active, .passive: .granted
    }
  }

  /// Why the app may not use a level, and what the push has instead.
  func sentence(rejecting level: InterruptionLevel, actingAs inForce: InterruptionLevel) -> String {
    guard entitlement(for: level) == .assumed else {
      return "\(level.rawValue) is not allowed for this app: acts as \(inForce.rawValue)"
    }
    let cause = assumesEntitlements ? "for a provisional app" : "by a strict gateway"
    return "\(level.rawValue) is not assumed \(cause): acts as \(inForce.rawValue); "
      + (level.requirement ?? "")
  }

  /// The app's strings for people, and the language they were asked in.
  var stringsTitle: String { "the app's strings" + (language.map { " in \($0)" } ?? "") }

  /// All that is wrong with a text, for people.
  func sentence(about faults: [TextFault]) -> String {
    TextFault.Kind.allCases.compactMap { kind in
      let keys = faults.filter { $0.kind == kind }.map { "“\($0.key)”" }
      guard !keys.isEmpty else { return nil }
      let names = keys.joined(separator: ", ")
      let formats = keys.count == 1 ? "the format of \(names)" : "each format of \(names)"
      switch kind {
      case .keyMissing: return "no \(names) in \(stringsTitle): the key stands in its place"
      case .argumentMissing: return "\(formats) asks for more arguments than were sent"
      case .numberWanted:
        return "\(formats) is for a number and loc-args are texts: a phone may print rubbish"
      }
    }.joined(separator: "; ")
  }

  /// The options that permission and switches allow. On trial there is the list only;
  /// the critical sound has a switch of its own.
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
  /// Whether there is text to show: what was looked up may have come out empty.
  func hasText(in phone: PresentationContext) -> Bool {
    self.payload.hasAlert && phone.text != .empty
  }

  /// The level in force, for people: by the payload's key or by its sound.
  func sentence(onLevel level: InterruptionLevel) -> String {
    if level > self.payload.interruptionLevel { return "the sound is critical, and so is the push" }
    let isUnvoiced = level == .critical && self.payload.sound == nil
    return "interruption-level \(level.rawValue)"
      + (isUnvoiced ? ", with the default critical sound" : "")
  }

  /// The path of one of the app's settings.
  func setting(_ key: String) -> String { "apps.\(self.app.text).\(key)" }

  /// The setting that would let a background push through.
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
  /// The app's name where nobody gave it one: the last part of the identifier with a capital.
  var name: String { lastPart.prefix(1).uppercased() + lastPart.dropFirst() }

  /// The part after the last dot that text follows; the whole where there is none.
  public var lastPart: Substring {
    let (text, dot) = (text, UInt8(ascii: "."))
    guard let last = text.utf8.lastIndex(where: { $0 != dot }) else { return text[...] }
    let start = text.utf8[...last].lastIndex(of: dot).map(text.utf8.index(after:))
    return text[(start ?? text.startIndex)...last]
  }
}

extension PresentationContext {
  /// The end of a sentence about a sound that plays and is not the plain default; empty for others.
  func soundRemark(
    on push: Delivery, at level: InterruptionLevel, presented: PresentationOptions
  ) -> String {
    guard !presented.isDisjoint(with: PresentationDecision.noise),
      let sound = NotificationSound(of: push.payload, at: level, isMissing: lacksSound),
      sound != NotificationSound()
    else { return "" }
    return "; sound \(sound.words)"
  }
}

extension PresentationContext.FetchHindrance {
  /// The end of a sentence.
  func because(_ phone: PresentationContext) -> String {
    switch self {
    case .forceQuit: "since the person force-quit the app, until it is started"
    case .refreshOff: "since Background App Refresh is off, until the app is started"
    case .budget:
      "since it was woken \(phone.recentWakes)× within the hour, of \(phone.backgroundBudget) allowed"
    }
  }
}

extension PresentationContext.Focus {
  /// Its name for people.
  var title: String { name == .doNotDisturb ? "Do Not Disturb" : "“\(name)”" }

  /// Its path in the settings.
  var setting: String { "focus.\(name)" }

  /// Returns the cause of the Focus and its end.
  func origin(in timeZone: TimeZone) -> String {
    (isManual ? "on by hand" : "on by schedule")
      + (until.map { " until \(Timestamp.text($0, in: timeZone))" } ?? "")
  }

  /// The code of its silence: Do Not Disturb has its own.
  var code: ReasonCode {
    guard name == .doNotDisturb else { return .focusRule }
    return isManual ? .dndManual : .dndSchedule
  }
}
