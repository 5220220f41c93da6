/// Names of other scripts in ASCII (RFC 3492).
enum Punycode {
  static let prefix = "xn--"
  private static let base = 36

  /// A name with its labels in their own script, where they are punycode; the name itself where they are not.
  static func unicode(_ name: String) -> String {
    guard name.contains(prefix) else { return name }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.hasPrefix(prefix) ? decoded(label.dropFirst(prefix.count)) : String(label)
    }
    guard !labels.contains(nil) else { return name }
    return labels.compactMap { $0 }.joined(separator: ".")
  }

  static func encoded(_ label: String) -> String {
    let scalars = label.unicodeScalars.map { Int($0.value) }
    var out = scalars.filter { $0 < 0x80 }
    let basic = out.count
    if basic > 0 { out.append(Int(UInt8(ascii: "-"))) }
    var (n, delta, bias, handled) = (0x80, 0, 72, basic)
    while handled < scalars.count {
      let next = scalars.filter { $0 >= n }.min() ?? n
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        out += digits(delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        (delta, handled) = (0, handled + 1)
      }
      (delta, n) = (delta + 1, n + 1)
    }
    return String(decoding: out.map { UInt8($0) }, as: UTF8.self)
  }

  private static func decoded(_ label: Substring) -> String? {
    let bytes = label.utf8.map { Int($0) }
    let dash = bytes.lastIndex(of: Int(UInt8(ascii: "-")))
    var out = dash.map { Array(bytes[..<$0]) } ?? []
    var rest = bytes[(dash.map { $0 + 1 } ?? 0)...]
    var (n, index, bias) = (0x80, 0, 72)
    while !rest.isEmpty {
      guard let delta = number(&rest, bias) else { return nil }
      index += delta
      bias = adapted(delta, out.count + 1, isFirst: out.allSatisfy { $0 < 0x80 })
      n += index / (out.count + 1)
      index %= out.count + 1
      guard n <= 0x10FFFF else { return nil }
      out.insert(n, at: index)
      index += 1
    }
    let scalars = out.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
    guard scalars.count == out.count else { return nil }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A number of variable length, least significant digit first.
  private static func digits(_ number: Int, _ bias: Int) -> [Int] {
    var (rest, place, out) = (number, base, [Int]())
    while true {
      let threshold = max(1, min(26, place - bias))
      guard rest >= threshold else { return out + [character(rest)] }
      out.append(character(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
  }

  private static func number(_ rest: inout ArraySlice<Int>, _ bias: Int) -> Int? {
    var (number, weight, place) = (0, 1, base)
    while let next = rest.popFirst() {
      guard let digit = digit(next), weight < 1 << 32 else { return nil }
      number += digit * weight
      let threshold = max(1, min(26, place - bias))
      if digit < threshold { return number }
      weight *= base - threshold
      place += base
    }
    return nil
  }

  private static func character(_ digit: Int) -> Int {
    digit < 26 ? Int(UInt8(ascii: "a")) + digit : Int(UInt8(ascii: "0")) + digit - 26
  }

  private static func digit(_ character: Int) -> Int? {
    switch character {
    case 0x61...0x7A: character - 0x61
    case 0x41...0x5A: character - 0x41
    case 0x30...0x39: character - 0x30 + 26
    default: nil
    }
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var (delta, steps) = (isFirst ? delta / 700 : delta / 2, 0)
    delta += delta / count
    while delta > 455 {
      delta /= base - 1
      steps += base
    }
    return steps + base * delta / (delta + 38)
  }
}
