public import Documents

/// A thing on the network that the file has a word for.
public struct Device: Sendable {
  /// The word. Devices have a name space of their own: a target may have the same name.
  public var name: Name
  /// What it is known by on the network.
  public var mac: MACAddress
  /// Why the address can be relied on although it is private; nil where the file does not say it.
  public var because: String?
  /// Where it is defined.
  public var span: SourceSpan

  /// A device from its parts.
  public init(name: Name, mac: MACAddress, because: String?, span: SourceSpan) {
    self.name = name
    self.mac = mac
    self.because = because
    self.span = span
  }
}

/// The address of one network card, in the one spelling `02:00:5e:00:53:01`.
public struct MACAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Six pairs of hexadecimal digits in lower case, with colons between them.
  public let text: String

  /// Reads any usual spelling: pairs between colons or dashes, groups of four between dots, or twelve digits in a row.
  public init?(_ text: String) {
    guard let digits = Self.digits(of: Array(text.utf8)) else { return nil }
    var spelled: [UInt8] = []
    for (place, digit) in digits.enumerated() {
      guard ASCII.isHexDigit(Unicode.Scalar(digit)) else { return nil }
      if place > 0, place % 2 == 0 { spelled.append(UInt8(ascii: ":")) }
      spelled.append(digit)
    }
    self.text = ASCII.lowercased(String(decoding: spelled, as: UTF8.self))
  }

  /// What stands in six pairs, in three groups of four or in a row; nil where `bytes` are none of these.
  private static func digits(of bytes: [UInt8]) -> [UInt8]? {
    let (stretch, separators): (Int, StaticString)
    switch bytes.count {
    case 12: return bytes
    case 14: (stretch, separators) = (5, ".")
    case 17: (stretch, separators) = (3, ":-")
    default: return nil
    }
    let between = stride(from: stretch - 1, to: bytes.count, by: stretch).map { bytes[$0] }
    let isOneSeparator = between.allSatisfy { $0 == between[0] } && separators.description.utf8.contains(between[0])
    return isOneSeparator ? bytes.indices.filter { ($0 + 1) % stretch != 0 }.map { bytes[$0] } : nil
  }

  /// Whether it was not given by a maker but made up, by somebody or by the device itself: phones and tablets make up
  /// one for each WiFi network, and a new one now and then (IEEE 802, the bit of locally administered addresses).
  public var isPrivate: Bool { firstOctet & 2 != 0 }

  /// Whether it is that of one card: the others mean groups of them, or none.
  public var isOfOneCard: Bool { firstOctet & 1 == 0 && text != "00:00:00:00:00:00" }

  private var firstOctet: UInt8 { UInt8(text.prefix(2), radix: 16) ?? 0 }

  /// The one spelling.
  public var description: String { text }

  /// By the text.
  public static func < (left: MACAddress, right: MACAddress) -> Bool { left.text < right.text }
}
