import Documents

/// Devices that a target names by an address that they may change.
enum PrivateAddresses {
  /// A warning for each of which the file does not say why it stays, in the order of the file.
  static func warnings(on policy: Policy) -> [Diagnostic] {
    policy.devices.filter { $0.mac.isPrivate && $0.because == nil }.map { PolicyMessage.privateAddress($0).at($0.span) }
  }
}
