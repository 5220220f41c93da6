public import CivilTime
public import Policies

/// What an object is that the file makes for a target, owns and keeps: all of it is as the file says, and not its switch
/// alone.
public struct MadeObject: Hashable, Sendable {
  /// The target that it is made for; the policy may have none of this name any more.
  public var target: Name
  /// How the system addresses it; nil while it is not there.
  public var address: String?
  /// All that it is to be but where its switch stands, in the words of its provider, who alone reads them; nil where the
  /// file does not want it.
  public var content: String?
  /// What is otherwise than that, each as a person would say it: `devices: + emma-phone`. Empty for what is not there.
  public var differences: [String]
  /// Why the file does not want it; nil where it does.
  public var surplus: Surplus?
  /// When it works while it is enabled; nil for what is not there.
  public var hours: Hours? = nil
  /// When it is to work while it is enabled; nil where that stays as it is.
  public var wantedHours: Hours? = nil

  /// When an object works while it is enabled, by its system's own clock.
  public enum Hours: Hashable, Sendable {
    /// At any time.
    case always
    /// Every day at these times.
    case daily(TimeRange)
    /// By another schedule, in words.
    case other(String)

    /// The times of every day; nil where it is none of that kind.
    public var daily: TimeRange? { if case .daily(let hours) = self { hours } else { nil } }

    /// In words: `21:00–07:00`, `always`.
    public var words: String {
      switch self {
      case .always: "always"
      case .daily(let hours): hours.description
      case .other(let words): words
      }
    }
  }

  /// Why a file does not want what it owns.
  public enum Surplus: Hashable, Sendable {
    /// There is another one like it.
    case twice
    /// Its target needs none like it any more.
    case unneeded
    /// The policy has no such target.
    case unnamed
  }

  /// What such an object is.
  public init(
    target: Name, address: String? = nil, content: String? = nil, differences: [String] = [],
    surplus: Surplus? = nil
  ) {
    self.target = target
    self.address = address
    self.content = content
    self.differences = differences
    self.surplus = surplus
  }
}

/// What a policy wants made for devices on one system, so that a provider can tell what is there from what is missing.
public struct DeviceInterest: Hashable, Sendable {
  /// What targets want, in the order of the file.
  public var wanted: [Wanted]
  /// Who owns what is made.
  public var owner: String
  /// What the policy calls devices, by their addresses.
  public var names: [MACAddress: Name]
  /// How objects are addressed that earlier runs have seen, by their ids: what they carry to be known by may have been
  /// edited away.
  public var addresses: [String: String]
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

/// What was looked up in a catalogue of a system that is too long to be read by every run; it holds for one version.
public struct Lookups: Hashable, Sendable {
  /// The version of the system.
  public var version: String
  /// What was found, by what was looked for.
  public var found: [String: String]

  /// What was looked up.
  public init(version: String, found: [String: String] = [:]) {
    self.version = version
    self.found = found
  }
}

/// The word by which an object says whose it is: `reconcile:home`, or `reconcile:home/emma` where it is made for one
/// target.
public struct OwnerMark: Hashable, Sendable {
  /// What every mark begins with; the owner's name follows.
  public static let prefix = "reconcile:"

  /// Who owns it.
  public var owner: String
  /// The target that it is made for.
  public var target: Name

  /// The mark of what `owner` has made for `target`.
  public init(owner: String, target: Name) {
    self.owner = owner
    self.target = target
  }

  /// The mark that `word` is; nil where it is none of what is made for a target.
  public init?(_ word: some StringProtocol) {
    guard word.hasPrefix(Self.prefix) else { return nil }
    let parts = word.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(owner: String(parts[0]), target: Name(String(parts[1])))
  }

  /// The word.
  public var text: String { "\(Self.prefix)\(owner)/\(target)" }
}
