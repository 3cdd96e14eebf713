/// The keys beside `aps` with their values, in their order. Most pushes are never asked for them: they are read
/// from the text when they are.
public struct CustomKeys: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private enum Source {
    /// The payload's text.
    case payload(JSONText)
    /// Made otherwise.
    case object(JSONObject)
  }

  private let source: Source

  /// Those of a payload.
  init(of payload: JSONText) {
    source = .payload(payload)
  }

  /// These keys and values; none without an argument.
  public init(_ object: JSONObject = JSONObject()) {
    source = .object(object)
  }

  /// These keys and values.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    source = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  /// All keys and values; of repeated keys the last one.
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

  /// The value of a key.
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
