import Testing

@testable import InboxModel

@Suite struct FenwickTreeTests {
  @Test(arguments: 0..<10)
  func `prefix sums agree with an array after random changes`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var tree = FenwickTree()
    var weights: [Int] = []
    for _ in 0..<400 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !weights.isEmpty:
        tree.removeLast()
        weights.removeLast()
      case 1 where !weights.isEmpty:
        let place = Int.random(in: 0..<weights.count, using: &random)
        let weight = Int.random(in: 0..<9, using: &random)
        tree.add(weight - weights[place], at: place)
        weights[place] = weight
      case 2:
        let place = Int.random(in: 0...weights.count, using: &random)
        tree.insert(place % 5, at: place)
        weights.insert(place % 5, at: place)
      default:
        tree.append(weights.count % 7)
        weights.append(weights.count % 7)
      }
      let place = Int.random(in: 0...weights.count, using: &random)
      #expect(tree.sum(before: place) == weights[..<place].reduce(0, +))
      if place < weights.count { #expect(tree[place] == weights[place]) }
    }
    let rebuilt = FenwickTree(weights)
    #expect(rebuilt.sum(before: weights.count) == weights.reduce(0, +))
  }
}
