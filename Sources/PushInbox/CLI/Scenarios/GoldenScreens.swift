import Foundation
import InboxModel

/// The golden screens of a scenario, which are compared by bytes or, with `--update`, written.
struct GoldenScreens {
  /// The path of the scenario; no file outside its folder is read or written.
  var scenario = ""
  /// Whether files that differ are written.
  var updates: Bool
  /// Whether symbols and lines are drawn only with ASCII.
  var usesASCII: Bool
  /// Called with the path of each written file.
  var wrote: (String) -> Void
  /// Called with the path of each file before it is read.
  var willRead: (String) -> Void = { _ in }

  /// Compares the current screen. A file that `--update` has written also counts as a failure,
  /// once, so that it is reviewed.
  ///
  /// - Throws: ``SettingsError`` with the position of the step, for an unknown view and a file that
  ///   cannot be read or written.
  func check(
    _ golden: Scenario.GoldenScreen, of run: ScenarioRun, at place: Scenario.Location
  ) throws(SettingsError) -> CheckResult {
    let screen = try screen(golden, place).drawn(run)
    var result = CheckResult(
      .screen, text: "\(golden.view) \(golden.columns)x\(golden.rows) \(golden.golden)",
      place: place, at: run.now, timeZone: run.system.device.settings.device.timeZone)
    let drawn = golden.golden.hasSuffix(".svg") ? screen.svg() : screen.text() + "\n"
    try compare(golden.golden, drawn, key: "golden", &result)
    if let style = golden.style {
      try compare(style, screen.styleMap() + "\n", key: "style", &result)
    }
    return result
  }

  private func screen(
    _ golden: Scenario.GoldenScreen, _ place: Scenario.Location
  ) throws(SettingsError) -> ScenarioScreen {
    guard let view = ScenarioView(rawValue: golden.view) else {
      let names = ScenarioView.names
      throw error(
        .wrongValue(
          expected: names.alternatives, found: "`\(golden.view)`, which this version cannot draw"),
        "view", place, suggestion: NearestName.of(golden.view, among: names))
    }
    return ScenarioScreen(
      size: Size(columns: golden.columns, rows: golden.rows), view: view, usesASCII: usesASCII,
      order: golden.golden.hasSuffix(".svg") ? .visual : .logical)
  }

  private func compare(
    _ name: String, _ drawn: String, key: String, _ result: inout CheckResult
  ) throws(SettingsError) {
    let path = folder + "/" + name
    if let problem = problem(with: path) {
      throw error(
        .wrongValue(
          expected: "a golden screen below the scenario’s folder", found: "`\(path)`, \(problem)"),
        key, result.place)
    }
    willRead(path)
    let expected = try contents(of: path, key: key, result.place)
    guard expected != Array(drawn.utf8) else { return }
    var got: String
    if let expected {
      let diff = RowDiff.lines(expected: String(decoding: expected, as: UTF8.self), got: drawn)
      result.screenDiff += ["--- \(name)", "+++ the screen"] + diff
      got = "another screen"
    } else {
      got = "no such file"
    }
    if updates {
      try write(drawn, to: path, key: key, result.place)
      wrote(folder == "." ? name : path)
      got += ", until --update wrote it just now"
    } else if expected == nil {
      got += "; --update writes it"
    }
    result.differences.append(.init(path: name, expected: "the golden screen", got: got))
  }

  // MARK: Files

  private var folder: String { WholeFile.folder(of: scenario) }

  private func contents(
    of path: String, key: String, _ place: Scenario.Location
  ) throws(SettingsError) -> [UInt8]? {
    let content: WholeFile.Content
    do throws(SystemError) {
      content = try WholeFile.read(path)
    } catch {
      throw self.error(.unreadable("\(path): \(error.reason)"), key, place)
    }
    switch content {
    case .nothing: return nil
    case .file(let bytes): return bytes
    case .other: throw error(.unreadable("\(path): not a regular file"), key, place)
    }
  }

  private func write(
    _ text: String, to path: String, key: String, _ place: Scenario.Location
  ) throws(SettingsError) {
    do throws(SystemError) {
      try Folder.make(WholeFile.folder(of: path), mode: 0o777)
      try WholeFile.write(Array(text.utf8), to: path)
    } catch {
      throw self.error(.unreadable("\(path) cannot be written: \(error.reason)"), key, place)
    }
  }

  /// Returns the reason why a file is not a golden screen: it is the scenario itself, or a link
  /// leads to a file that could not be named, because it is outside the folder, hidden, or has
  /// another extension.
  private func problem(with path: String) -> String? {
    guard let home = WholeFile.realPath(folder) else { return nil }  // There are no files to read.
    var existing = path
    while existing != folder, WholeFile.realPath(existing) == nil {
      // The file would be written to the target of a dangling link.
      var facts = stat()
      if lstat(existing, &facts) == 0 { return "which a symbolic link leads elsewhere" }
      existing = WholeFile.folder(of: existing)
    }
    guard let real = WholeFile.realPath(existing) else { return nil }
    if real == WholeFile.realPath(scenario) { return "which is the scenario" }
    let root = home == "/" ? home : home + "/"
    let rest = (real + "/").hasPrefix(root) ? (real + "/").dropFirst(root.count) : "."
    let hasEnding =
      existing != path || Scenario.GoldenScreen.endings.contains { real.hasSuffix($0) }
    let isOurs = hasEnding && !rest.split(separator: "/").contains { $0.hasPrefix(".") }
    return isOurs ? nil : "which a symbolic link leads elsewhere"
  }

  private func error(
    _ problem: SettingsError.Problem, _ key: String, _ place: Scenario.Location,
    suggestion: String? = nil
  ) -> SettingsError {
    SettingsError(
      problem, path: "screen." + key, suggestion: suggestion, file: place.file,
      position: place.position)
  }
}
