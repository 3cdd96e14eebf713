/// The sizes of the fields of a JSON object.
public enum FieldSizes {
  /// Returns the fields of a JSON object that take the most bytes, largest first. Nested objects
  /// are split into their fields, arrays are not. Strings count as written, without quotes. Empty
  /// if the bytes are not a JSON object.
  public static func largest(in bytes: [UInt8]) -> [(path: String, bytes: Int)] {
    guard let root = (try? JSONReader.read(bytes))?.root.object else { return [] }
    var fields: [(path: String, bytes: Int)] = []
    func collect(_ object: JSONObject, under path: String) {
      for member in object.members {
        let path = path + cut(member.key)
        switch member.value {
        case .object(let object): collect(object, under: path + ".")
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
