import Foundation
import InboxModel

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
      try checkGrowth(of: target, in: input, repeating: start..<min(input.count, start + length))
    }
  }

  /// Repeats a slice of the input N, 2N and 4N times. The second of the two differences in steps is
  /// twice the first if the steps grow with the size, and four times if they grow with its square.
  /// One large difference can come from a limit between two sizes, beyond which an input takes
  /// another path; then the slice is repeated 8N times, and that difference has to be large too.
  private static func checkGrowth(
    of target: FuzzTarget, in input: [UInt8], repeating slice: Range<Int>
  ) throws {
    // A multiple of four, so that all sizes have the same alignment of UTF-16.
    let count = firstSize / slice.count / 4 * 4
    func steps(times: Int) throws -> Int {
      let repeated = Array(repeating: input[slice], count: times * count).joined()
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
    guard growsTooFast() else { return }
    sizes.append(8)
    try all.append(steps(times: 8))
    let repetitions = sizes.map { String($0 * count) }.joined(separator: ", ")
    try expectHolds(
      !growsTooFast(),
      "bytes \(slice) repeated \(repetitions) times take \(all) steps: more than linear")
  }

  private static func steps(of target: FuzzTarget, _ input: some Sequence<UInt8>) throws -> Int {
    let input = Array(input)
    let start = fuzz_steps()
    _ = try target.check(input)
    return fuzz_steps() - start
  }
}
