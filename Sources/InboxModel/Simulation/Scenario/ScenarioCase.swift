/// One case of a report, the same in all formats: an expectation, or that a file plays to the end.
///
/// A file has one case per checked expectation. The file itself is another case if it has no
/// expectations, or if it did not play to the end, which is then the last case and an error.
struct ScenarioCase {
  enum Result {
    case checked(CheckResult)
    case ran
    case broken(SettingsError)
  }

  var file: String
  var result: Result

  var holds: Bool {
    switch result {
    case .checked(let check): check.holds
    case .ran: true
    case .broken: false
    }
  }

  /// The position in the file; nil for the whole file.
  var position: JSONPosition? {
    switch result {
    case .checked(let check): check.place.position
    case .ran: nil
    case .broken(let error): error.position
    }
  }

  /// The name of an expectation as given; nil for none.
  var givenName: String? {
    if case .checked(let check) = result { check.name } else { nil }
  }

  /// The name of the case, the same in every run: its given name, else the text of the expectation,
  /// `expect {"unread":4}`, cut at 200 characters.
  var name: String {
    if let givenName {
      givenName
    } else if case .checked(let check) = result {
      check.summary.cut(to: 200)
    } else {
      "plays to the end"
    }
  }
}

extension ScenarioReport {
  /// The cases in their order; at least one.
  var cases: [ScenarioCase] {
    var results = checks.map(ScenarioCase.Result.checked)
    if let error { results.append(.broken(error)) }
    if results.isEmpty { results = [.ran] }
    return results.map { ScenarioCase(file: file, result: $0) }
  }
}
