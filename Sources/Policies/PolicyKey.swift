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
    case people
    case systems
    case devices
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

  /// The keys that a system of any kind may have; its kind brings more.
  public enum System: String, CaseIterable, Sendable {
    case kind
    case url
    case tls
    case timeout
    case plaintext
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

  /// The selector that names other targets. Every other one is of a kind of system.
  public static let targets = "targets"

  /// The keys of a target besides its selector.
  public enum TargetOption: String, CaseIterable, Sendable {
    case system
    case otherwise
    case enforcement
    case not
    case whenOff = "when-off"
    case prune
    /// Which traffic of devices is meant.
    case apps
    case appCategories = "app-categories"
    case sites
    case mayUnlock = "may-unlock"
    case mayOpen = "may-open"
    /// Where the code is found that a lock wants.
    case code
    /// Who has to agree before it is loosened.
    case `guard`

    /// Those that permit what is not done unless somebody says that it may be.
    static let permissions: [TargetOption] = [.mayUnlock, .mayOpen]

    /// Those of a system's own target, which has no selector.
    public static let ofOwnTarget: [TargetOption] = [.otherwise, .enforcement, .guard]
    /// Those of a target without a selector: a system's own, or one of a sketch, whose door may have its permission.
    static let withoutSelector: [TargetOption] = ofOwnTarget + permissions
  }

  /// The keys of a person.
  public enum Person: String, CaseIterable, Sendable {
    case manages
    case asks
  }

  /// The keys of `guard`.
  public enum Guard: String, CaseIterable, Sendable {
    case approve
    case all
    case edits
  }

  /// The keys of a device that is written as a map.
  public enum Device: String, CaseIterable, Sendable {
    case mac
    case because
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
    /// For how long what is done at a time may still be done.
    case grace
    case id
    case because

    /// Those that say what `do` would say in a sentence.
    public static let fields: [Statement] = [.target, .targets, .state, .when, .only]
  }

  /// The keys of a schedule that is a calendar.
  public enum Calendar: String, CaseIterable, Sendable {
    /// The path of the file.
    case ics
    /// Which of its events count.
    case summary
    /// Whether their times count, too.
    case busy
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
