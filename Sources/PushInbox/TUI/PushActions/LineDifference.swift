/// The difference of two texts by lines: the shortest sequence of changes from one to the other. Screens
/// are compared otherwise, since on them the place counts (``RowDiff``).
enum LineDifference {
  /// Texts with more lines than this between what they have in common are told as replaced whole: the
  /// shortest way through those takes long.
  static let most = 2000

  /// The lines of both: those of the old text with `-`, of the new one with `+`, of both with a blank.
  static func lines(from old: [String], to new: [String]) -> [String] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(head), new.dropFirst(head))
    let tail = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let changed = middle(Array(oldRest.dropLast(tail)), Array(newRest.dropLast(tail)))
    return old.prefix(head).map { " " + $0 } + changed + old.suffix(tail).map { " " + $0 }
  }

  private static func middle(_ old: [String], _ new: [String]) -> [String] {
    guard old.count + new.count <= most else { return old.map { "-" + $0 } + new.map { "+" + $0 } }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let place, _, _): removed.insert(place)
      case .insert(let place, _, _): inserted.insert(place)
      }
    }
    var lines: [String] = []
    var place = 0
    for (number, line) in old.enumerated() {
      if removed.contains(number) {
        lines.append("-" + line)
        continue
      }
      while inserted.contains(place) {
        lines.append("+" + new[place])
        place += 1
      }
      lines.append(" " + line)
      place += 1
    }
    return lines + new.dropFirst(place).map { "+" + $0 }
  }
}
