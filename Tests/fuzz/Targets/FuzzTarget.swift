import Foundation

@testable import InboxModel

/// A reader of bytes from outside, with what has to hold for any bytes.
struct FuzzTarget: Sendable {
  let name: String
  /// Inputs that the reader accepts, to begin with.
  let seeds: [[UInt8]]
  /// Words that mean something to the reader: its dictionary.
  let words: [String]
  /// The most steps for each byte (`Tests/fuzz/README.md`, "Steps").
  let stepsPerByte: Int
  /// Reads an input, and returns whether the reader accepts it; throws ``BrokenProperty`` for what
  /// does not hold.
  let check: @Sendable ([UInt8]) throws -> Bool

  init(
    _ name: String, _ seeds: [String], words: [String] = [], stepsPerByte: Int = 200,
    _ check: @escaping @Sendable ([UInt8]) throws -> Bool
  ) {
    self.init(
      name, bytes: seeds.map { Array($0.utf8) }, words: words, stepsPerByte: stepsPerByte, check)
  }

  init(
    _ name: String, bytes seeds: [[UInt8]], words: [String] = [], stepsPerByte: Int = 200,
    _ check: @escaping @Sendable ([UInt8]) throws -> Bool
  ) {
    self.name = name
    self.seeds = seeds
    self.words = words
    self.stepsPerByte = stepsPerByte
    self.check = check
  }

  /// The name as that of a file.
  var fileName: String { String(name.map { "/ ".contains($0) ? "-" : $0 }) }

  /// All readers.
  static let all: [FuzzTarget] =
    [texts, words, screens, pushes, channels, api, systems, wires, stored].flatMap(\.self)
}

/// Something that has to hold for every input, and does not.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String
}

/// Throws when a property does not hold.
func expectHolds(_ holds: Bool, _ property: @autoclosure () -> String) throws {
  if !holds { throw BrokenProperty(description: property()) }
}

/// Throws if the position of an error is outside the text.
func expectHasPlace(_ position: JSONPosition?, in input: [UInt8]) throws {
  guard let position else { return }
  try expectHolds(
    position == JSONPosition(offset: position.offset, in: input),
    "\(position) is no place of the text")
}

/// Whether lines for people have no control characters but the line ends.
func isClean(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || !(scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
  }
}

/// An input in pieces: their lengths come from its bytes, so that the same input always has the
/// same pieces.
func pieces(of input: [UInt8]) -> [ArraySlice<UInt8>] {
  var random = SplitMix64(seed: input.reduce(UInt64(input.count)) { $0 &* 31 &+ UInt64($1) })
  var rest = input[...]
  var pieces: [ArraySlice<UInt8>] = []
  while !rest.isEmpty {
    let length = Int(random.next() % (random.next() % 2 == 0 ? 3 : 40)) + 1
    pieces.append(rest.prefix(length))
    rest = rest.dropFirst(length)
  }
  return pieces
}
