import Documents

/// The devices of a policy, those with mistakes included, so that a mistake in one does not make the name unknown.
struct DeviceTable {
  /// Those without a mistake, in the order of the file.
  let devices: [Device]
  private let names: [Name]
  private let addresses: [Name: MACAddress]
  private let vocabulary: Vocabulary

  init(_ entries: [Node.Entry], _ vocabulary: Vocabulary, into findings: inout Findings) {
    self.vocabulary = vocabulary
    names = entries.map { Name($0.key.text) }
    let taken = Set(entries.map(\.key.text))
    var devices: [Device] = []
    var places: [MACAddress: Device] = [:]
    for entry in entries {
      if let fault = NameRules.fault(of: entry.key.text, vocabulary) {
        let proposal = NameRules.proposal(for: entry.key.text, .device, taken: taken, vocabulary)
        findings.add(.nameForm(entry.key.text, fault: fault, proposal: proposal), at: entry.key.span)
      }
      guard let (device, place) = Self.device(entry, into: &findings) else { continue }
      if let first = places[device.mac] {
        findings.add(
          .deviceTwice(device.mac, first.name.text), at: place,
          related: Diagnostic.Related(span: first.span, message: "first given here"))
      }
      places[device.mac] = places[device.mac] ?? device
      devices.append(device)
    }
    self.devices = devices
    addresses = Dictionary(devices.map { ($0.name, $0.mac) }) { first, _ in first }
  }

  /// What one entry says, and where its address stands.
  private static func device(_ entry: Node.Entry, into findings: inout Findings) -> (Device, SourceSpan)? {
    let key = PolicyKey.Device.mac.rawValue
    var address = entry.value
    var because: String?
    if case .mapping = entry.value.content {
      guard let map = MapReader(entry.value, entry.key.text, into: &findings) else { return nil }
      map.refuseOthers(than: PolicyKey.Device.self, in: "a device", into: &findings)
      because = map[PolicyKey.Device.because.rawValue]
        .flatMap { ValueReader.text($0, PolicyKey.Device.because.rawValue, into: &findings)?.text }
      guard let node = map[key] else {
        if !map.misspells(PolicyKey.Device.mac) {
          findings.add(
            .keyMissing(
              key, in: "the device '\(entry.key.text)'", example: "something like 'mac: \"04:00:5e:00:53:01\"'"),
            at: entry.key.span)
        }
        return nil
      }
      address = node
    }
    guard let scalar = ValueReader.text(address, "the MAC address of '\(entry.key.text)'", into: &findings) else {
      return nil
    }
    guard let mac = MACAddress(scalar.text), mac.isOfOneCard else {
      findings.add(.deviceAddress(scalar.text, MACAddress(scalar.text)), at: scalar.span)
      return nil
    }
    return (Device(name: Name(entry.key.text), mac: mac, because: because, span: entry.key.span), scalar.span)
  }

  /// The address of `name`; nil where it has none without a mistake.
  func address(of name: Name) -> MACAddress? { addresses[name] }

  /// What is wrong with `name` where a device is expected, or nil.
  func problem(with name: Name) -> PolicyMessage? {
    if names.contains(name) { return nil }
    let known = names.map(\.text)
    let near = Spelling.nearest(to: name.text, in: known) { NameRules.fault(of: $0, vocabulary) == nil }
    return .unknownDevice(name.text, isAddress: MACAddress(name.text) != nil, suggestion: near, known: known)
  }
}
