import InboxModel

/// The lines of the tab Why: the decision, the rule that made it, the changes that would have shown
/// the push, and the trace, in which runs of steps without effect are folded.
struct WhyText {
  /// A part that can be collapsed.
  enum Fold: Hashable, Sendable {
    /// The changes after the first ``WhyText/listedRemedies``.
    case remedies
    /// A run of steps, by the index of its first step in the trace.
    case steps(Int)
  }

  /// The item on a line to which keys apply.
  enum Item: Hashable, Sendable {
    /// A change that would have shown the push, by its index in ``Trace/wouldShowIf``.
    case remedy(Int)
    case fold(Fold)
  }

  /// A line with its item.
  struct Line: Equatable, Sendable {
    var line: StyledLine
    var item: Item?
  }

  let width: Int
  let symbols: Symbols
  let place: WhyPlace
  private(set) var lines: [Line] = []

  /// The number of changes that are listed before the rest is expanded.
  static let listedRemedies = 5
  /// The maximum number of lines for the sentence about the deciding rule, which the trace has in
  /// full.
  private static let sentenceLines = 4
  /// The minimum number of steps in a run that is folded.
  private static let shortestRun = 2

  init(_ trace: Trace, width: Int, symbols: Symbols, place: WhyPlace) {
    (self.width, self.symbols, self.place) = (width, symbols, place)
    head(trace)
    remedies(trace.wouldShowIf)
    add { $0.add(StyledLine()) }
    steps(trace)
  }

  /// Adds lines with one item.
  mutating func add(_ item: Item? = nil, _ write: (inout PageText) -> Void) {
    var page = PageText(width: width)
    write(&page)
    lines += page.lines.map { Line(line: $0, item: item) }
  }

  // MARK: The decision

  private mutating func head(_ trace: Trace) {
    add { page in
      page.field(
        "Outcome",
        trace.outcome.rawValue + (trace.reason == .shown ? "" : "  \(trace.reason.rawValue)"),
        style: Palette.outcome(trace.outcome).with { $0.isBold = true })
    }
    if let because = trace.because.map(symbols.own) {
      add { $0.field("Because", because, style: .bold) }
      cut(to: 1 + Self.sentenceLines)
    }
    if let place = trace.decidingStep, trace.steps[place].result == .stop,
      let setting = trace.steps[place].setting
    {
      let count = lines.count
      add { $0.field("Setting", setting) }
      cut(to: count + 2)
    }
  }

  /// Cuts the lines to a number; if some are dropped, the last one ends in an ellipsis.
  private mutating func cut(to count: Int) {
    guard lines.count > count, let last = lines[..<count].last else { return }
    var line = last.line
    if line.columns + symbols.ellipsis.columns > width {
      line = line.truncated(to: line.columns - 1, ellipsis: symbols.ellipsis)
    } else {
      line.append(symbols.ellipsis)
    }
    lines = lines.prefix(count - 1) + [Line(line: line, item: last.item)]
  }

  private mutating func remedies(_ remedies: [Trace.Remedy]) {
    // Folding a single line would save no line.
    let isShort = remedies.count <= Self.listedRemedies + 1
    let isOpen = place.opened.contains(.remedies)
    let listed = isShort || isOpen ? remedies.count : Self.listedRemedies
    for (number, remedy) in remedies.prefix(listed).enumerated() {
      let tried = (place.tried[number] ?? []).map(symbols.own)
      add(.remedy(number)) { page in
        page.field(number == 0 ? "Would show" : "", "if " + remedy.text, style: Palette.accent)
        for text in tried { page.field("", "   " + text) }
      }
    }
    guard !isShort else { return }
    let rest = remedies.count - Self.listedRemedies
    let words = isOpen ? "\(symbols.open.text) fewer" : "\(symbols.folded.text) \(rest) more"
    add(.fold(.remedies)) { $0.field("", words, style: .dim) }
  }

  // MARK: The trace

  private mutating func steps(_ trace: Trace) {
    let deciding = trace.decidingStep
    var next = 0
    while next < trace.steps.count {
      let run = trace.steps[next...].indices.prefix { place in
        place != deciding && [.ok, .skip].contains(trace.steps[place].result)
      }
      guard run.count >= Self.shortestRun else {
        step(trace.steps[next], next + 1, isDeciding: next == deciding)
        next += 1
        continue
      }
      let isOpen = place.opened.contains(.steps(next))
      let isStopped = deciding.map { trace.steps[$0].result == .stop && $0 < next } ?? false
      head(of: trace.steps[run.startIndex..<run.endIndex], isStopped: isStopped, isOpen: isOpen)
      if isOpen { for place in run { step(trace.steps[place], place + 1, isDeciding: false) } }
      next = run.endIndex
    }
  }

  /// Writes the head of a run of steps: `▸ 1-17  17 rules let it pass`.
  private mutating func head(of run: ArraySlice<TraceStep>, isStopped: Bool, isOpen: Bool) {
    let passed = run.count { $0.result == .ok }
    let words: String =
      if passed == 0 {
        "\(run.count) rules skipped"
      } else if isStopped {
        "\(run.count) rules changed nothing"
      } else {
        "\(passed.counted("rule")) passed"
          + (passed < run.count ? ", \(run.count - passed) skipped" : "")
      }
    var line = StyledLine(
      (isOpen ? symbols.open : symbols.folded)
        + SanitizedText(" \(run.startIndex + 1)-\(run.endIndex)").padded(to: 7))
    line.append(
      SanitizedText(words), passed > 0 && !isStopped ? Palette.good : .dim)
    add(.fold(.steps(run.startIndex))) { $0.add(line) }
  }

  private mutating func step(_ step: TraceStep, _ number: Int, isDeciding: Bool) {
    let isBold = isDeciding || step.result == .stop
    let place = String(number)
    var line = StyledLine(
      SanitizedText(String(repeating: " ", count: max(0, 3 - place.count)) + place + " "),
      isBold ? .bold : .dim)
    line.append(
      SanitizedText(step.result == .stop ? "STOP" : step.result.rawValue).padded(to: 5),
      Palette.result(step.result))
    line.append(SanitizedText(step.name.rawValue).padded(to: 15), isBold ? .bold : .plain)
    let text = symbols.own(step.because) + (step.code.map { "  [\($0.rawValue)]" } ?? "")
    let style: Style = isBold ? .bold : step.result == .skip ? .dim : .plain
    add { $0.add(line, text, style: style) }
  }
}

/// The state of the tab Why: selected line, open folds, tried changes.
struct WhyPlace: Equatable, Sendable {
  /// The selected line; nil for the initial one: the first change that would have shown the push,
  /// otherwise the top.
  var line: Int?
  /// The open folds.
  var opened: Set<WhyText.Fold> = []
  /// The outcomes of the tried changes by their indexes, one or two paragraphs each.
  var tried: [Int: [String]] = [:]
}

extension InspectorText {
  /// The text of the tab Why, with the lint findings below the trace; empty while the record is
  /// loaded.
  var why: WhyText {
    guard let trace = detail?.trace else { return WhyText(width: width, symbols: symbols) }
    var page = WhyText(trace, width: width, symbols: symbols, place: whyPlace)
    var remarks = PageText(width: width)
    lint(to: &remarks)
    if !remarks.lines.isEmpty {
      page.add { text in
        text.add(StyledLine())
        for line in remarks.lines { text.add(line) }
      }
    }
    return page
  }
}

extension WhyText {
  /// Creates a text without a trace.
  fileprivate init(width: Int, symbols: Symbols) {
    (self.width, self.symbols, place) = (width, symbols, WhyPlace())
  }
}
