import COpenSSL
import Foundation
import InboxModel

extension ClientCertificate {
  /// Reads a certificate file, PEM or DER (Apple's `.cer` files); nil for anything else.
  init?(file bytes: [UInt8]) {
    defer { ERR_clear_error() }
    let read = MemoryBIO.read(bytes) { PEM_read_bio_X509($0, nil, { _, _, _, _ in -1 }, nil) }
    guard let certificate = read ?? MemoryBIO.read(bytes, { d2i_X509_bio($0, nil) }) else {
      return nil
    }
    defer { X509_free(certificate) }
    self.init(certificate)
  }

  /// Reads the properties that matter for pushes. The caller keeps ownership of the certificate.
  init(_ certificate: OpaquePointer) {
    defer { ERR_clear_error() }
    let name = X509_get_subject_name(certificate)
    var topics = Self.userID(of: name).map { [$0] } ?? []
    let listed =
      Self.value(of: "1.2.840.113635.100.6.3.6", in: certificate)
      .map { DERStrings($0).texts } ?? []
    for topic in listed.prefix(400) where Self.isTopic(topic) && !topics.contains(topic) {
      topics.append(topic)
    }
    var environments: Set<PushEnvironment> = []
    if Self.value(of: "1.2.840.113635.100.6.3.1", in: certificate) != nil {
      environments.insert(.development)
    }
    if Self.value(of: "1.2.840.113635.100.6.3.2", in: certificate) != nil {
      environments.insert(.production)
    }
    let subject = MemoryBIO.written { cssl_print_name($0, name) >= 0 } ?? []
    self.init(
      subject: String(String(decoding: subject, as: UTF8.self).unicodeScalars.prefix(200)),
      topics: topics, environments: environments,
      notBefore: Self.date(X509_get0_notBefore(certificate)) ?? .distantFuture,
      notAfter: Self.date(X509_get0_notAfter(certificate)) ?? .distantPast,
      fingerprint: Self.fingerprint(of: certificate))
  }

  /// Whether a text can be a bundle ID: those have dots; the `UID` in a person's certificate has
  /// none.
  private static func isTopic(_ text: String) -> Bool {
    text.utf8.count <= 255 && text.contains(".")
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || ".-_".utf8.contains(byte)
      }
  }

  private static func userID(of name: OpaquePointer?) -> String? {
    let index = X509_NAME_get_index_by_NID(name, NID_userId, -1)
    guard index >= 0,
      let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))
    else { return nil }
    var start: UnsafeMutablePointer<UInt8>?
    let count = ASN1_STRING_to_UTF8(&start, value)
    defer { CRYPTO_free(start, nil, 0) }
    guard count > 0 else { return nil }
    let text = String(
      decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    return isTopic(text) ? text : nil
  }

  /// Returns the DER value of an extension; nil if the certificate does not have it.
  private static func value(of oid: String, in certificate: OpaquePointer) -> [UInt8]? {
    guard let object = OBJ_txt2obj(oid, 1) else { return nil }
    defer { ASN1_OBJECT_free(object) }
    let index = X509_get_ext_by_OBJ(certificate, object, -1)
    guard index >= 0,
      let value = X509_EXTENSION_get_data(X509_get_ext(certificate, index))
    else { return nil }
    return [UInt8](
      UnsafeBufferPointer(
        start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value))))
  }

  private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Date(timeIntervalSince1970: Double(timegm(&parts)))
  }

  private static func fingerprint(of certificate: OpaquePointer) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    return X509_digest(certificate, EVP_sha256(), &bytes, nil) == 1 ? bytes : []
  }
}
