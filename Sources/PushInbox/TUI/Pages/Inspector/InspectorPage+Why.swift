import InboxModel

/// The tab Why, which has a selected line: changes can be tried and applied, and runs of steps
/// fold.
extension InspectorPage {
  /// Performs a command of the tab Why; returns false for others, and on other tabs.
  mutating func performOnWhy(_ command: Command, in context: inout PageContext) -> Bool {
    guard tab == .why, let detail = context.records.detail(of: id) else { return false }
    let page = whyPage(in: context)
    let line = whyLine(on: page, height: Layout.pageRows(context.size))
    let item = page.lines.indices.contains(line) ? page.lines[line].item : nil
    switch (command, item) {
    case (.inspect, .remedy(let number)?), (.toggle, .remedy(let number)?):
      let remedy = detail.trace.wouldShowIf[number]
      why.tried[number] = Self.outcome(of: remedy, for: detail.record, in: context)
      why.line = line
    case (.inspect, .fold(let fold)?), (.toggle, .fold(let fold)?):
      why.opened.formSymmetricDifference([fold])
      // The first line of the fold stays selected.
      let lines = whyPage(in: context).lines
      why.line = lines.firstIndex { $0.item == .fold(fold) } ?? line
    case (.foldAll, _), (.unfoldAll, _):
      why.opened = command == .foldAll ? [] : whyFolds(in: context)
      why.line = nil
    case (.accept, .remedy(let number)?): apply(detail.trace.wouldShowIf[number], in: &context)
    case (.whatIf, .remedy(let number)?):
      let remedy = detail.trace.wouldShowIf[number]
      context.request(.run(TypedCommand(words: ["what-if"] + remedy.set + remedy.payload)))
    case (.accept, _), (.whatIf, _):
      if !detail.trace.wouldShowIf.isEmpty {
        context.show(.noRemedySelected)
      }
    case (.inspect, _), (.toggle, _): break
    default:
      let height = max(1, Layout.pageRows(context.size))
      guard let count = ListPlace.steps(of: command, page: height, of: page.lines.count) else {
        return false
      }
      why.line = line + count
    }
    return true
  }

  /// Limits the selected line to the text, and scrolls so that it is visible.
  mutating func settleWhy(in context: PageContext) {
    let page = whyPage(in: context)
    let height = Layout.pageRows(context.size)
    let home = page.home(height: height)
    if let line = why.line {
      let kept = max(0, min(line, page.lines.count - 1))
      why.line = kept == home ? nil : kept
    }
    guard why.line != nil else {
      scroll = 0
      return
    }
    scroll = PageMetrics.top(
      scroll, showing: whyLine(on: page, height: height), of: page.lines.count, height: height)
  }

  /// Returns the selected line of the tab Why in a window of `height` rows; nil while the text is
  /// empty.
  func whyLine(in context: PageContext, height: Int) -> Int? {
    let page = whyPage(in: context)
    return page.lines.isEmpty ? nil : whyLine(on: page, height: height)
  }

  private func whyLine(on page: WhyText, height: Int) -> Int {
    why.line ?? page.home(height: height)
  }

  private func whyPage(in context: PageContext) -> WhyText {
    var pages = context.inspectorText(id, width: area(context.size).columns)
    pages.whyPlace = why
    return pages.why
  }

  /// Returns all folds of the tab.
  private func whyFolds(in context: PageContext) -> Set<WhyText.Fold> {
    Set(
      whyPage(in: context).lines.compactMap { line in
        if case .fold(let fold)? = line.item { fold } else { nil }
      })
  }

  // MARK: Changes

  /// Returns the outcome of the push with a change, and the possible next steps.
  private static func outcome(
    of remedy: Trace.Remedy, for record: PushRecord, in context: PageContext
  ) -> [String] {
    let (device, keymap) = (context.device, context.keymap)
    let wouldBe: String
    do throws(SettingsError) {
      var question = try WhatIf(
        remedy.set + remedy.payload, on: device, now: max(context.now, device.now))
      let appearance = question.difference(of: record)?.wouldBe
      wouldBe = appearance.map(Words.appearance) ?? "nothing would be different"
    } catch {
      return [error.message]
    }
    let (edit, resend) = (keymap.keys(of: .edit), keymap.keys(of: .resend))
    let next =
      remedy.payload.isEmpty
      ? "\(keymap.keys(of: .accept)) sets it for new pushes, \(resend) sends this one again."
      : "The sender sets it: \(edit) edits this push and sends it."
    return ["\(context.symbols.arrow.text) \(wouldBe)", next]
  }

  /// Applies the settings of a change that would have shown the push.
  private func apply(_ remedy: Trace.Remedy, in context: inout PageContext) {
    guard remedy.payload.isEmpty else {
      return context.show(
        .onlySenderSets(remedy.payload.joined(separator: " "), context.keymap))
    }
    context.request(.run(TypedCommand(words: ["set"] + remedy.set)))
  }
}

extension WhyText {
  /// Returns the line that is selected at first: the first change that would have shown the push,
  /// if it is visible without scrolling a window of `height` rows, otherwise the top.
  func home(height: Int) -> Int {
    lines.prefix(max(0, height)).firstIndex { line in
      if case .remedy? = line.item { true } else { false }
    } ?? 0
  }
}

extension Words {
  /// Returns the appearance of a push: `shown: banner, list`.
  fileprivate static func appearance(_ appearance: WhatIf.Appearance) -> String {
    let places = appearance.presented.names.joined(separator: ", ")
    return appearance.outcome.rawValue + (places.isEmpty ? "" : ": \(places)")
      + (appearance.isHidden ? ", content hidden" : "")
  }
}
