/// The newest of what comes, oldest first: a number of them at most, the oldest go.
struct BoundedLog<Element: Equatable & Sendable>: Equatable, Sendable {
  /// The number of elements that stay; a quarter more is kept before the oldest are removed, so that most
  /// arrivals move nothing.
  let limit: Int
  private(set) var elements: [Element] = []

  mutating func append(_ element: Element) {
    elements.append(element)
    if elements.count > limit + limit / 4 { elements.removeFirst(elements.count - limit) }
  }
}
