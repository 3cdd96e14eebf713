import Foundation
import InboxModel

/// The header fields of one request, with the values that the listener itself uses.
struct HeaderBlock: Equatable, Sendable {
  /// The fields in the order of their arrival; names in lower case, values trimmed.
  private(set) var fields: [HeaderField] = []
  /// The size in bytes: all names and values, and 32 for each field (RFC 9113 §6.5.2).
  private(set) var size = 0
  /// The value of `user-agent`.
  private(set) var userAgent: String?
  /// Whether a web page's script or form sent the request: it has `Origin`, or `Sec-Fetch-Site`
  /// has another value than `none`, the user's own request, and `same-origin`.
  private(set) var isFromWebPage = false

  /// Adds a field whose name is in lower case. Most requests of a sender have the same fields, so
  /// equal names and values are shared with the field at the same index of the `previous` block.
  mutating func add(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
    like previous: HeaderBlock? = nil
  ) {
    size += Self.size(name: name, value: value)
    var shared: HeaderField?
    if let previous, fields.count < previous.fields.count {
      let field = previous.fields[fields.count]
      if field.name.hasSameBytes(as: name) { shared = field }
    }
    append(
      shared.flatMap { $0.value.hasSameBytes(as: value) ? $0 : nil }
        ?? HeaderField(
          shared?.name ?? String(decoding: name, as: UTF8.self),
          String(decoding: value, as: UTF8.self)))
  }

  private mutating func append(_ field: HeaderField) {
    fields.append(field)
    switch field.name.utf8.count {
    case 6 where field.name == "origin": isFromWebPage = true
    case 10 where field.name == "user-agent": userAgent = field.value
    case 14 where field.name == "sec-fetch-site":
      if field.value != "none" && field.value != "same-origin" { isFromWebPage = true }
    default: break
    }
  }

  /// Returns the size of a field in bytes, for the limit of a header block (RFC 9113 §6.5.2).
  static func size(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) -> Int {
    name.count + value.count + 32
  }

  /// Returns the reason why a block over the limit is rejected, half a sentence.
  static func tooLong(_ limit: Int) -> String {
    "the header block is longer than \(limit) bytes, where each field counts 32 bytes more than "
      + "its name and value"
  }

  /// Whether a connection retains the block to share its strings with the next one. Large blocks
  /// are released, so that idle connections hold little memory.
  var isWorthReusing: Bool { size <= 4 << 10 }

  /// The value of the first field with this name.
  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
