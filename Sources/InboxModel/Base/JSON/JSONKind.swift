/// A kind of JSON value, as JSON Schema names it (JSON Schema Validation, draft-07 §6.1.1).
public enum JSONKind: String, CaseIterable, Sendable {
  case null, boolean, integer, number, string, array, object
}
