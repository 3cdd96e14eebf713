/// A large value behind one reference: handing it on costs no more than a number, however many
/// texts are in it. A change copies it, unless nothing else refers to it.
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
  // Sendable: the value is changed only while one reference to its box exists.
  @usableFromInline
  final class Box: @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) var value: Value

    @usableFromInline
    init(_ value: Value) {
      self.value = value
    }
  }

  @usableFromInline var box: Box

  /// Puts a value away.
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value, which is read and changed in its place.
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
  /// Equal values.
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}

/// A value of many fields that stand behind one reference: ``Indirect`` for those that are handed
/// from machine to machine. Fields are read and changed as if they were its own.
@dynamicMemberLookup
public protocol IndirectFields {
  /// The fields.
  associatedtype Fields: Sendable
  /// The fields, behind their reference.
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
