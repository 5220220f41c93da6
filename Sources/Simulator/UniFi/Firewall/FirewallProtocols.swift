/// Which protocols a policy is about; names are in capitals, whatever the vendor's document says.
enum FirewallProtocols {
  static let scope = BodySchema.variants(
    by: "ipVersion",
    [
      ("IPV4", [filter(common + onlyIPv4 + [("ICMP", [kind(icmp)])])]),
      ("IPV6", [filter(common + onlyIPv6 + [("ICMPV6", [kind(icmpV6)])])]), ("IPV4_AND_IPV6", [filter(common)]),
    ])

  private typealias Variant = (value: String, members: [BodySchema.Member])

  private static func filter(_ names: [Variant]) -> BodySchema.Member {
    let opposite = BodySchema.Member.required("matchOpposite", .flag)
    return .optional(
      "protocolFilter",
      .variants(
        by: "type",
        [
          ("NAMED_PROTOCOL", [.required("protocol", .variants(by: "name", names)), opposite]),
          ("PROTOCOL_NUMBER", [.required("protocolNumber", .whole(0...255)), opposite]),
          ("PRESET", [.required("preset", .variants(by: "name", [("TCP_UDP", [])]))]),
        ]))
  }

  private static func kind(_ names: [String]) -> BodySchema.Member { .optional("typenameFilter", .choice(names)) }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static func named(_ text: String) -> [Variant] { words(text).map { ($0, []) } }

  private static let common = named(
    """
    AH DCCP EIGRP ESP GRE IPCOMP ISIS L2TP MANET MOBILITY_HEADER MPLS_IN_IP OSPF PIM RSVP SCTP SHIM6 TCP UDP VRRP
    """)

  private static let onlyIPv4 = named(
    """
    AX_25 DDP EGP ENCAP ETHERIP FC GGP HIP HMP IDPR_CMTP IDRP IGMP IGP IP IPENCAP IPIP ISO_TP4 PUP RDP ROHC RSPF \
    SKIP ST UDPLITE VMTP WESP XNS_IDP XTP
    """)

  private static let onlyIPv6 = named("IPV6 IPV6_FRAG IPV6_NONXT IPV6_OPTS IPV6_ROUTE")

  private static let icmp = words(
    """
    ADDRESS_MASK_REPLY ADDRESS_MASK_REQUEST COMMUNICATION_PROHIBITED DESTINATION_UNREACHABLE ECHO_REPLY ECHO_REQUEST \
    FRAGMENTATION_NEEDED HOST_PRECEDENCE_VIOLATION HOST_PROHIBITED HOST_REDIRECT HOST_UNKNOWN HOST_UNREACHABLE \
    IP_HEADER_BAD NETWORK_PROHIBITED NETWORK_REDIRECT NETWORK_UNKNOWN NETWORK_UNREACHABLE PARAMETER_PROBLEM \
    PORT_UNREACHABLE PRECEDENCE_CUTOFF PROTOCOL_UNREACHABLE REDIRECT REQUIRED_OPTION_MISSING ROUTER_ADVERTISEMENT \
    ROUTER_SOLICITATION SOURCE_QUENCH SOURCE_ROUTE_FAILED TIME_EXCEEDED TIMESTAMP_REPLY TIMESTAMP_REQUEST \
    TOS_HOST_REDIRECT TOS_HOST_UNREACHABLE TOS_NETWORK_REDIRECT TOS_NETWORK_UNREACHABLE TTL_ZERO_DURING_REASSEMBLY \
    TTL_ZERO_DURING_TRANSIT
    """)

  private static let icmpV6 = words(
    """
    ADDRESS_UNREACHABLE BAD_HEADER BEYOND_SCOPE COMMUNICATION_PROHIBITED DESTINATION_UNREACHABLE ECHO_REPLY \
    ECHO_REQUEST FAILED_POLICY NEIGHBOR_ADVERTISEMENT NEIGHBOR_SOLICITATION NO_ROUTE PACKET_TOO_BIG \
    PARAMETER_PROBLEM PORT_UNREACHABLE REDIRECT REJECT_ROUTE ROUTER_ADVERTISEMENT ROUTER_SOLICITATION TIME_EXCEEDED \
    TTL_ZERO_DURING_REASSEMBLY TTL_ZERO_DURING_TRANSIT UNKNOWN_HEADER_TYPE UNKNOWN_OPTION
    """)
}
