/// The keys beside `aps` with their values, in their order. Most pushes never need them, so they
/// are parsed on demand.
public struct CustomKeys: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private enum Source {
    /// The JSON text of the payload.
    case payload(JSONText)
    /// A JSON object.
    case object(JSONObject)
  }

  private let source: Source

  /// Makes the custom keys of a payload.
  init(of payload: JSONText) {
    source = .payload(payload)
  }

  /// Makes custom keys from an object; empty without an argument.
  public init(_ object: JSONObject = JSONObject()) {
    source = .object(object)
  }

  /// Makes custom keys from a literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    source = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  /// All keys and values; the last value of a repeated key.
  public var object: JSONObject {
    switch source {
    case .object(let object): object
    case .payload(let text):
      JSONObject(
        text.withRoot { root in
          text.membersInForce(of: root).compactMap { member in
            if "aps" ~= member.key { return nil }
            let (key, value) = (member.key, member.value)
            return JSONObject.Member(
              key: key.text, value: value.value, keyOffset: key.range.lowerBound,
              valueOffset: value.range.lowerBound, valueEnd: value.range.upperBound)
          }
        } ?? [])
    }
  }

  /// Returns the value of a key.
  public subscript(key: String) -> JSONValue? {
    switch source {
    case .object(let object): object[key]
    case .payload(let text):
      text.withRoot { root in
        guard key != "aps" else { return nil }
        var found: JSONElement?
        for member in root.members where member.key.isText(key) { found = member.value }
        return found?.value
      } ?? nil
    }
  }

  /// Compares keys, values and order.
  public static func == (left: CustomKeys, right: CustomKeys) -> Bool {
    if case .payload(let left) = left.source, case .payload(let right) = right.source,
      left == right
    {
      return true
    }
    return left.object == right.object
  }
}
