/// The configuration as a file: JSON5 with bare keys, one value per line, and a remark after each
/// if there is one. Hidden characters are escaped (``JSONWriter/printable(_:)``).
public enum ConfigurationText {
  /// Returns the lines of an object; `remark` is called for every value with its path.
  public static func lines(
    _ object: JSONObject, remark: ([String]) -> String? = { _ in nil }
  ) -> [String] {
    lines(object, at: [], opening: "", closing: "", remark).map(JSONWriter.printable)
  }

  /// Returns every value of an object that is not an object itself, with its path.
  public static func values(_ object: JSONObject) -> [(path: [String], value: JSONValue)] {
    object.members.flatMap { member -> [(path: [String], value: JSONValue)] in
      guard case .object(let inner) = member.value else { return [([member.key], member.value)] }
      return values(inner).map { ([member.key] + $0.path, $0.value) }
    }
  }

  private static func lines(
    _ object: JSONObject, at path: [String], opening: String, closing: String,
    _ remark: ([String]) -> String?
  ) -> [String] {
    guard !object.isEmpty else { return [opening + "{}" + closing] }
    let indentation = String(repeating: "  ", count: path.count + 1)
    var lines = [opening + "{"]
    for member in object.members {
      let path = path + [member.key]
      let start = indentation + key(member.key) + ": "
      if case .object(let inner) = member.value {
        lines += self.lines(inner, at: path, opening: start, closing: ",", remark)
      } else {
        let comment = remark(path).map { "  // " + PlainText.clean($0) } ?? ""
        lines.append(start + text(member.value) + "," + comment)
      }
    }
    lines.append(indentation.dropLast(2) + "}" + closing)
    return lines
  }

  private static func key(_ text: String) -> String {
    let isBare =
      text.first.map { $0.isASCII && $0.isLetter || $0 == "_" || $0 == "$" } ?? false
      && text.utf8.allSatisfy {
        $0 < 0x80
          && (Character(Unicode.Scalar($0)).isLetter || (48...57).contains($0)
            || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$"))
      }
    return isBare ? text : JSONWriter.text(.string(text))
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    case .object(let object):
      object.isEmpty
        ? "{}"
        : "{ " + object.members.map { key($0.key) + ": " + text($0.value) }.joined(separator: ", ")
          + " }"
    default: JSONWriter.text(value)
    }
  }
}
