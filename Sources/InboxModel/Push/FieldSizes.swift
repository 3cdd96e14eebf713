/// The sizes of the fields of a JSON object.
public enum FieldSizes {
  /// An object with more fields than this counts as a whole if none of them takes this part of it.
  public static let smallestPart = 10

  /// Returns the fields of a JSON object that take the most bytes, largest first. Nested objects
  /// are split into their fields, unless these are many and small; arrays are not. Strings count as
  /// written, without quotes. Empty if the bytes are not a JSON object.
  public static func largest(in bytes: [UInt8]) -> [(path: String, bytes: Int)] {
    guard let root = (try? JSONReader.read(bytes))?.root.object else { return [] }
    var fields: [(path: String, bytes: Int)] = []
    func collect(_ object: JSONObject, under path: String) {
      for member in object.members {
        let path = path + cut(member.key)
        switch member.value {
        case .object(let object):
          let (count, size) = (fields.count, member.valueEnd - member.valueOffset)
          collect(object, under: path + ".")
          let inside = fields[count...]
          if inside.count > smallestPart,
            inside.allSatisfy({ $0.bytes * smallestPart < size })
          {
            fields.replaceSubrange(count..., with: [(path, size)])
          }
        case .string: fields.append((path, member.valueEnd - member.valueOffset - 2))
        default: fields.append((path, member.valueEnd - member.valueOffset))
        }
      }
    }
    collect(root, under: "")
    return fields.enumerated()
      .sorted { ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset) }
      .map(\.element)
  }
}
