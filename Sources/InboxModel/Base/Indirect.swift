/// A large value behind one reference: handing it on costs no more than a number, however many texts are
/// in it. It never changes in place, so that copies need no care.
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var box: Box

  /// Puts a value away.
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value; a new one gets a place of its own.
  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

extension Indirect: Equatable where Value: Equatable {
  /// Equal values.
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}
