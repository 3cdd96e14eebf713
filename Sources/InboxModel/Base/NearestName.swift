/// The name somebody probably meant.
public enum NearestName {
  /// The only name that begins with the word, else the one with the fewest letters to change; nil
  /// if none is near: at most a third of the word, one for short words. Among equals the first
  /// wins.
  ///
  /// A swap of two neighbours counts as one change, the slip of fingers it is.
  public static func of(_ word: String, among names: some Sequence<String>) -> String? {
    if word.count >= 4 {
      let longer = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
      if longer.count == 1 { return longer.first }
    }
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(letters, Array(name.lowercased().unicodeScalars))
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
