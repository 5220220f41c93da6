import JSONTree
import Policies
import Providers
import Text

/// What a live policy has other than the file says, in words.
struct DevicePolicyDifference {
  private let live: JSON
  private let wanted: JSON
  private let members: [String]
  private let terms: DeviceTerms

  /// What `policy` has other than `patch` says.
  init(_ policy: FirewallPolicy, _ patch: JSON, terms: DeviceTerms) {
    let live = policy.tree
    let wanted = live.merging(patch)
    (self.live, self.wanted, self.terms) = (live, wanted, terms)
    // Nothing else can differ. A member that is null means what one means that is not there.
    members = (patch.members ?? []).map(\.name).filter { name in
      let (before, after) = (live[name] ?? .null, wanted[name] ?? .null)
      // Nearly always nothing does.
      return before != after && !before.withoutNulls.meansTheSame(as: after.withoutNulls, name)
    }.sorted()
  }

  /// One text for each thing that differs; empty where nothing does.
  var words: [String] { members.flatMap(words) }

  private func words(_ member: String) -> [String] {
    switch member {
    case "source": devices + zone(member)
    case "destination": traffic + zone(member)
    case "name": ["name: \(text("name", live)) → \(text("name", wanted))"]
    case "description": ["the mark in its description"]
    case "action": ["action: \(text("type", live["action"])) → BLOCK"]
    case "schedule": ["hours: \(hours(live)) → \(hours(wanted))"]
    case "connectionStateFilter", "ipsecFilter", "ipProtocolScope": ["\(member): everything"]
    default: [member]
    }
  }

  private func hours(_ tree: JSON) -> String {
    MadeObject.Hours(schedule: tree["schedule"].flatMap { try? JSONText(checking: $0.bytes) }).words
  }

  private func text(_ name: String, _ tree: JSON?) -> String { tree?[name]?.string?.shortened() ?? "nothing" }

  private var devices: [String] {
    let (before, after) = (live.sourceAddresses, wanted.sourceAddresses)
    let changes =
      listed(after.filter { !before.contains($0) }, "+") + listed(before.filter { !after.contains($0) }, "−")
    if !changes.isEmpty { return ["devices: " + Self.few(changes)] }
    let isSame =
      live["source"]?["trafficFilter"]?.withoutNulls.meansTheSame(
        as: wanted["source"]?["trafficFilter"]?.withoutNulls, "trafficFilter") ?? false
    return isSame ? [] : ["source: only the devices"]
  }

  private func listed(_ addresses: [MACAddress], _ sign: String) -> [String] {
    addresses.map { "\(sign) \(terms.devices[$0]?.text ?? $0.text)" }
  }

  private func zone(_ end: String) -> [String] {
    let (before, after) = (live[end]?["zoneId"]?.string, wanted[end]?["zoneId"]?.string)
    return before?.lowercased() == after?.lowercased() ? [] : ["the zone of its \(end)"]
  }

  private var traffic: [String] {
    let (before, after) = (live["destination"]?["trafficFilter"], wanted["destination"]?["trafficFilter"])
    for (filter, member, what, list) in Self.lists {
      guard let old = texts(before?[filter]?[member], list), let new = texts(after?[filter]?[member], list) else {
        continue
      }
      let changes =
        new.filter { !old.contains($0) }.map { "+ \($0)" } + old.filter { !new.contains($0) }.map { "− \($0)" }
      if !changes.isEmpty { return ["\(what): " + Self.few(changes)] }
    }
    let isSame = before?.withoutNulls.meansTheSame(as: after?.withoutNulls, "trafficFilter") ?? (after == nil)
    return isSame ? [] : ["the traffic it blocks"]
  }

  /// More than these help nobody, and somebody may have put thousands there.
  private static let mostChanges = 12

  private static func few(_ changes: [String]) -> String {
    let left = changes.count - mostChanges
    let shown = changes.prefix(mostChanges).map { $0.shortened() }.joined(separator: ", ")
    return left > 0 ? "\(shown) and \(left) more" : shown
  }

  private static let lists: [(String, String, String, TrafficCatalogue.List?)] = [
    ("domainFilter", "domains", "sites", nil), ("applicationFilter", "applicationIds", "apps", .applications),
    ("applicationCategoryFilter", "applicationCategoryIds", "app-categories", .categories),
  ]

  private func texts(_ values: JSON?, _ list: TrafficCatalogue.List?) -> [String]? {
    values?.elements.map { values in
      values.compactMap { value in value.string ?? list.flatMap { list in value.int.map { terms.name(of: $0, list) } } }
    }
  }
}

extension JSON {
  /// The MAC addresses that a policy has for its source.
  var sourceAddresses: [MACAddress] {
    (self["source"]?["trafficFilter"]?["macAddressFilter"]?["macAddresses"]?.elements ?? []).compactMap {
      $0.string.flatMap(MACAddress.init)
    }
  }

  /// A patch that says nothing about which traffic is stopped.
  var keepingTraffic: JSON {
    guard let destination = self["destination"] else { return self }
    return setting("destination", to: destination.removing(["trafficFilter"]))
  }
}
