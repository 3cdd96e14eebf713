extension Lint {
  /// The comparison of a payload with its headers.
  struct Agreement {
    private(set) var findings: [LintFinding] = []

    /// Compares a payload with its headers.
    ///
    /// - Parameter headers: The headers; nil if the sender could not set any, so that the payload
    ///   determines the kind of push.
    init(_ payload: Payload, _ headers: PushHeaders?) {
      // A data message is for the app, not for the system.
      guard payload.appMessage == nil else { return }
      let type = headers?.pushType
      if payload.isContentChanged, let type, type != .widgets, type != .controls {
        warn(
          .contentChanged, at: "aps.content-changed",
          "content-changed is for pushes of type widgets; here it has no effect.")
      }
      switch type {
      case .widgets:
        if !payload.isContentChanged {
          warn(
            .contentChanged, at: "aps.content-changed",
            "A push to widgets reloads them only with content-changed: true in aps.")
        }
      case .background: background(payload)
      case .liveactivity:
        if payload.liveActivity?.event == nil, payload.liveActivity?.misfit(of: "event") == nil {
          warn(
            .liveActivityEvent, "A Live Activity push needs an event in aps: start, update or end.")
        }
      case .alert, nil:
        if payload.liveActivity?.event != nil {
          if headers != nil {
            warn(.liveActivityType, "The keys of a Live Activity need the push type liveactivity.")
          }
        } else if payload.isContentAvailable, payload.isVisible {
          warn(
            .showsAndWakes, at: "aps.content-available",
            "The push shows its alert and wakes the app as well; whether it is woken is not certain."
          )
        } else if payload.isContentAvailable {
          if headers != nil {
            warn(
              .shouldBeBackground,
              "The push shows nothing and wakes the app: its type should be background.")
          }
        } else if payload.hasAps, !payload.isVisible {
          warn(.showsNothing, "An alert push without text, sound and badge shows nothing.")
        }
        if payload.hasAlert { alert(payload) }
      default: break
      }
    }

    private mutating func background(_ payload: Payload) {
      if payload.isVisible {
        warn(
          .visibleBackground,
          "A background push with text, sound or badge may be delayed or dropped; send alert.")
      }
      if !payload.isContentAvailable {
        warn(.missingContentAvailable, "A background push needs content-available: 1 in aps.")
      }
    }

    private mutating func alert(_ payload: Payload) {
      if payload.threadIdentifier.isEmpty {
        warn(
          .noThread, at: "aps.thread-id", "Without a thread-id it joins the app's default group.")
      }
      if payload.sound?.isCritical == true, payload.interruptionLevel != .critical {
        warn(
          .criticalBySound, at: "aps.interruption-level",
          "The critical sound makes this a critical alert; set the level, too.")
      }
    }

    private mutating func warn(
      _ rule: LintRule, at path: String = PushHeaders.Name.pushType, _ message: String
    ) {
      findings.append(LintFinding(rule, path: path, message))
    }
  }
}
