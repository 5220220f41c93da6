/// A property that few objects have. It is kept beside its object: thousands of objects are copied, and room in each of
/// them for what hardly any has would be most of what is copied.
///
/// Inlinable, so that other modules need not ask at run time what it is made of.
@frozen @propertyWrapper
public struct Seldom<Value: Hashable & Sendable>: Hashable, Sendable {
  @frozen @usableFromInline
  indirect enum Place: Hashable, Sendable {
    case nowhere
    case beside(Value)
  }

  @usableFromInline var place: Place

  /// The value; nil for none.
  @inlinable public var wrappedValue: Value? {
    get { if case .beside(let value) = place { value } else { nil } }
    set { place = newValue.map(Place.beside) ?? .nowhere }
  }

  /// A property that begins so.
  @inlinable public init(wrappedValue: Value?) { place = wrappedValue.map(Place.beside) ?? .nowhere }
}
