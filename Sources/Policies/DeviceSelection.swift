/// Devices of which a target stops the traffic, and which traffic: all of theirs to the internet, or that of some
/// applications, kinds of application and sites alone.
public struct DeviceSelection: Hashable, Sendable {
  /// The devices, each once, in the order of the file; never empty.
  public var devices: [Selected]
  /// Applications.
  public var apps: [TrafficName]
  /// Kinds of application.
  public var categories: [TrafficName]
  /// Domains in lower case.
  public var sites: [String]

  /// A device by its name and address.
  public struct Selected: Hashable, Sendable {
    /// The file's word for it.
    public var name: Name
    /// What it is known by on the network.
    public var mac: MACAddress

    /// A device by its name and address.
    public init(_ name: Name, _ mac: MACAddress) {
      self.name = name
      self.mac = mac
    }
  }

  /// A selection from its parts; all traffic where neither applications nor sites are given.
  public init(
    devices: [Selected], apps: [TrafficName] = [], categories: [TrafficName] = [], sites: [String] = []
  ) {
    self.devices = devices
    self.apps = apps
    self.categories = categories
    self.sites = sites
  }

  /// Whether all traffic to the internet is meant.
  public var isOfAllTraffic: Bool { apps.isEmpty && categories.isEmpty && sites.isEmpty }

  /// The addresses of its devices.
  public var addresses: Set<MACAddress> { Set(devices.map(\.mac)) }
}

extension Sequence<Target> {
  /// The names of the devices that these targets name.
  var namedDevices: Set<Name> {
    reduce(into: []) { names, target in
      guard case .devices(_, _, let selection) = target.selector else { return }
      names.formUnion(selection.devices.map(\.name))
    }
  }
}

/// An application, or a kind of application, as a system's catalogue has it.
public enum TrafficName: Hashable, Sendable {
  /// By its name, whose case does not matter.
  case name(String)
  /// By its number (`id:262392`).
  case id(Int)

  /// As the policy writes it.
  public var asWritten: String {
    switch self {
    case .name(let text): text
    case .id(let id): "id:\(id)"
    }
  }
}
