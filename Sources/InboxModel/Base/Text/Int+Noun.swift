extension Int {
  /// Returns the number with a noun: `1 push`, `3 pushes`.
  ///
  /// - Parameter many: The plural; nil for that with an `s`.
  public func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
