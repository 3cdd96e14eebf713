import CNGHTTP2
import InboxModel

/// The header fields of a response in nghttp2's format.
enum HTTP2Fields {
  /// Calls a function with the fields, whose texts are valid until it returns: nghttp2 copies them.
  static func withFields(
    of response: HTTPResponse, _ submit: (UnsafeBufferPointer<nghttp2_nv>) -> Void
  ) {
    let status = response.status == 200 ? "200" : String(response.status)
    let type = response.contentType ?? ""
    let byteCount = response.fields.reduce(64 + type.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { bytes in
      withUnsafeTemporaryAllocation(
        of: nghttp2_nv.self, capacity: response.fields.count + 2
      ) { fields in
        var used = 0
        var count = 0
        func copy(_ text: String) -> (UnsafeMutablePointer<UInt8>?, Int) {
          let end = bytes[used...].initialize(fromContentsOf: text.utf8)
          defer { used = end }
          return (bytes.baseAddress.map { $0 + used }, end - used)
        }
        func add(_ name: String, _ value: String, isIndexed: Bool = true) {
          let (nameStart, nameCount) = copy(name)
          let (valueStart, valueCount) = copy(value)
          fields.initializeElement(
            at: count,
            to: nghttp2_nv(
              name: nameStart, value: valueStart, namelen: nameCount, valuelen: valueCount,
              flags: UInt8((isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX).rawValue))
          )
          count += 1
        }
        add(":status", status)
        // Values such as identifiers differ in each response, so they stay out of the compression
        // table (RFC 7541 §6.2.2).
        for field in response.fields { add(field.name, field.value, isIndexed: false) }
        if !type.isEmpty { add("content-type", type) }
        submit(UnsafeBufferPointer(rebasing: fields[..<count]))
      }
    }
  }
}
