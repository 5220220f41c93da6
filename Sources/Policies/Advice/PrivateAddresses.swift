import Documents

/// Devices that a target names by an address that they may change.
enum PrivateAddresses {
  /// A warning for each of which the file does not say why it stays, in the order of the file. What no target names is not
  /// stopped by any address, which another warning says; in a sketch the targets may name it later.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    let doubtful = policy.devices.filter { $0.mac.isPrivate && $0.because == nil }
    if doubtful.isEmpty { return [] }
    let named = policy.targets.namedDevices
    return doubtful.filter { policy.systems.isEmpty || named.contains($0.name) }.map {
      PolicyMessage.privateAddress($0).at($0.span)
    }
  }
}
