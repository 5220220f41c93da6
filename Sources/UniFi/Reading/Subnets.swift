import Glibc
import JSONTree

/// The addresses and subnets of a filter.
enum Subnets {
  /// Whether every address of IPv4, or every one of IPv6, is in one of the elements of `list`: also where each of them has a part
  /// only, as the two halves do. What is neither an address nor a subnet has all of them: nobody knows what a console makes of it.
  static func mayHoldEverything(_ list: JSONText) -> Bool {
    // Nearly all are, and a console may have a million of them.
    if list.allElements({ $0.string.map(isAddress) ?? false }) ?? false { return false }
    guard let texts = list.elements?.map(\.string) else { return true }
    let known = texts.compactMap(\.self)
    return known.count < texts.count || !known.allSatisfy { isAddress($0) || Prefix($0) != nil }
      || holdEverything(known)
  }

  /// Whether `text` is a plain address of IPv4.
  private static func isAddress(_ text: String) -> Bool {
    var (octets, value, digits) = (0, 0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        value = value * 10 + Int(byte & 15)
        // One that begins with 0 may be octal.
        if digits > 3 || value > 255 || digits > 1 && value < 10 { return false }
      case UInt8(ascii: ".") where digits > 0: (octets, value, digits) = (octets + 1, 0, 0)
      default: return false
      }
    }
    return octets == 3 && digits > 0
  }

  private static func holdEverything(_ texts: [String]) -> Bool {
    // Of so many one has to hold its share. Each rule of a console is asked about, and hardly any has such a one.
    guard !texts.isEmpty, texts.contains(where: { mayHold($0, asMuchAs: texts.count) }) else { return false }
    let prefixes = texts.compactMap(Prefix.init)
    return [4, 16].contains { count in holdEverything(prefixes.filter { $0.bytes.count == count }, from: 0) }
  }

  /// Whether one of so many parts of everything may be in the subnet `text`, by its length.
  private static func mayHold(_ text: String, asMuchAs parts: Int) -> Bool {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let length = text.utf8[slash...].dropFirst()
    // What is longer than a number is a mask.
    guard length.count < 4, let bits = Int(Substring(length)) else { return true }
    return bits <= Int.bitWidth - 1 - parts.leadingZeroBitCount
  }

  /// Whether `prefixes`, which are alike in their first bits up to `place`, hold every address that begins with these.
  private static func holdEverything(_ prefixes: [Prefix], from place: Int) -> Bool {
    if prefixes.isEmpty { return false }
    if prefixes.contains(where: { $0.length <= place }) { return true }
    return [false, true].allSatisfy { bit in holdEverything(prefixes.filter { $0[place] == bit }, from: place + 1) }
  }

  /// The first bits of addresses.
  private struct Prefix {
    let bytes: [UInt8]
    let length: Int

    /// `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `fd00::/8`, or an address alone; nil for anything else.
    init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count < 3, let bytes = Self.bytes(parts[0]) else { return nil }
      let length = parts.count == 1 ? bytes.count * 8 : Self.length(parts[1])
      guard let length, length <= bytes.count * 8 else { return nil }
      (self.bytes, self.length) = (bytes, length)
    }

    /// The bit at `place`, from the front.
    subscript(place: Int) -> Bool { bytes[place / 8] >> UInt8(7 - place % 8) & 1 == 1 }

    /// `8`, or the mask `255.0.0.0`.
    private static func length(_ text: String) -> Int? {
      if let mask = bytes(text), mask.count == 4 {
        let length = mask.reduce(0) { $0 + (~$1).leadingZeroBitCount }
        let isMask = (0..<32).allSatisfy { mask[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == ($0 < length ? 1 : 0) }
        return isMask ? length : nil
      }
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return isNumber ? Int(text) : nil
    }

    private static func bytes(_ text: String) -> [UInt8]? {
      for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
        var bytes = [UInt8](repeating: 0, count: count)
        if inet_pton(family, text, &bytes) == 1 { return bytes }
      }
      return nil
    }
  }
}
