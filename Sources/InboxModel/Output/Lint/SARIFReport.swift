/// Findings in the Static Analysis Results Interchange Format (OASIS, SARIF 2.1.0), which code
/// scanning services read.
public enum SARIFReport {
  /// Returns the log with one run, indented, without a final line end.
  ///
  /// - Parameter version: The version of the program.
  public static func text(_ findings: [FileFinding], version: String) -> String {
    let names = findings.reduce(into: [String]()) { names, finding in
      if !names.contains(finding.name) { names.append(finding.name) }
    }
    let driver: JSONObject = [
      "name": "PushInbox", "version": .string(version), "rules": .array(names.map(rule)),
    ]
    let run: JSONObject = [
      "tool": ["driver": .object(driver)], "results": .array(findings.map(result)),
    ]
    let log: JSONObject = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [.object(run)],
    ]
    return JSONWriter.text(.object(log), pretty: true, printable: true)
  }

  private static func rule(_ name: String) -> JSONValue {
    var rule: JSONObject = ["id": .string(name)]
    if let known = LintRule.allCases.first(where: { $0.rawValue == name }) {
      rule["shortDescription"] = ["text": .string(known.meaning)]
    }
    return .object(rule)
  }

  private static func result(_ finding: FileFinding) -> JSONValue {
    let level =
      switch finding.level {
      case .error: "error"
      case .warning: "warning"
      case .advice: "note"
      }
    let location: JSONObject = [
      "artifactLocation": ["uri": .string(uri(finding.file))],
      "region": ["startLine": JSONValue(finding.line)],
    ]
    return [
      "ruleId": .string(finding.name), "level": .string(level),
      "message": ["text": .string(finding.located)],
      "locations": [["physicalLocation": .object(location)]],
    ]
  }

  /// Returns the path as a URI reference (RFC 3986 §4.2): a first segment with a colon would be a
  /// scheme.
  private static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return Quoting.percentEncoded(path, except: plain.contains)
  }
}
