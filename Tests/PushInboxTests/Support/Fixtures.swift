import Foundation
import InboxModel
import Testing

/// The files beside the tests.
enum Fixture {
  static func data(named name: String) throws -> Data {
    try Data(
      contentsOf: Repository.folder.appending(path: "Tests/PushInboxTests/Fixtures/\(name)"))
  }
}

/// A case of `Fixtures/terminal-injection.json`: text or a payload that must not control the
/// terminal.
struct InjectionCase: CustomTestStringConvertible, Sendable {
  var id: String
  /// The texts a screen would draw: of a payload that cannot be read, its bytes.
  var texts: [String]
  /// The sequences that must not be among the bytes for the terminal.
  var forbidden: [[UInt8]]
  /// The texts that must still be readable.
  var visible: [String]
  /// Whether the text is legitimate and survives unchanged.
  var isKept: Bool

  var testDescription: String { id }

  static let all: [InjectionCase] = {
    do {
      let file = try JSONReader.read(Array(Fixture.data(named: "terminal-injection.json"))).root
      return (file.object?["cases"]?.array ?? []).map(InjectionCase.init)
    } catch {
      return []  // a test counts them
    }
  }()

  private init(_ value: JSONValue) {
    id = value.object?["id"]?.string ?? ""
    visible = value.object?["visible"]?.array?.compactMap(\.string) ?? []
    isKept = value.object?["keep"]?.bool ?? false
    forbidden = (value.object?["forbidHex"]?.array ?? []).compactMap(\.string).map(Self.bytes)
    if let payload = value.object?["payloadBase64"]?.string {
      let bytes = Data(base64Encoded: payload) ?? Data()
      texts = [String(decoding: bytes, as: UTF8.self)]
      if let read = try? JSONReader.read(Array(bytes)) { texts = Self.strings(in: read.root) }
    } else {
      texts = value.object?["text"].map(Self.strings) ?? []
    }
  }

  private static func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  private static func strings(in value: JSONValue) -> [String] {
    if let string = value.string { return [string] }
    if let array = value.array { return array.flatMap(strings) }
    return value.object?.members.flatMap { [$0.key] + strings(in: $0.value) } ?? []
  }
}

/// Whether `invariant.neverFromContent` of the corpus, or this program, forbids a scalar.
func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x206F, 0x2028...0x2029, 0xFEFF,
    0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE007F, 0x200B, 0x2060...0x2064, 0x180E:
    true
  case let value where value & 0xFFFE == 0xFFFE: true
  default: scalar.properties.generalCategory == .unassigned
  }
}
