import InboxModel

private let smallestPart = InboxModel.FieldSizes.smallestPart

/// The sizes of the values of a payload in bytes, encoded without spaces.
enum FieldSizes {
  /// A value that contains no other values, or many small ones.
  struct Field: Equatable, Sendable {
    /// The path of the value: `aps.alert.body`, `aps.alert.loc-args[0]`.
    var path: String
    var bytes: Int
    /// The number of characters of a text; nil for other values.
    var characters: Int?
  }

  static func bytes(of value: JSONValue) -> Int {
    var bytes: [UInt8] = []
    JSONWriter.append(value, to: &bytes)
    return bytes.count
  }

  static func largest(_ count: Int, of value: JSONValue) -> [Field] {
    var fields: [Field] = []
    collect(value, "", &fields)
    // A stable order: of equal sizes the first in the payload.
    return fields.enumerated()
      .sorted { ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset) }
      .prefix(count).map(\.element)
  }

  private static func collect(_ value: JSONValue, _ path: String, _ fields: inout [Field]) {
    let count = fields.count
    switch value {
    case .object(let object) where !object.isEmpty:
      for member in object.members {
        collect(member.value, path.isEmpty ? member.key : path + "." + member.key, &fields)
      }
      join(value, path, count, &fields)
    case .array(let elements) where !elements.isEmpty:
      for (place, element) in elements.enumerated() {
        collect(element, path + "[\(place)]", &fields)
      }
      join(value, path, count, &fields)
    default:
      fields.append(
        Field(path: path, bytes: bytes(of: value), characters: value.string.map(\.count)))
    }
  }
  /// Replaces the fields of a value from an index on by the value, if they are many and small.
  private static func join(
    _ value: JSONValue, _ path: String, _ index: Int, _ fields: inout [Field]
  ) {
    let inside = fields[index...]
    guard !path.isEmpty, inside.count > smallestPart else { return }
    let size = bytes(of: value)
    guard inside.allSatisfy({ $0.bytes * smallestPart < size }) else { return }
    fields.replaceSubrange(index..., with: [Field(path: path, bytes: size)])
  }
}
