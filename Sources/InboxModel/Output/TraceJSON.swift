/// The trace of a push for scripts.
public enum TraceJSON {
  /// Returns a trace, without a line end.
  public static func text(_ trace: Trace) -> String {
    JSONMembers.text { json in
      json.add("deliveredAt", trace.times.deliveredAt)
      json.add("id", trace.id.rawValue)
      json.add("lateBy", seconds: trace.times.lateBy)
      json.add("outcome", trace.outcome.rawValue)
      json.add("reason", trace.reason.rawValue)
      json.add("receivedAt", trace.times.receivedAt)
      json.add("steps", objects: trace.steps) { step, json in
        json.add("because", step.because)
        json.add("code", step.code?.rawValue)
        json.add("result", step.result.rawValue)
        json.add("setting", step.setting)
        json.add("step", step.name.rawValue)
      }
      json.add("v", 1)
      json.add("wouldShowIf", objects: trace.wouldShowIf) { change, json in
        if !change.payload.isEmpty {
          json.add("payload", change.payload.joined(separator: " "))
        }
        if !change.set.isEmpty { json.add("set", change.set.joined(separator: " ")) }
      }
    }
  }
}

/// The trace of a push for people.
public enum TraceText {
  /// Returns one line per step, then the decision and the changes that would have shown the push;
  /// without line ends and escape bytes.
  ///
  ///     1 ok intake h2, TLS 1.3
  ///     2 STOP focus dnd.schedule “dinner” does not allow it [focus.dinner]
  ///
  /// - Parameters:
  ///   - isBrief: Whether steps that did not apply, steps before the phone without a
  ///     remark, and the blank line are omitted. Lines then have no leading blanks.
  ///   - names: The steps that are not omitted; nil for all on the phone that applied. With
  ///     `isBrief`, all others without a remark are omitted.
  public static func lines(
    _ trace: Trace, isBrief: Bool = false, of names: Set<StepName>? = nil
  ) -> [String] {
    let digits = String(trace.steps.count).count
    let listed = trace.steps.enumerated().filter { _, step in
      guard isBrief else { return true }
      return switch step.result {
      case .ok: names?.contains(step.name) ?? !StepName.onTheWay.contains(step.name)
      case .skip: names?.contains(step.name) ?? false
      default: true
      }
    }
    let steps = listed.map { index, step in
      let number = String(index + 1)
      let indent = isBrief ? "" : String(repeating: " ", count: digits - number.count)
      let setting = step.setting.map { "  [\(PlainText.clean($0))]" } ?? ""
      return [
        indent + number,
        step.result == .stop ? "STOP" : step.result.rawValue, step.name.rawValue,
        step.code.map { PlainText.clean($0.rawValue) } ?? "",
        PlainText.clean(step.because) + setting,
      ]
    }
    var facts = [["outcome", PlainText.clean(trace.outcome.words(because: trace.reason))]]
    for (index, change) in trace.wouldShowIf.enumerated() {
      facts.append([index == 0 ? "would show if" : "or", PlainText.clean(change.text)])
    }
    return PlainText.columns(steps) + (isBrief ? [] : [""]) + PlainText.columns(facts)
  }
}

extension StepName {
  /// The steps before the phone.
  fileprivate static let onTheWay: [StepName] = [
    .intake, .authentication, .headers, .payload, .token, .queue, .device,
  ]
}
