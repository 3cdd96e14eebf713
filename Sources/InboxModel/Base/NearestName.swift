/// The search for the name that a misspelled one means.
public enum NearestName {
  /// Returns the only name with the word as a prefix, else the one with the smallest edit distance;
  /// nil if that exceeds a third of the word's length, or one for short words. The first of equal
  /// ones wins.
  ///
  /// A swap of two neighbors counts as one edit, since it is a common typing error.
  public static func of(_ word: String, among names: some Sequence<String>) -> String? {
    if word.count >= 4 {
      let longer = names.filter { $0.lowercased().hasPrefix(word.lowercased()) }
      if longer.count == 1 { return longer.first }
    }
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
      let candidate = Array(name.lowercased().unicodeScalars)
      // The distance is at least the difference in length.
      guard abs(candidate.count - letters.count) <= limit else { continue }
      let distance = distance(letters, candidate)
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbors (optimal
  /// string alignment).
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
