public import Documents
public import Policies

/// What was seen of one system, at one time.
public struct Observation: Hashable, Sendable {
  /// The system's name in the policy.
  public var system: Name
  /// The version it gave, such as `10.5.66` or `v6.4.1`.
  public var version: String
  /// What to call it in a report, with its version and what else tells it from others.
  public var title: String
  /// Every live object of the kinds that were asked for, in any order.
  public var objects: [ObservedObject]
  /// Kinds that were asked for and that this system does not offer as it is, such as firewall policies of an early
  /// version, or a list that could not be read, and why. Objects of such a kind are never taken for absent.
  public var unavailableKinds: [ObjectKind: Message]
  /// What the user should know about the system as a whole.
  public var warnings: [Message]
  /// What is wrong with what a target wants made, such as an application that nobody knows, by target.
  public var problems: [Name: [Message]] = [:]
  /// What was looked up that the next run need not look up again; nil where nothing is kept.
  public var lookups: Lookups? = nil
  /// What each action at a time moves, by its name, where that is known.
  public var moves: [String: ObjectKey] = [:]
  /// Whose marks are on what was read, where `DeviceInterest.listsOwners` asks for that.
  public var owners: Set<String> = []
  /// That the credential it was read with will soon be good for nothing.
  public var ends: [CredentialEnd] = []
  /// What the credential may do, until when and how often; nil where the system does not tell. For a doctor.
  public var rights: String? = nil

  /// What was seen of one system.
  public init(
    system: Name, version: String, title: String, objects: [ObservedObject],
    unavailableKinds: [ObjectKind: Message] = [:],
    warnings: [Message] = []
  ) {
    self.system = system
    self.version = version
    self.title = title
    self.objects = objects
    self.unavailableKinds = unavailableKinds
    self.warnings = warnings
  }
}

extension Observation {
  /// The objects by their kind. Most systems are asked for one, and thousands of objects are not copied then.
  public var objectsByKind: [ObjectKind: [ObservedObject]] {
    guard let kind = objects.first?.kind else { return [:] }
    let areOfOneKind = objects.indices.allSatisfy { objects[$0].kind == kind }
    return areOfOneKind ? [kind: objects] : Dictionary(grouping: objects, by: \.kind)
  }
}
