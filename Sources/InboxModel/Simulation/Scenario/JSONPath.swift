/// A path in a JSON value, from its root.
struct JSONPath: Equatable, Sendable {
  /// One component of a path.
  enum Part: Equatable, Sendable {
    case key(String)
    case index(Int)
  }

  /// The components from the root; empty for the root itself.
  var parts: [Part] = []

  /// Returns the path of a member.
  func key(_ key: String) -> JSONPath { JSONPath(parts: parts + [.key(key)]) }

  /// Returns the path of an element.
  func index(_ index: Int) -> JSONPath { JSONPath(parts: parts + [.index(index)]) }

  /// The path as in JavaScript: `groups[0].title`, `badges["com.example.chat"]`.
  var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isName: text += (text.isEmpty ? "" : ".") + key
      case .key(let key): text += "[\(JSONWriter.text(.string(key)))]"
      }
    }
    return text
  }
}

extension String {
  /// Whether the key may follow a dot: letters, digits, `_` and `$`, not beginning with a digit.
  fileprivate var isName: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy {
      switch $0 {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"): true
      default: false
      }
    }
  }
}
