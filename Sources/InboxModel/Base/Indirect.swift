/// A large value behind one reference, which is as cheap to pass on as a number. A change copies
/// the value, unless the reference is unique.
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
  // It is Sendable because the value only changes while the reference to its box is unique.
  @usableFromInline
  final class Box: @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) var value: Value

    @usableFromInline
    init(_ value: Value) {
      self.value = value
    }
  }

  @usableFromInline var box: Box

  /// Makes a reference to a value.
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value, which is read and changed in place.
  @inlinable
  public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension Indirect: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}

/// A value with many fields behind one reference, for values that pass from machine to machine. The
/// fields are read and changed as if they were the value's own.
@dynamicMemberLookup
public protocol IndirectFields {
  /// The fields.
  associatedtype Fields: Sendable
  /// The fields, behind a reference.
  var contents: Indirect<Fields> { get set }
}

extension IndirectFields {
  /// A field.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Fields, Value>) -> Value {
    _read { yield contents.wrappedValue[keyPath: path] }
    _modify { yield &contents.wrappedValue[keyPath: path] }
  }
}
