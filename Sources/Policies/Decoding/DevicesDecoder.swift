import Documents
import Text

/// Reads which devices a target names, and which of their traffic.
enum DevicesDecoder {
  /// What comes after `key` and beside it; nil where a device has a mistake, as the target then is another one.
  static func decode(
    _ map: MapReader, _ key: String, _ table: DeviceTable, into findings: inout Findings
  ) -> DeviceSelection? {
    guard let node = map[key], let members = ValueReader.list(node, key, into: &findings) else { return nil }
    var devices: [DeviceSelection.Selected] = []
    var named: Set<Name> = []
    var isWhole = true
    for member in members {
      guard let scalar = ValueReader.text(member, key, into: &findings) else {
        isWhole = false
        continue
      }
      let name = Name(ASCII.lowercased(scalar.text))
      if let problem = table.problem(with: name) { findings.add(problem, at: scalar.span) }
      guard let mac = table.address(of: name) else {
        isWhole = false
        continue
      }
      if named.insert(name).inserted { devices.append(DeviceSelection.Selected(name, mac)) }
    }
    let selection = DeviceSelection(
      devices: devices, apps: traffic(map, .apps, into: &findings),
      categories: traffic(map, .appCategories, into: &findings), sites: sites(map, into: &findings))
    return isWhole ? selection : nil
  }

  /// Applications by name or number, each once.
  private static func traffic(
    _ map: MapReader, _ option: PolicyKey.TargetOption, into findings: inout Findings
  ) -> [TrafficName] {
    var names: [TrafficName] = []
    var named: Set<String> = []
    for scalar in texts(map, option, into: &findings) {
      guard let name = trafficName(scalar.text) else {
        findings.add(.trafficID(scalar.text), at: scalar.span)
        continue
      }
      if named.insert(name.asWritten.lowercased()).inserted { names.append(name) }
    }
    return names
  }

  private static func trafficName(_ text: String) -> TrafficName? {
    guard text.hasPrefix("id:") else { return .name(text) }
    return ASCII.number(String(text.dropFirst(3))).flatMap { $0 <= Int(Int32.max) ? .id($0) : nil }
  }

  /// Domains, each once. A site is met with all that is below it as far as its system says so: no wildcards.
  private static func sites(_ map: MapReader, into findings: inout Findings) -> [String] {
    var sites: [String] = []
    var named: [String: String] = [:]
    for scalar in texts(map, .sites, into: &findings) {
      let site = scalar.text.lowercased()
      if let hint = DomainForm.siteHint(for: site) {
        findings.add(.siteForm(site, hint: hint), at: scalar.span)
      } else if let other = named.updateValue(site, forKey: Punycode.readable(site)) {
        if other != site { findings.add(.domainTwice(site, other), at: scalar.span) }
      } else {
        sites.append(site)
      }
    }
    return sites
  }

  private static func texts(
    _ map: MapReader, _ option: PolicyKey.TargetOption, into findings: inout Findings
  ) -> [Scalar] {
    let key = option.rawValue
    guard let node = map[key] else { return [] }
    return (ValueReader.list(node, key, into: &findings) ?? []).compactMap {
      ValueReader.text($0, key, into: &findings)
    }
  }
}
