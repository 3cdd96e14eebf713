/// The newest of what comes, oldest first: a number of them at most, the oldest go.
struct BoundedLog<Element: Equatable & Sendable>: Equatable, Sendable {
  /// How many stay; a quarter more is there before the oldest go, so that most arrivals move nothing.
  let limit: Int
  private(set) var elements: [Element] = []

  mutating func append(_ element: Element) {
    elements.append(element)
    if elements.count > limit + limit / 4 { elements.removeFirst(elements.count - limit) }
  }
}
