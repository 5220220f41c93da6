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
      return before != after && !Self.isSame(before, after, name)
    }.sorted()
  }

  /// Whether what is `live` of a member means what is `wanted`. What a console makes of it that it is sent is not documented,
  /// and sending it again would change nothing.
  private static func isSame(_ live: JSON, _ wanted: JSON, _ name: String) -> Bool {
    switch name {
    case "schedule": hours(live) == hours(wanted)
    case "description": isSameMark(live.string, wanted.string)
    case "connectionStateFilter" where wanted.isNull: live.isEveryState
    default: live.withoutNulls.meansTheSame(as: wanted.withoutNulls, name)
    }
  }

  /// Whether a `live` description is what is wanted, or the beginning of it with the whole mark.
  private static func isSameMark(_ live: String?, _ wanted: String?) -> Bool {
    guard let live = live?.trimmed, let wanted = wanted?.trimmed else { return live == wanted }
    return live == wanted || wanted.hasPrefix(live) && DevicePolicyMark(in: live) == DevicePolicyMark(in: wanted)
  }

  private static func hours(_ schedule: JSON) -> MadeObject.Hours {
    MadeObject.Hours(schedule: try? JSONText(checking: schedule.bytes))
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
    Self.hours(tree["schedule"] ?? .null).words
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

extension String {
  /// The same without white space at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension JSON {
  /// Whether it leaves no state of a connection out: there is no filter, or it has all four of them. One that is empty cannot
  /// be sent, so that only a console itself can have put it there.
  fileprivate var isEveryState: Bool {
    if isNull { return true }
    guard let states = elements?.compactMap(\.string) else { return false }
    return states.isEmpty || Set(states).isSuperset(of: ["NEW", "INVALID", "ESTABLISHED", "RELATED"])
  }

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
