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
    let digits: String
    if Self.isGrouped(text, by: ":", 2) || Self.isGrouped(text, by: "-", 2) || Self.isGrouped(text, by: ".", 4) {
      digits = text.filter { $0.isHexDigit }
    } else {
      digits = text
    }
    guard digits.utf8.count == 12, digits.unicodeScalars.allSatisfy(ASCII.isHexDigit) else { return nil }
    let lower = Array(ASCII.lowercased(digits))
    self.text = stride(from: 0, to: 12, by: 2).map { String(lower[$0...($0 + 1)]) }.joined(separator: ":")
  }

  private static func isGrouped(_ text: String, by separator: Character, _ length: Int) -> Bool {
    let groups = text.split(separator: separator, omittingEmptySubsequences: false)
    return groups.count == 12 / length && groups.allSatisfy { $0.utf8.count == length }
  }

  /// Whether it was not given by a maker but made up, by a person or by the device itself: phones and tablets make up
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
