/// The keys that a policy file may hold, map by map.
///
/// The decoder refuses every other key, and the JSON Schema is made of the same lists. Keys that start with `x-` are
/// ignored everywhere and not listed.
public enum PolicyKey {
  /// The keys of the file itself.
  public enum Top: String, CaseIterable, Sendable {
    case version
    case timezone
    case owner
    case limits
    case systems
    case targets
    case schedules
    case policy
    case tests
  }

  /// The keys of `limits`.
  public enum Limit: String, CaseIterable, Sendable {
    case maxChanges = "max-changes"

    /// The numbers that it may be given.
    public var range: ClosedRange<Int> {
      switch self {
      case .maxChanges: 0...1_000_000
      }
    }
  }

  /// The keys of a system, of either kind.
  public enum System: String, CaseIterable, Sendable {
    case kind
    case url
    case tls
    case timeout
    case plaintext
    case apiKey = "api-key"
    case site
    case password
    case pauseLimit = "pause-limit"

    /// The only kind of system that it belongs to; nil for a key of both.
    public var kind: SystemKind? {
      switch self {
      case .kind, .url, .tls, .timeout, .plaintext: nil
      case .apiKey, .site: .unifi
      case .password, .pauseLimit: .pihole
      }
    }
  }

  /// The keys of `tls`, of which exactly one is given.
  public enum Trust: String, CaseIterable, Sendable {
    case pin
    case ca
    case insecure
  }

  /// The keys of a secret, of which exactly one is given.
  public enum Secret: String, CaseIterable, Sendable {
    case credential
    case file
    case env
  }

  /// The ways in which a target names live objects, of which it has exactly one.
  public enum Selector: String, CaseIterable, Sendable {
    case aclRules = "acl-rules"
    case firewallPolicies = "firewall-policies"
    case wifi
    case groups
    case lists
    case domains
    case targets

    /// Which kind of system has such objects; nil for other targets.
    public var system: SystemKind? {
      switch self {
      case .aclRules, .firewallPolicies, .wifi: .unifi
      case .groups, .lists, .domains: .pihole
      case .targets: nil
      }
    }

    /// The keys that may stand beside it.
    public var companions: [TargetOption] {
      switch self {
      case .aclRules, .firewallPolicies, .wifi: [.system, .otherwise, .enforcement, .not]
      case .groups, .lists: [.system, .otherwise, .enforcement, .not, .whenOff]
      case .domains: [.system, .otherwise, .enforcement, .prune]
      case .targets: []
      }
    }
  }

  /// The keys of a target besides its selector.
  public enum TargetOption: String, CaseIterable, Sendable {
    case system
    case otherwise
    case enforcement
    case not
    case whenOff = "when-off"
    case prune

    /// Those of a Pi-hole's own target, which has no selector.
    public static let ofBlocking: [TargetOption] = [.otherwise, .enforcement]
  }

  /// The keys of `domains`; of `deny` and `allow` exactly one is given.
  public enum Domains: String, CaseIterable, Sendable {
    case deny
    case allow
    case groups
  }

  /// The keys of a statement that is written as a map.
  public enum Statement: String, CaseIterable, Sendable {
    case `do`
    case target
    case targets
    case state
    case when
    /// In the place of `when`: these times of day and no others.
    case only
    case id
    case because

    /// Those that say what `do` would say in a sentence.
    public static let fields: [Statement] = [.target, .targets, .state, .when, .only]
  }

  /// The keys of a test.
  public enum Test: String, CaseIterable, Sendable {
    case name
    case at
    case from
    case to
    case expect
  }
}

/// The kinds of system that a policy can name.
public enum SystemKind: String, CaseIterable, Sendable {
  case unifi
  case pihole
}

/// The words of the language, none of which can be a name.
public enum ReservedWords {
  /// All of them, in lower case and sorted.
  public static let all: [String] = Vocabulary.reservedWords
}
