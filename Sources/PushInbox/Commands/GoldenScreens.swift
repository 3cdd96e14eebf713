import Foundation
import InboxModel

/// The golden screens of one scenario: compared to the byte or, with `--update`, written.
struct GoldenScreens {
  /// The folder of the scenario; no file is written outside it.
  var folder: String
  /// Whether files that differ are written.
  var updates: Bool
  /// Whether marks and lines are drawn with ASCII alone.
  var usesASCII: Bool
  /// Is told the path of each file written.
  var wrote: (String) -> Void

  /// Compares what is on the screen now. A file that `--update` wrote is a failure too, once: somebody has
  /// to look at it.
  ///
  /// - Throws: ``SettingsError`` with the place of the step, for a view there is not and a file that cannot
  ///   be read or written.
  func check(
    _ golden: Scenario.GoldenScreen, of run: ScenarioRun, at place: Scenario.Location
  ) throws(SettingsError) -> CheckResult {
    let screen = try screen(golden, place).drawn(run)
    var result = CheckResult(
      .screen, text: "\(golden.view) \(golden.columns)x\(golden.rows) \(golden.golden)",
      place: place, at: run.now)
    try compare(golden.golden, screen.text() + "\n", key: "golden", &result)
    if let style = golden.style {
      try compare(style, screen.styleMap() + "\n", key: "style", &result)
    }
    return result
  }

  private func screen(
    _ golden: Scenario.GoldenScreen, _ place: Scenario.Location
  ) throws(SettingsError) -> ScenarioScreen {
    guard let view = ScenarioScreen.View(rawValue: golden.view) else {
      let names = ScenarioScreen.View.names
      throw error(
        .wrongValue(
          expected: names.alternatives, found: "`\(golden.view)`, which this version cannot draw"),
        "view", place, suggestion: NearestName.of(golden.view, among: names))
    }
    return ScenarioScreen(
      size: Size(columns: golden.columns, rows: golden.rows), view: view, usesASCII: usesASCII)
  }

  private func compare(
    _ name: String, _ drawn: String, key: String, _ result: inout CheckResult
  ) throws(SettingsError) {
    let path = folder + "/" + name
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

  private func contents(
    of path: String, key: String, _ place: Scenario.Location
  ) throws(SettingsError) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try InputFile.read(path)
    } catch {
      throw self.error(.unreadable(ErrorMessage(error).text), key, place)
    }
  }

  private func write(
    _ text: String, to path: String, key: String, _ place: Scenario.Location
  ) throws(SettingsError) {
    guard staysInside(path) else {
      throw error(
        .wrongValue(
          expected: "a path below the scenario’s folder",
          found: "`\(path)`, which a symbolic link leads out of it"), key, place)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: WholeFile.folder(of: path), withIntermediateDirectories: true)
      try WholeFile.write(Array(text.utf8), to: path)
    } catch {
      throw self.error(.unreadable(ErrorMessage(error).text), key, place)
    }
  }

  /// Whether what there is of a path leads into the scenario's folder.
  private func staysInside(_ path: String) -> Bool {
    guard let home = WholeFile.realPath(folder) else { return false }
    var existing = path
    while true {
      if let real = WholeFile.realPath(existing) {
        return real == home || home == "/" || real.hasPrefix(home + "/")
      }
      // A link that leads nowhere yet would lead the file there.
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: existing)) != nil {
        return false
      }
      existing = WholeFile.folder(of: existing)
    }
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
