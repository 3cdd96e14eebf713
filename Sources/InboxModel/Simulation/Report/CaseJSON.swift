/// Results for scripts: JSON lines, one object per case, with sorted keys that are always present.
///
/// - `v`: 1
/// - `file`: the file as named; `line` and `column`: the position of the step's value, from 1; null
///   for a file that ran without expectations
/// - `kind`: `expect`, `expectEvent`, `expectNone` or `screen`; `run` is the file itself, if it has
///   no expectations or did not run to its end
/// - `name`: the name of the expectation; null for none
/// - `text`: the expectation on one line; null for `run`
/// - `at`: the virtual moment of the check; null for `run`
/// - `ok`: whether it holds
/// - `differences`: `[{"expected":"4","got":"5","path":"unread"}]`, as JSON or words; null for an
///   absent value
/// - `screenDiff`: lines of a unified diff
/// - `concerned`: `[{"id":5,"line":3,"title":"…","trace":{…}}]`, with the line of the step that
///   sent the push, from 1, or null, and traces as in `why --json`
/// - `rejected`: `[{"because":"…","fix":"…","id":"R1","line":3,"reason":"…"}]`, the rejected pushes
///   concerned
/// - `error`: the sentence of an invalid file; else null
public enum CaseJSON {
  /// Returns the lines of one file, without line ends.
  public static func lines(_ report: ScenarioReport) -> [String] { report.cases.map(line) }

  private static func line(_ testCase: ScenarioCase) -> String {
    var check: CheckResult?
    var error: SettingsError?
    switch testCase.result {
    case .checked(let result): check = result
    case .broken(let problem): error = problem
    case .ran: break
    }
    return JSONMembers.text { json in
      json.add("at", check.map { Timestamp.text($0.at) })
      json.add("column", testCase.position?.column)
      json.add("concerned", objects: check?.concerned ?? []) { push, json in
        json.add("id", push.id.rawValue)
        json.add("line", push.line)
        json.add("title", push.title.orNull)
        json.add("trace", json: Array(TraceJSON.text(push.trace).utf8))
      }
      json.add("differences", objects: check?.differences ?? []) { difference, json in
        json.add("expected", difference.expected)
        json.add("got", difference.got)
        json.add("path", difference.path)
      }
      json.add("error", error?.message)
      json.add("file", testCase.file)
      json.add("kind", check?.kind.rawValue ?? "run")
      json.add("line", testCase.position?.line)
      json.add("name", testCase.givenName)
      json.add("ok", testCase.holds)
      json.add("rejected", objects: check?.rejected ?? []) { push, json in
        json.add("because", push.because)
        json.add("fix", push.fix)
        json.add("id", "R\(push.number)")
        json.add("line", check?.rejectedLines[push.number])
        json.add("reason", push.reason)
      }
      json.add("screenDiff", texts: check?.screenDiff ?? [])
      json.add("text", check?.text)
      json.add("v", 1)
    }
  }
}
