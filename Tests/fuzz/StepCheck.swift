import Foundation
@testable import InboxModel

/// Bounds on the steps of a target, counted and not timed (`Tests/fuzz/README.md`, "Steps").
enum StepCheck {
  /// Inputs whose growth is checked: one in so many.
  private static let growthInterval: UInt64 = 256
  /// Approximate sizes, in bytes, of the first of the repetitions of a slice. A reader that rejects
  /// inputs beyond a limit shows its growth only if all sizes are below that limit.
  private static let firstSizes = [512, 1024, 2048, 4096]
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
      let word = random.next() % 2 == 0 ? Int(random.next() % 8) : nil
      let size = firstSizes[Int(random.next() % UInt64(firstSizes.count))]
      try checkGrowth(of: target, in: input, repeating: slice, numbering: word, from: size)
    }
  }

  /// The maximum length of an element in bytes.
  private static let elementLimit = 256

  /// Returns the bytes from one separator to the next one, with one of them: an element of a list,
  /// a member of an object, a line. Lists and objects in it are whole.
  private static func element(of input: [UInt8], at place: Int) -> Range<Int> {
    let separators = Set(",;&\n".utf8)
    let (openings, closings) = (Set("{[".utf8), Set("}]".utf8))
    let before = input[..<place].lastIndex { separators.contains($0) || openings.contains($0) }
    var (end, depth) = (place, 0)
    while end < input.count, depth > 0 || !separators.contains(input[end]) {
      if openings.contains(input[end]) { depth += 1 }
      if closings.contains(input[end]) { depth -= 1 }
      if depth < 0 { break }
      end += 1
    }
    let start = before.map { $0 + 1 } ?? 0
    if end < input.count, separators.contains(input[end]) {
      return start..<min(end + 1, start + elementLimit)
    }
    // The last element has its separator before it.
    let isFirst = before.map { openings.contains(input[$0]) } ?? true
    return (isFirst ? start : start - 1)..<max(start + 1, min(end, start + elementLimit))
  }

  /// Replaces the end of a word of three characters or more by a number, so that the names in
  /// repetitions differ. The length stays the same, and so does the kind of each character.
  ///
  /// - Parameter place: The index of the word, modulo the number of words.
  private static func number(_ slice: ArraySlice<UInt8>, _ number: Int, word place: Int) -> [UInt8]
  {
    var bytes = Array(slice)
    let words = words(of: bytes)
    guard !words.isEmpty else { return bytes }
    var rest = number
    for place in words[place % words.count].reversed() where rest > 0 {
      let (first, count): (UInt8, Int) =
        bytes[place].isDigit ? (UInt8(ascii: "0"), 10) : (UInt8(ascii: "a"), 26)
      bytes[place] = first + UInt8(rest % count)
      rest /= count
    }
    return bytes
  }

  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { !$0.isDigit && !$0.isASCIILetter } ?? bytes.count
      if end - start >= 3 { words.append(start..<end) }
      start = end + 1
    }
    return words
  }

  /// Repeats a slice of the input N, 2N and 4N times. The second of the two differences in steps is
  /// twice the first if the steps grow with the size, and four times if they grow with its square.
  /// A large difference can come from a limit between two sizes, beyond which an input takes
  /// another path. Then the slice is repeated 8N times, and 16N times if that difference is large
  /// too: only continued growth is too fast.
  private static func checkGrowth(
    of target: FuzzTarget, in input: [UInt8], repeating slice: Range<Int>, numbering word: Int?,
    from firstSize: Int
  ) throws {
    // A multiple of four, so that all sizes have the same alignment of UTF-16.
    let count = max(firstSize / slice.count / 4, 1) * 4
    func steps(times: Int) throws -> Int {
      let repeated = (1...times * count).map { index in
        word.map { number(input[slice], index, word: $0) } ?? Array(input[slice])
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
    let name = word == nil ? "repeated" : "repeated with numbers"
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
