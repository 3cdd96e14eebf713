/// Makes values from the nodes of a parsed text.
struct JSONTree {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<JSONIndex.Node>
  let dialect: JSONReader.Dialect

  /// Returns the value at a node and advances the index past it.
  func value(at place: inout Int) -> JSONValue {
    let node = nodes[place]
    defer { place = Int(node.next) }
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(number(node))
    case .string, .identifier: return .string(text(at: place))
    case .array:
      var elements: [JSONValue] = []
      place += 1
      while place < node.next { elements.append(value(at: &place)) }
      return .array(elements)
    case .object:
      var members: [JSONObject.Member] = []
      place += 1
      while place < node.next { members.append(member(at: &place)) }
      return .object(JSONObject(members))
    }
  }

  private func member(at place: inout Int) -> JSONObject.Member {
    let key = text(at: place)
    let keyOffset = Int(nodes[place].start)
    place += 1
    let node = nodes[place]
    return JSONObject.Member(
      key: key, value: value(at: &place), keyOffset: keyOffset, valueOffset: Int(node.start),
      valueEnd: Int(node.end))
  }

  /// Returns the text of a string or a key.
  func text(at place: Int) -> String {
    let node = nodes[place]
    let (start, end) = (Int(node.start), Int(node.end))
    guard !node.isPlain else {
      let quotes = node.kind == .identifier ? 0 : 1
      return String(decoding: bytes[start + quotes..<end - quotes], as: UTF8.self)
    }
    var parser = parser(at: start)
    let text = node.kind == .identifier ? try? parser.identifier() : try? parser.escapedText()
    // The parser has validated it.
    return text ?? ""
  }

  private func number(_ node: JSONIndex.Node) -> JSONNumber {
    guard !node.isPlain else {
      return JSONNumber(
        text: String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
    }
    var parser = parser(at: Int(node.start))
    return (try? parser.number()) ?? JSONNumber(0)
  }

  private func parser(at position: Int) -> JSONParser {
    var parser = JSONParser(bytes, dialect: dialect)
    parser.position = position
    return parser
  }
}
