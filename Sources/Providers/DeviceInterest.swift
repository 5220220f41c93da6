public import Policies

/// What a policy wants made for devices on one system, so that a provider can tell what is there from what is missing.
public struct DeviceInterest: Hashable, Sendable {
  /// What targets want, in the order of the file.
  public var wanted: [Wanted]
  /// Who owns what is made.
  public var owner: String
  /// What the policy calls devices, by their addresses.
  public var names: [MACAddress: Name]
  /// How objects are addressed that earlier runs have seen as the file's own, by their ids: what they carry to be known by
  /// may have been edited away.
  public var addresses: [String: String]
  /// Who owned these when they were seen, by their ids, where that is known and was somebody else: the same file had
  /// another owner then, whose mark they may still have.
  public var formerOwners: [String: String] = [:]
  /// Whose the objects are that runs of other files have seen as their own, by their addresses.
  public var others: [String: OwnerMark] = [:]
  /// Whether to say whose marks are on what others have made: for who is to choose an owner.
  public var listsOwners = false
  /// What earlier runs looked up.
  public var lookups: Lookups?

  /// What one target wants.
  public struct Wanted: Hashable, Sendable {
    /// The target.
    public var target: Name
    /// The devices, and which of their traffic.
    public var selection: DeviceSelection

    /// What one target wants.
    public init(_ target: Name, _ selection: DeviceSelection) {
      self.target = target
      self.selection = selection
    }
  }

  /// What a policy wants made for devices.
  public init(
    _ wanted: [Wanted], owner: String, names: [MACAddress: Name] = [:], addresses: [String: String] = [:],
    lookups: Lookups? = nil
  ) {
    self.wanted = wanted
    self.owner = owner
    self.names = names
    self.addresses = addresses
    self.lookups = lookups
  }
}
