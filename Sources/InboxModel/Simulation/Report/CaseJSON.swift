/// Results to scripts: JSON lines, one object a case, keys sorted, every key always there.
///
/// - `v`: 1
/// - `file`: as it was named; `line` and `column`: where the step's value stands, from 1; null for
///   a file that ran and expects nothing
/// - `kind`: `expect`, `expectEvent`, `expectNone` or `screen`; `run` is the file itself, where it
///   expects nothing or could not be played to its end
/// - `name`: what its author calls the expectation; null without a name
/// - `text`: what was expected, on one line; null of `run`
/// - `at`: the virtual moment of the check; null of `run`
/// - `ok`: whether it holds
/// - `differences`: `[{"expected":"4","got":"5","path":"unread"}]`, JSON or words, null for nothing
/// - `screenDiff`: lines of a unified diff
/// - `concerned`: `[{"id":5,"title":"…","trace":{…}}]`, traces as `why --json` has them
/// - `error`: the sentence, when the file is broken; else null
public enum CaseJSON {
  /// The lines of one file, without line ends.
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
      json.add("screenDiff", texts: check?.screenDiff ?? [])
      json.add("text", check?.text)
      json.add("v", 1)
    }
  }
}
