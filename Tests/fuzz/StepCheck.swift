import Foundation
@testable import InboxModel

/// Bounds on the steps of a target, counted and not timed (`Tests/fuzz/README.md`, "Steps").
enum StepCheck {
  /// Inputs whose growth is checked: one in so many.
  private static let growthInterval: UInt64 = 256
  /// The approximate size, in bytes, of the shortest of the three repetitions of a slice.
  private static let firstSize = 4096
  /// Steps for each byte by which an input grows, besides those that linear growth explains.
  private static let slack = 20

  /// Slices that are repeated of each input; nil for one slice of one in ``growthInterval`` inputs.
  private static let slicesPerInput = ProcessInfo.processInfo.environment["FUZZ_GROWTH"].flatMap {
    Int($0)
  }

  /// Checks an input, its steps, and the growth of steps where parts of it are repeated.
  static func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    let bound = target.stepsPerByte * (input.count + 256)
    var steps = try steps(of: target, input)
    // Tables are made when they are first used.
    if steps > bound { steps = try min(steps, self.steps(of: target, input)) }
    try expectHolds(
      steps <= bound, "\(steps) steps for \(input.count) bytes; the limit is \(bound)")

    guard !input.isEmpty else { return }
    var random = SplitMix64(seed: input.reduce(UInt64(input.count)) { $0 &* 31 &+ UInt64($1) })
    let count = slicesPerInput ?? (random.next() % growthInterval == 0 ? 1 : 0)
    for _ in 0..<count {
      let start = Int(random.next() % UInt64(input.count))
      let length = Int(random.next() % (random.next() % 2 == 0 ? 4 : 64)) + 1
      var slice = start..<min(input.count, start + length)
      if random.next() % 2 == 0 { slice = element(of: input, at: start) }
      try checkGrowth(
        of: target, in: input, repeating: slice, numbered: random.next() % 2 == 0)
    }
  }

  /// The maximum length of an element in bytes.
  private static let elementLimit = 256

  /// Returns the bytes from one separator to the next one, which they include: an element of a list,
  /// a member of an object, a line.
  private static func element(of input: [UInt8], at place: Int) -> Range<Int> {
    let opening = Set("{[,;&\n".utf8)
    let closing = Set(",;&\n".utf8)
    let start = input[..<place].lastIndex(where: opening.contains).map { $0 + 1 } ?? 0
    let end = input[place...].firstIndex(where: closing.contains).map { $0 + 1 } ?? input.count
    return start..<min(end, start + elementLimit)
  }

  /// Replaces the end of the first word of three characters or more by a number, so that the names in
  /// repetitions differ. The length stays the same, and so does the kind of each character.
  private static func number(_ slice: ArraySlice<UInt8>, _ number: Int) -> [UInt8] {
    var bytes = Array(slice)
    guard let word = firstWord(of: bytes) else { return bytes }
    var rest = number
    for place in word.reversed() where rest > 0 {
      let (first, count): (UInt8, Int) =
        bytes[place].isDigit ? (UInt8(ascii: "0"), 10) : (UInt8(ascii: "a"), 26)
      bytes[place] = first + UInt8(rest % count)
      rest /= count
    }
    return bytes
  }

  private static func firstWord(of bytes: [UInt8]) -> Range<Int>? {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { !$0.isDigit && !$0.isASCIILetter } ?? bytes.count
      if end - start >= 3 { return start..<end }
      start = end + 1
    }
    return nil
  }

  /// Repeats a slice of the input N, 2N and 4N times. The second of the two differences in steps is
  /// twice the first if the steps grow with the size, and four times if they grow with its square.
  /// A large difference can come from a limit between two sizes, beyond which an input takes another
  /// path. Then the slice is repeated 8N times, and 16N times if that difference is large too: only
  /// growth that goes on is too fast.
  private static func checkGrowth(
    of target: FuzzTarget, in input: [UInt8], repeating slice: Range<Int>, numbered: Bool
  ) throws {
    // A multiple of four, so that all sizes have the same alignment of UTF-16.
    let count = firstSize / slice.count / 4 * 4
    func steps(times: Int) throws -> Int {
      let repeated = (1...times * count).map {
        numbered ? number(input[slice], $0) : Array(input[slice])
      }.joined()
      return try self.steps(
        of: target, input[..<slice.upperBound] + repeated + input[slice.upperBound...])
    }
    var sizes = [1, 2, 4]
    var all = try sizes.map(steps)
    func growsTooFast() -> Bool {
      let (first, second, third) = (all[all.count - 3], all[all.count - 2], all[all.count - 1])
      let added = sizes[sizes.count - 1] / 2 * count * slice.count
      return third - second > 3 * max(second - first, 0) + slack * added
    }
    while growsTooFast(), let last = sizes.last, last < 16 {
      sizes.append(2 * last)
      try all.append(steps(times: 2 * last))
    }
    guard growsTooFast() else { return }
    let name = numbered ? "repeated with numbers" : "repeated"
    let repetitions = sizes.map { String($0 * count) }.joined(separator: ", ")
    throw BrokenProperty(
      description:
        "bytes \(slice) \(name) \(repetitions) times take \(all) steps: more than linear")
  }

  private static func steps(of target: FuzzTarget, _ input: some Sequence<UInt8>) throws -> Int {
    let input = Array(input)
    let start = fuzz_steps()
    _ = try target.check(input)
    return fuzz_steps() - start
  }
}
