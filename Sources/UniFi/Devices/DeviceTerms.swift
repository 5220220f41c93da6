import Policies

/// What people call what a policy of a console has addresses and numbers for.
struct DeviceTerms: Sendable {
  /// Devices, as the file names them.
  var devices: [MACAddress: Name]
  /// Applications and their kinds: as the file names them, or in small letters as it once did.
  var traffic: [TrafficCatalogue.List: [Int: String]] = [:]

  /// The name of one of `list`, or its number as the file could write it.
  func name(of id: Int, _ list: TrafficCatalogue.List) -> String { traffic[list]?[id] ?? "id:\(id)" }
}
