/// The first error of an XML property list, which the system's parser does not report. It parses
/// the elements in order up to the first one in an invalid place.
struct PropertyListFault {
  private let bytes: [UInt8]
  private var open: [Element] = []

  private struct Element {
    var name: String
    var offset: Int
    var childCount = 0
  }

  private typealias Fault = (problem: String, offset: Int)

  /// Returns the error of an invalid property list.
  static func error(in bytes: [UInt8]) -> StringsError {
    if bytes.starts(with: "bplist".utf8) {
      return StringsError(
        "the binary property list is damaged; its \(bytes.count) bytes have no lines")
    }
    let text: [UInt8]
    do throws(StringsError) {
      text = try StringsFile.utf8(bytes)
    } catch {
      return error
    }
    var walk = PropertyListFault(bytes: text)
    let (problem, offset) = walk.first() ?? ("the property list is damaged", 0)
    return StringsError(problem, position: JSONPosition(offset: offset, in: text))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func first() -> Fault? {
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      let (end, name) =
        if rest.starts(with: "<!--".utf8) {
          ("-->", "comment")
        } else if rest.starts(with: "<![CDATA[".utf8) {
          ("]]>", "CDATA section")
        } else {
          (">", "tag")
        }
      guard let after = firstPlace(after: end, from: start) else {
        return ("the \(name) has no “\(end)”", start)
      }
      place = after
      if name == "tag", let fault = open(bytes[(start + 1)..<(after - 1)], at: start) {
        return fault
      }
    }
    return open.last.map { ("<\($0.name)> is never closed", $0.offset) }
  }

  private func firstPlace(after mark: String, from start: Int) -> Int? {
    let mark = Array(mark.utf8)
    guard let last = mark.last else { return nil }
    var place = start + mark.count
    while place < bytes.count, let found = bytes[place...].firstIndex(of: last) {
      if bytes[(found - mark.count + 1)...found].elementsEqual(mark) { return found + 1 }
      place = found + 1
    }
    return nil
  }

  /// Parses the text between `<` and `>`; returns its error, nil for none.
  private mutating func open(_ tag: ArraySlice<UInt8>, at offset: Int) -> Fault? {
    guard let first = tag.first, !"?!".utf8.contains(first) else {
      return tag.isEmpty ? ("the tag has no name", offset) : nil
    }
    let isEnd = first == UInt8(ascii: "/")
    let word = tag.dropFirst(isEnd ? 1 : 0).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    let name = PlainText.clean(String(decoding: word.prefix(20), as: UTF8.self))
    guard isEnd else {
      let isEmpty = tag.last == UInt8(ascii: "/")
      return begin(Element(name: name, offset: offset), isEmpty: isEmpty)
    }
    guard let element = open.popLast() else { return ("</\(name)> closes nothing", offset) }
    guard element.name == name else {
      return ("expected </\(element.name)>, found </\(name)>", offset)
    }
    let isCut = name == "dict" && element.childCount % 2 != 0
    return isCut ? ("expected a value after the last <key>", offset) : nil
  }

  private mutating func begin(_ element: Element, isEmpty: Bool) -> Fault? {
    guard Self.containers.contains(element.name) || Self.values.contains(element.name) else {
      return ("<\(element.name)> is not an element of a property list", element.offset)
    }
    if let parent = open.last {
      guard Self.containers.contains(parent.name) else {
        return ("<\(element.name)> cannot stand in <\(parent.name)>", element.offset)
      }
      let wantsKey = parent.name == "dict" && parent.childCount % 2 == 0
      guard wantsKey == (element.name == "key") else {
        return (
          "expected \(wantsKey ? "<key>" : "a value"), found <\(element.name)>", element.offset
        )
      }
      open[open.count - 1].childCount += 1
    }
    if !isEmpty { open.append(element) }
    return nil
  }

  private static let containers: Set<String> = ["plist", "dict", "array"]
  private static let values: Set<String> = [
    "key", "string", "integer", "real", "date", "data", "true", "false",
  ]
}
