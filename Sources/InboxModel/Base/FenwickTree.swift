/// The weights of consecutive indices with their prefix sums (a Fenwick, or binary indexed, tree).
///
/// Changing a weight and summing take O(log n); appending and removing the last index take
/// amortized O(1). Weights and sums are below 2³².
struct FenwickTree: Sendable {
  /// The sum of the weights that end at each index; their number is the lowest set bit of the
  /// index, counted from 1.
  private var sums: [UInt32] = []

  init() {}

  init(_ weights: some Sequence<Int>) {
    for weight in weights { append(weight) }
  }

  /// Returns the sum of the weights before an index.
  func sum(before place: Int) -> Int {
    var (number, sum) = (place, 0)
    while number > 0 {
      sum += Int(sums[number - 1])
      number &= number - 1
    }
    return sum
  }

  /// The weight at an index.
  subscript(place: Int) -> Int { Int(sums[place]) - sumOfParts(of: place + 1) }

  mutating func append(_ weight: Int) {
    sums.append(UInt32(weight + sumOfParts(of: sums.count + 1)))
  }

  mutating func removeLast() {
    sums.removeLast()
  }

  /// Changes the weight at an index by `difference`.
  mutating func add(_ difference: Int, at place: Int) {
    guard difference != 0 else { return }
    var number = place + 1
    while number <= sums.count {
      sums[number - 1] = UInt32(Int(sums[number - 1]) + difference)
      number += number & -number
    }
  }

  /// Inserts a weight before those from an index on. O(n - place).
  mutating func insert(_ weight: Int, at place: Int) {
    let later = (place..<sums.count).map { self[$0] }
    sums.removeLast(sums.count - place)
    append(weight)
    for weight in later { append(weight) }
  }

  /// Returns the weights that the sum at an index, counted from 1, includes beside its own.
  private func sumOfParts(of number: Int) -> Int {
    var (part, sum) = (1, 0)
    while part < number & -number {
      sum += Int(sums[number - part - 1])
      part <<= 1
    }
    return sum
  }
}
