import Foundation
import InboxModel
import Testing

/// Every parser of bytes from outside, with its seeds, its corpus (`Tests/fuzz/corpus`) and
/// mutations of both, the same in each run. `Tests/fuzz/run` searches for new inputs for any time.
@Suite struct FuzzTests {
  @Test(arguments: FuzzTarget.all)
  func `a parser keeps its properties for seeds and mutations of them`(
    target: FuzzTarget
  ) throws {
    let inputs = try target.seeds + keptCorpus(of: target)
    var mutator = Mutator(
      seeds: inputs, words: target.words.map { Array($0.utf8) }, seed: 4711)
    for input in inputs + [[]] { try check(input, by: target) }
    for _ in 0..<target.mutationCount { try check(mutator.next(), by: target) }
  }

  @Test(arguments: FuzzTarget.all)
  func `a parser accepts its seeds`(target: FuzzTarget) throws {
    for seed in target.seeds {
      #expect(try target.check(seed), "\(String(decoding: seed, as: UTF8.self))")
    }
  }

  @Test(arguments: FuzzTarget.all)
  func `a parser keeps its properties for prefixes of its seeds`(
    target: FuzzTarget
  ) throws {
    let step = target.prefixStep
    for (number, seed) in target.seeds.enumerated() {
      for count in stride(from: number % step, to: seed.count, by: step) {
        try check(Array(seed.prefix(count)), by: target)
      }
    }
  }

  /// The files of the target's folder in `Tests/fuzz/corpus`, if it has one, in the order of their
  /// names.
  private func keptCorpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = Self.corpus.appending(path: target.fileName)
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      Array(try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  private static let corpus = Repository.folder.appending(path: "Tests/fuzz/corpus")

  @Test func `every folder of the corpus belongs to a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(Set(folders).subtracting(FuzzTarget.all.map(\.fileName)).isEmpty)
  }

  private func check(_ input: [UInt8], by target: FuzzTarget) throws {
    do {
      _ = try target.check(input)
    } catch {
      let text = String(decoding: input, as: UTF8.self)
      Issue.record("\(target.name): \(error)\nInput: \(text.debugDescription) \(input)")
      throw error
    }
  }

  @Test func `target names are unique`() {
    let names = FuzzTarget.all.map(\.fileName)
    #expect(Set(names).count == names.count)
  }
}

extension FuzzTarget: CustomTestStringConvertible {
  var testDescription: String { name }
  /// The number of mutations: fewer for a target whose inputs take many steps.
  fileprivate var mutationCount: Int { min(1500, 3_000_000 / stepsPerByte) }
  /// The difference in bytes between the tested prefixes of a seed, which is larger for such a
  /// target.
  fileprivate var prefixStep: Int { max(1, stepsPerByte / 4000) }
}

/// A generator of inputs from seeds: bytes are changed, removed, doubled, inserted from elsewhere.
private struct Mutator {
  private var pool: [[UInt8]]
  private var random: SplitMix64
  private let words: [[UInt8]]
  private static let hostileWords: [[UInt8]] =
    [
      "\"", "{", "}", "[", "]", ":", ",", "\\u0000", "\\ud800", "1e999", "-0", "null", "\u{1B}[31m",
      "\u{202E}", "é", "e\u{301}", "\u{FEFF}", "\r\n", "\n", "\0", "9223372036854775808", " ", "'",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]

  init(seeds: [[UInt8]], words: [[UInt8]], seed: UInt64) {
    pool = seeds + [[0]]
    self.words = words + Self.hostileWords
    random = SplitMix64(seed: seed)
  }

  private mutating func number(below end: Int) -> Int {
    end < 1 ? 0 : Int(random.next() % UInt64(end))
  }

  mutating func next() -> [UInt8] {
    var input = pool[number(below: pool.count)]
    for _ in 0...number(below: 4) {
      let place = number(below: input.count + 1)
      switch number(below: 7) {
      case 0 where place < input.count: input[place] ^= 1 << number(below: 8)
      case 1 where place < input.count: input[place] = UInt8(number(below: 256))
      case 2 where place < input.count: input.remove(at: place)
      case 3: input.insert(contentsOf: words[number(below: words.count)], at: place)
      case 4:
        let end = min(input.count, place + number(below: 20))
        input.insert(contentsOf: input[place..<end], at: place)
      case 5:
        let other = pool[number(below: pool.count)]
        input = Array(input[..<place]) + other.dropFirst(number(below: other.count))
      default: input.removeSubrange(place..<min(input.count, place + number(below: 20)))
      }
    }
    // Some become seeds.
    if number(below: 8) == 0, input.count < 2000, pool.count < 200 { pool.append(input) }
    return input
  }
}
