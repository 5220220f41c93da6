import Text

/// Names in the `xn--` form, which ASCII has for other scripts (RFC 3492).
enum Punycode {
  private static let prefix = "xn--"
  private static let base = 36

  /// `domain` with its labels in their own script where they are in the `xn--` form; the domain itself where one is none.
  static func readable(_ domain: String) -> String {
    // Nearly all are plain, and a list may have thousands.
    guard domain.holds(prefix) else { return domain }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.hasPrefix(prefix) ? decoded(label.dropFirst(prefix.count)) : String(label)
    }
    return labels.contains(nil) ? domain : labels.compactMap(\.self).joined(separator: ".")
  }

  /// A label of at most 59 characters, so that no number here gets too large.
  private static func decoded(_ label: Substring) -> String? {
    guard label.utf8.count <= 59 else { return nil }
    let bytes = label.utf8.map { Int($0) }
    let dash = bytes.lastIndex(of: Int(UInt8(ascii: "-")))
    var scalars = dash.map { Array(bytes[..<$0]) } ?? []
    var rest = bytes[(dash.map { $0 + 1 } ?? 0)...]
    var (scalar, place, bias) = (0x80, 0, 72)
    let plain = scalars.count
    while !rest.isEmpty {
      guard let delta = number(&rest, bias) else { return nil }
      bias = adapted(delta, scalars.count + 1, isFirst: scalars.count == plain)
      place += delta
      scalar += place / (scalars.count + 1)
      place %= scalars.count + 1
      guard scalar <= 0x10FFFF else { return nil }
      scalars.insert(scalar, at: place)
      place += 1
    }
    let checked = scalars.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
    return checked.count == scalars.count ? String(String.UnicodeScalarView(checked)) : nil
  }

  /// A number of variable length, the least significant digit first.
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

  private static func digit(_ byte: Int) -> Int? {
    switch byte {
    case 0x61...0x7A: byte - 0x61
    case 0x30...0x39: byte - 0x30 + 26
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
