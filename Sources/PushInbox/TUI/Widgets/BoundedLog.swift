/// A log of the newest elements, oldest first. Above the limit the oldest are removed.
struct BoundedLog<Element: Equatable & Sendable>: Equatable, Sendable {
  /// The number of elements that are retained. Elements are removed when a quarter more are stored,
  /// so that most additions move nothing.
  let limit: Int
  private(set) var elements: [Element] = []

  mutating func append(_ element: Element) {
    elements.append(element)
    if elements.count > limit + limit / 4 { elements.removeFirst(elements.count - limit) }
  }
}
