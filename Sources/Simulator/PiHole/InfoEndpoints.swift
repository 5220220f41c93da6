/// `/api/info/…`.
extension PiHole {
  func infoLogin() -> PiHoleAnswer {
    .ok(["dns": .bool(!resolverHasFailed), "https_port": .number(String(httpsPort))])
  }

  func infoClient(_ request: SimulatedRequest) -> PiHoleAnswer {
    let headers = request.headers.map {
      JSONValue.object([.init("name", .string($0.name)), .init("value", .string($0.value))])
    }
    return .ok([
      "remote_addr": "127.0.0.1", "http_version": "1.1", "method": .string(request.method), "headers": .array(headers),
    ])
  }

  /// FTL that cannot read its file of versions sends an error and goes on to answer all the same.
  func infoVersion() -> PiHoleAnswer {
    guard hasVersionsFile else {
      var answer = PiHoleAnswer.error(500, "internal_error", "Failed to read /etc/pihole/versions")
      answer.stray = ["version": [:], "took": .spelled(Self.quick)]
      return answer
    }
    return .ok([
      "version": [
        "core": Self.component("v6.2.2", "1837b754"), "web": Self.component("v6.3", "00000000"),
        "ftl": [
          "local": [
            "hash": "8d1add8d", "branch": "master", "version": .string(version), "date": "2025-11-27 18:02:19 +0000",
          ],
          "remote": ["version": .string(version), "hash": "8d1add8d"],
        ],
        "docker": ["local": nil, "remote": nil],
      ]
    ])
  }

  private static func component(_ version: String, _ hash: String) -> JSONValue {
    [
      "local": ["version": .string(version), "branch": "master", "hash": .string(hash)],
      "remote": ["version": .string(version), "hash": .string(hash)],
    ]
  }

  /// `uptime` is in milliseconds.
  func infoFTL(at now: Double) -> PiHoleAnswer {
    .ok([
      "ftl": [
        "database": countedRows,
        "privacy_level": 0, "query_frequency": 0, "clients": ["total": 0, "active": 0], "pid": 512,
        "uptime": .spelled((now - startedAt) * 1000), "%mem": .number("0.053832432951"), "%cpu": 1,
        "allow_destructive": .bool(allowsDestructive), "dnsmasq": Self.dnsmasq,
      ]
    ])
  }

  private var countedRows: JSONValue {
    let domains = gravity.domains
    let counted = { (kind: GravityPlace.DomainKind) -> JSONValue in
      let count = { (type: GravityPlace.DomainType) -> JSONValue in
        let rows = domains.filter { $0.place == .domain(type, kind) }
        return ["total": Self.number(rows.count), "enabled": Self.number(rows.count(where: \.isEnabled))]
      }
      return ["allowed": count(.allow), "denied": count(.deny)]
    }
    return [
      "gravity": 0, "groups": Self.number(gravity.groups.count), "lists": Self.number(gravity.lists.count),
      "clients": Self.number(gravity.clients.count), "domains": counted(.exact), "regex": counted(.regex),
    ]
  }

  private static func number(_ count: Int) -> JSONValue { .number(String(count)) }

  private static let dnsmasq = JSONValue.object(
    [
      "dns_cache_inserted", "dns_cache_live_freed", "dns_queries_forwarded", "dns_auth_answered",
      "dns_local_answered", "dns_stale_answered", "dns_unanswered", "dnssec_max_crypto_use", "dnssec_max_sig_fail",
      "dnssec_max_work", "bootp", "pxe", "dhcp_ack", "dhcp_decline", "dhcp_discover", "dhcp_inform", "dhcp_nak",
      "dhcp_offer", "dhcp_release", "dhcp_request", "noanswer", "leases_allocated_4", "leases_pruned_4",
      "leases_allocated_6", "leases_pruned_6", "tcp_connections", "dhcp_leasequery", "dhcp_lease_unassigned",
      "dhcp_lease_actve", "dhcp_lease_unknown",
    ].map { JSONValue.Field($0, 0) })
}
