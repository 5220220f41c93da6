/// The members of an object in a checked text, found in one pass, to be looked up several times.
public struct JSONMembers: Sendable {
  /// Where a member stands in the bytes.
  struct Place: Sendable {
    /// The bytes between the quotes of the name.
    let name: Range<Int>
    /// Whether the name is ASCII without escapes, so that its bytes are all there is to compare.
    let isPlain: Bool
    /// Where the value begins.
    let value: Int
  }

  /// More names than this are not compared each with each.
  private static let mostPairs = 32

  private let bytes: [UInt8]
  private let places: [Place]

  init(of bytes: [UInt8], places: [Place]) {
    self.bytes = bytes
    self.places = places
  }

  /// The names in order, duplicates included.
  public var names: [String] { places.map(name) }

  /// The values in order.
  public var values: [JSONText] { places.map { JSONText(bytes, from: $0.value) } }

  /// The value of the first member called `name`; nil where there is none.
  public subscript(name: String) -> JSONText? {
    var name = name
    let place = bytes.withUnsafeBufferPointer { input in
      name.withUTF8 { wanted in
        places.first { place in
          guard place.isPlain else { return self.name(place).utf8.elementsEqual(wanted) }
          return place.name.count == wanted.count && input[place.name].elementsEqual(wanted)
        }
      }
    }
    return place.map { JSONText(bytes, from: $0.value) }
  }

  /// The first name that stands there a second time; canonically equivalent spellings are one name.
  public var repeatedName: String? {
    if places.count <= Self.mostPairs, places.allSatisfy(\.isPlain) { return repeatedPlainName }
    var seen = Set<String>(minimumCapacity: places.count)
    return names.first { !seen.insert($0).inserted }
  }

  private var repeatedPlainName: String? {
    let second = bytes.withUnsafeBufferPointer { input in
      places.indices.first { index in
        let later = places[index].name
        return (0..<index).contains { earlier in
          let name = places[earlier].name
          return name.count == later.count && input[name].elementsEqual(input[later])
        }
      }
    }
    return second.map { name(places[$0]) }
  }

  private func name(_ place: Place) -> String {
    JSONText(bytes, from: place.name.lowerBound - 1).string ?? ""
  }
}

extension JSONReader {
  /// Where the members of the object that starts here are.
  mutating func memberPlaces() -> [JSONMembers.Place] {
    var places: [JSONMembers.Place] = []
    places.reserveCapacity(12)
    while toNext() {
      let start = position + 1
      skipString()
      let name = start..<(position - 1)
      toValue()
      places.append(JSONMembers.Place(name: name, isPlain: isPlain(name), value: position))
      skipValue()
    }
    return places
  }

  /// Goes to the value of the first member called `wanted` of the object that starts here; false where there is none.
  mutating func toValue(of wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    while toNext() {
      let start = position
      skipString()
      let name = (start + 1)..<(position - 1)
      let isIt =
        isPlain(name)
        ? name.count == wanted.count && input[name].elementsEqual(wanted)
        : JSONReader(input: input, position: start).spelled.utf8.elementsEqual(wanted)
      toValue()
      if isIt { return true }
      skipValue()
    }
    return false
  }

  /// The string that starts here, without going past it.
  private var spelled: String {
    var reader = self
    return reader.string()
  }
}
