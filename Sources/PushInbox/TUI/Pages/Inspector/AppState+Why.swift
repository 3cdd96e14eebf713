import InboxModel

/// The page Why of the inspector: a line is stood on; changes are tried and applied, runs of steps fold.
extension AppState {
  /// Answers a command that means the page Why; nil for others, and on other pages.
  mutating func answerWhy(
    _ inspector: Inspector, by command: Command, _ device: Phone
  ) -> [Intent]? {
    guard inspector.tab == .why, let detail = detail(of: inspector.id) else { return nil }
    var inspector = inspector
    let page = whyPage(of: inspector, device)
    let line = line(of: inspector, on: page, height: Layout.pageRows(size))
    let item = page.lines.indices.contains(line) ? page.lines[line].item : nil
    switch (command, item) {
    case (.inspect, .remedy(let number)?), (.toggle, .remedy(let number)?):
      let remedy = detail.trace.wouldShowIf[number]
      inspector.why.tried[number] = outcome(of: remedy, for: detail.record, device)
      inspector.why.line = line
    case (.inspect, .fold(let fold)?), (.toggle, .fold(let fold)?):
      inspector.why.opened.formSymmetricDifference([fold])
      // The line it began on stays under the cursor.
      let lines = whyPage(of: inspector, device).lines
      inspector.why.line = lines.firstIndex { $0.item == .fold(fold) } ?? line
    case (.foldAll, _), (.unfoldAll, _):
      inspector.why.opened = command == .foldAll ? [] : whyFolds(of: inspector, device)
      inspector.why.line = nil
    case (.accept, .remedy(let number)?): return apply(detail.trace.wouldShowIf[number])
    case (.whatIf, .remedy(let number)?):
      let remedy = detail.trace.wouldShowIf[number]
      return [.run(TypedCommand(words: ["what-if"] + remedy.set + remedy.payload))]
    case (.accept, _), (.whatIf, _):
      if !detail.trace.wouldShowIf.isEmpty { say("Go to a line of Would show first.") }
      return []
    case (.inspect, _), (.toggle, _): break
    default:
      let height = max(1, Layout.pageRows(size))
      guard let count = steps(of: command, page: height, of: page.lines.count) else { return nil }
      inspector.why.line = line + count
    }
    sheets[sheets.count - 1] = .inspector(inspector)
    return []
  }

  /// Keeps the line stood on inside the page, and the page around it; false on other pages.
  mutating func keepWhyInView(_ device: Phone) -> Bool {
    guard case .inspector(var inspector)? = sheets.last, inspector.tab == .why else { return false }
    let page = whyPage(of: inspector, device)
    let height = Layout.pageRows(size)
    let home = page.home(height: height)
    if let line = inspector.why.line {
      let kept = max(0, min(line, page.lines.count - 1))
      inspector.why.line = kept == home ? nil : kept
    }
    let line = line(of: inspector, on: page, height: height)
    let scroll = max(min(inspector.scroll, line), line - max(1, height) + 1)
    let top = inspector.why.line == nil ? 0 : scroll
    inspector.scroll = max(0, min(top, page.lines.count - height))
    sheets[sheets.count - 1] = .inspector(inspector)
    return true
  }

  /// The line of the page Why stood on, in a page of so many rows; nil while the page is empty.
  func whyLine(of inspector: Inspector, _ device: Phone, height: Int) -> Int? {
    let page = whyPage(of: inspector, device)
    return page.lines.isEmpty ? nil : line(of: inspector, on: page, height: height)
  }

  private func line(of inspector: Inspector, on page: WhyPage, height: Int) -> Int {
    inspector.why.line ?? page.home(height: height)
  }

  private func whyPage(of inspector: Inspector, _ device: Phone) -> WhyPage {
    let width = inspector.area(size).columns
    var pages = Pages.inspectorPages(inspector.id, self, device, width: width)
    pages.whyPlace = inspector.why
    return pages.why
  }

  /// All that can be opened.
  private func whyFolds(of inspector: Inspector, _ device: Phone) -> Set<WhyPage.Fold> {
    Set(
      whyPage(of: inspector, device).lines.compactMap { line in
        if case .fold(let fold)? = line.item { fold } else { nil }
      })
  }

  // MARK: Changes

  /// How the push would come out with a change, and what can be done next.
  private func outcome(
    of remedy: Trace.Remedy, for record: PushRecord, _ device: Phone
  ) -> [String] {
    let wouldBe: String
    do throws(SettingsError) {
      var question = try WhatIf(
        remedy.set + remedy.payload, on: device, now: max(now, device.now))
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
    return ["\(symbols.arrow.text) \(wouldBe)", next]
  }

  /// Sets what would have shown the push.
  private mutating func apply(_ remedy: Trace.Remedy) -> [Intent] {
    guard remedy.payload.isEmpty else {
      say(
        "\(remedy.payload.joined(separator: " ")) is not set here but by the sender: "
          + "\(keymap.keys(of: .edit)) edits this push and sends it.", isFailure: true)
      return []
    }
    return [.run(TypedCommand(words: ["set"] + remedy.set))]
  }
}

extension WhyPage {
  /// The line stood on at first: the first change that would have shown the push, if it is seen without
  /// scrolling a page of so many rows, or else the top.
  func home(height: Int) -> Int {
    lines.prefix(max(0, height)).firstIndex { line in
      if case .remedy? = line.item { true } else { false }
    } ?? 0
  }
}

extension TypedCommand {
  /// A command that a key stands for.
  fileprivate init(words: [String]) {
    self.init(line: words.map(Quoting.shellWord).joined(separator: " "), words: words)
  }
}

extension Words {
  /// How a push would come out: `shown: banner, list`.
  fileprivate static func appearance(_ appearance: WhatIf.Appearance) -> String {
    let places = appearance.presented.names.joined(separator: ", ")
    return appearance.outcome.rawValue + (places.isEmpty ? "" : ": \(places)")
      + (appearance.isHidden ? ", content hidden" : "")
  }
}
