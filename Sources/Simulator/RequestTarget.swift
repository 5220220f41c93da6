/// The path and the query of a request, taken apart.
struct RequestTarget {
  /// As sent, without the query.
  var path: String
  /// Names and values, decoded, in the order sent.
  var query: [(name: String, value: String)]

  init(_ target: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "")
    query = parts.count > 1 ? Self.form(String(parts[1])) : []
  }

  /// The first value of the parameter `name`.
  func parameter(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// `a=b&c=d` as pairs; a plus sign is a space.
  static func form(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(sides[0]), sides.count > 1 ? decoded(sides[1]) : "")
    }
  }

  /// `text` with percent signs decoded once; a bad one is kept as it is.
  static func decoded(_ text: Substring, plusIsSpace: Bool = true) -> String {
    let source = Array(text.utf8)
    var out: [UInt8] = []
    var next = 0
    while next < source.count {
      if source[next] == UInt8(ascii: "%"), next + 2 < source.count,
        let byte = UInt8(String(decoding: source[(next + 1)...(next + 2)], as: UTF8.self), radix: 16)
      {
        out.append(byte)
        next += 3
      } else {
        out.append(plusIsSpace && source[next] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[next])
        next += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
