import JSONTree
import Policies
import Providers

/// Where a policy for the devices of a target belongs: what makes it the same from one run to the next.
struct DevicePolicySlot: Hashable, Sendable {
  /// The target that it is made for.
  let target: Name
  /// The zone that the devices are in, a UUID in lower case.
  let zone: String
  /// Which one of the target's policies for that zone, from 1.
  let number: Int

  /// What reports call it by.
  var id: String { "\(target)/\(zone)/\(number)" }
}

extension DevicePolicySlot {
  /// The slot whose id this is; nil where it is none, as that of one that was too much.
  init?(id: String) {
    let parts = id.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard parts.count == 3, let number = Int(parts[2]), number > 0 else { return nil }
    self.init(target: Name(parts[0]), zone: parts[1], number: number)
  }
}

/// A firewall policy that a file makes for the devices of a target, all of it but its switch and its hours: a JSON Merge Patch. On
/// nothing it is the body of a POST; on what is live it is what that should be, with all members kept that the API's
/// description does not have.
///
/// What could narrow it is taken out: a block that meets less than the file says is none.
struct DevicePolicyBody: Hashable, Sendable {
  let slot: DevicePolicySlot
  let name: String
  let patch: JSON

  /// The policy `slot` of `total` for `devices`, as `owner` makes it; `zone` is named where there are `several`.
  init(
    _ slot: DevicePolicySlot, of total: Int, owner: String, devices: [MACAddress], traffic: DeviceTraffic,
    zone: ListedZone, several: Bool, internet: ListedZone
  ) {
    self.slot = slot
    let mark = OwnerMark(owner: owner, target: slot.target)
    name = DevicePolicyMark.name(of: slot.target, slot.number, of: total, zone: several ? zone.name : nil)
    patch = .object([
      .init("name", .string(name)),
      .init("description", .string(DevicePolicyMark(mark: mark, number: slot.number).description(of: total))),
      .init("action", .object([.init("type", .string("BLOCK")), .init("allowReturnTraffic", .null)])),
      .init(
        "source",
        .object([
          .init("zoneId", .string(zone.id)),
          .init(
            "trafficFilter",
            Self.filter(
              "MAC_ADDRESS", "macAddressFilter",
              .object([.init("macAddresses", .array(devices.map { .string($0.text) }))]))),
        ])),
      .init(
        "destination",
        .object([.init("zoneId", .string(internet.id)), .init("trafficFilter", traffic.filter)])),
      .init(
        "ipProtocolScope",
        .object([.init("ipVersion", .string("IPV4_AND_IPV6")), .init("protocolFilter", .null)])),
      .init("connectionStateFilter", .null), .init("ipsecFilter", .null), .init("loggingEnabled", .bool(false)),
    ])
  }

  /// What narrows traffic in the API's description, beside the type.
  private static let filters = [
    "portFilter", "networkFilter", "macAddressFilter", "ipAddressFilter", "ipv6IidFilter", "regionFilter",
    "vpnServerFilter", "siteToSiteVpnTunnelFilter", "domainFilter", "applicationFilter", "applicationCategoryFilter",
  ]

  /// A filter of one type and nothing else, as a merge patch.
  static func filter(_ type: String, _ member: String, _ value: JSON) -> JSON {
    .object(
      [.init("type", .string(type)), .init(member, value)]
        + filters.filter { $0 != member }.map { .init($0, .null) })
  }
}

/// By what a policy that a file has made is known: a word in its description, and its number behind that.
struct DevicePolicyMark: Hashable, Sendable {
  let mark: OwnerMark
  /// Which one of its target's, from 1.
  let number: Int

  /// The first mark in `description`, as a word of its own; nil if there is none.
  init?(in description: String) {
    // Every policy of a console is looked at, and most letters need no table of Unicode's.
    let words = description.unicodeScalars.split { scalar in
      scalar.isASCII ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
    }.map(Substring.init)
    for (place, word) in words.enumerated() {
      guard let mark = OwnerMark(word) else { continue }
      self.mark = mark
      number = words.dropFirst(place + 1).first.flatMap(Self.number) ?? 1
      return
    }
    return nil
  }

  init(mark: OwnerMark, number: Int) {
    self.mark = mark
    self.number = number
  }

  /// `2` of `2/3`.
  private static func number(_ word: Substring) -> Int? {
    let parts = word.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    guard parts.count == 2, let number = Int(parts[0]), Int(parts[1]) != nil, number > 0 else { return nil }
    return number
  }

  /// What the description of the policy says where its target has `total`.
  func description(of total: Int) -> String {
    mark.text + (total > 1 ? " \(number)/\(total)" : "") + " made by reconcile from its policy file; edits are put back"
  }

  /// `reconcile: emma`, with the number where there are several and the zone where it is given.
  static func name(of target: Name, _ number: Int, of total: Int, zone: String?) -> String {
    "reconcile: \(target)" + (total > 1 ? " \(number)/\(total)" : "") + (zone.map { " (\($0))" } ?? "")
  }
}
