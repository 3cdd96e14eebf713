/// The difference of two texts by lines: the shortest sequence of changes from one to the other.
/// Screens are compared with ``RowDiff`` instead, because there positions matter.
enum LineDifference {
  /// The maximum number of lines between the common beginning and end. Longer texts are shown as
  /// replaced, because the search for the shortest sequence would take long.
  static let most = 2000

  /// Returns the lines of both texts: those only in the old one with `-`, those only in the new one
  /// with `+`, common ones with a blank.
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
