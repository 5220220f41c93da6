import CivilTime
import Documents

/// The keys of a policy that hold one plain value: `version`, `timezone`, `owner` and `limits`.
struct PolicyHead {
  /// Nil where it is missing or wrong.
  let zone: Zone?
  let zoneSpan: SourceSpan?
  let owner: String
  /// Whether the file says it itself.
  let hasOwner: Bool
  let maxChanges: Int?

  init(_ map: PolicyMap, context: PolicyContext, into findings: inout Findings) {
    if let version = map.single("version", into: &findings) {
      _ = ValueReader.choice(version, "version", of: [Version.one], into: &findings)
    }
    (zone, zoneSpan) = Self.zone(map, context, into: &findings)
    hasOwner = map.has("owner")
    owner = Self.owner(map, into: &findings)
    maxChanges = Self.maxChanges(map, into: &findings)
  }

  private enum Version: String {
    case one = "1"
  }

  private static func zone(
    _ map: PolicyMap, _ context: PolicyContext, into findings: inout Findings
  ) -> (Zone?, SourceSpan?) {
    guard let node = map.single("timezone", into: &findings) else {
      if !map.hasOtherRoot { findings.add(.timezoneMissing(machine: context.machineZone()), at: map.start) }
      return (nil, nil)
    }
    guard let scalar = ValueReader.text(node, "timezone", into: &findings) else { return (nil, nil) }
    switch context.zone(scalar.text) {
    case .zone(let zone): return (zone, scalar.span)
    case .unknown(let suggestions):
      findings.add(.timezoneUnknown(scalar.text, suggestions: suggestions), at: scalar.span)
    case .unreadable(let reason):
      findings.add(.timezoneUnreadable(scalar.text, reason: reason), at: scalar.span)
    }
    return (nil, nil)
  }

  /// The mark ends up in comments on a system, where it is expected for itself: it has the form of a name.
  private static func owner(_ map: PolicyMap, into findings: inout Findings) -> String {
    guard let node = map.single("owner", into: &findings),
      let scalar = ValueReader.text(node, "owner", into: &findings)
    else { return "home" }
    if !NameRules.isWellFormed(scalar.text) {
      findings.add(.ownerForm(scalar.text), at: scalar.span)
    }
    return scalar.text
  }

  /// What to write where `node` is no map: `{max-changes: 20}` for the number alone.
  private static func limits(_ node: Node) -> String {
    let key = PolicyKey.Limit.maxChanges
    let number = node.scalarText.flatMap(ASCII.number).flatMap { key.range.contains($0) ? $0 : nil }
    return (number == nil ? "something like " : "") + "{\(key.rawValue): \(number ?? 20)}"
  }

  private static func maxChanges(_ map: PolicyMap, into findings: inout Findings) -> Int? {
    guard let node = map.single("limits", into: &findings),
      let limits = MapReader(node, "limits", instead: Self.limits(node), into: &findings)
    else { return nil }
    limits.refuseOthers(than: PolicyKey.Limit.self, in: "'limits'", into: &findings)
    let key = PolicyKey.Limit.maxChanges
    return limits[key.rawValue].flatMap { ValueReader.number($0, key.rawValue, in: key.range, into: &findings) }
  }
}
