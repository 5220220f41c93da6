/// Makes values of a text that a `JSONChecker` has gone through to its end: nothing in it can be malformed any more.
struct JSONReader {
  let input: UnsafeBufferPointer<UInt8>
  let outline: UnsafeBufferPointer<JSONOutline.Entry>

  /// The first byte of the value, which tells its kind.
  func first(of place: Int) -> UInt8 { input[Int(outline[place].start)] }

  /// The place in the outline that follows a value and all that is in it.
  func after(_ place: Int) -> Int {
    switch first(of: place) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): Int(outline[place].end)
    default: place + 1
    }
  }

  /// The bytes of a value that has nothing in it; a string without its quotes.
  func bytes(of place: Int) -> UnsafeBufferPointer<UInt8> {
    let entry = outline[place]
    let (start, end) = (Int(entry.start), Int(entry.end))
    let isString = input[start] == UInt8(ascii: "\"")
    return UnsafeBufferPointer(rebasing: isString ? input[(start + 1)..<(end - 1)] : input[start..<end])
  }

  /// The value with all that is in it.
  func tree(of place: Int) -> JSON {
    switch first(of: place) {
    case UInt8(ascii: "{"):
      .object(names(of: place).map { JSON.Member(string($0), tree(of: $0 + 1)) })
    case UInt8(ascii: "["): .array(elements(of: place).map(tree))
    case UInt8(ascii: "\""): .string(string(place))
    case UInt8(ascii: "t"): .bool(true)
    case UInt8(ascii: "f"): .bool(false)
    case UInt8(ascii: "n"): .null
    default: .number(String(decoding: bytes(of: place), as: UTF8.self))
    }
  }

  /// Where the elements of an array are.
  func elements(of place: Int) -> [Int] {
    var elements: [Int] = []
    var next = place + 1
    let end = after(place)
    while next < end {
      elements.append(next)
      next = after(next)
    }
    return elements
  }

  /// How many elements an array has.
  func elementCount(of place: Int) -> Int {
    var count = 0
    var next = place + 1
    let end = after(place)
    while next < end {
      count += 1
      next = after(next)
    }
    return count
  }

  /// Where the names of the members of an object are; the value of each follows it.
  func names(of place: Int) -> [Int] {
    var names: [Int] = []
    names.reserveCapacity(12)
    var next = place + 1
    let end = after(place)
    while next < end {
      names.append(next)
      next = after(next + 1)
    }
    return names
  }

  /// Where the value of the first member called `wanted` of an object is; nil if there is none.
  func value(called wanted: UnsafeBufferPointer<UInt8>, of place: Int) -> Int? {
    var next = place + 1
    let end = after(place)
    while next < end {
      if reads(next, wanted) { return next + 1 }
      next = after(next + 1)
    }
    return nil
  }

  /// Whether the bytes of two names are the same. Most differ in their length: of a list of thousands of objects every
  /// name is asked.
  func haveSameBytes(_ one: Int, _ other: Int) -> Bool {
    outline[one].length == outline[other].length && areSame(bytes(of: one), bytes(of: other))
  }

  /// Whether the string at `place` is `wanted`.
  func reads(_ place: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    guard outline[place].isPlain else { return string(place).utf8.elementsEqual(wanted) }
    // Two of them are the quotes.
    return outline[place].length == wanted.count + 2 && areSame(bytes(of: place), wanted)
  }

  /// Whether bytes of one length are the same: in a third of the time that two iterators take.
  private func areSame(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    one.indices.allSatisfy { one[$0] == other[$0] }
  }
}

// MARK: - Strings

extension JSONReader {
  /// The string at `place`, its escapes undone; U+FFFD stands for what cannot be read.
  func string(_ place: Int) -> String {
    let spelled = bytes(of: place)
    // Known to be ASCII, so that nothing is looked at again.
    if outline[place].isPlain { return String(copying: UTF8Span(unchecked: spelled.span, isKnownASCII: true)) }
    var escapes = JSONEscapes(input: spelled)
    return String(decoding: escapes.undone(), as: UTF8.self)
  }
}
