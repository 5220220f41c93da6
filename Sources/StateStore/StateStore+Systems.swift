public import CivilTime
public import Planning
public import Policies
public import Providers

extension StateStore {
  /// The systems that could not be read when they were last asked.
  public func lostSystems() throws(StateError) -> Set<Name> {
    Set((try note("lost") ?? "").split(separator: " ").map { Name(String($0)) })
  }

  /// Replaces them by `lost`; writes nothing where they are the same.
  public func keep(lost: Set<Name>) throws(StateError) {
    if try lostSystems() != lost { try setNote("lost", lost.sorted().map(\.text).joined(separator: " ")) }
  }

  /// What the last run that was told of in the machine's journal found out of place; nil where none was.
  public func lastTrouble() throws(StateError) -> String? { try note("trouble") }

  /// Replaces it by `trouble`; writes nothing where it is the same.
  public func keepTrouble(_ trouble: String) throws(StateError) {
    if try lastTrouble() != trouble { try setNote("trouble", trouble) }
  }
}

extension StateStore {
  /// The secrets that systems accepted, by eight bits of a hash of each, with the refusals since.
  public func acceptedSecrets() throws(StateError) -> [Name: AcceptedSecret] {
    var accepted: [Name: AcceptedSecret] = [:]
    for word in (try note("accepted-secrets") ?? "").split(separator: " ") {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let refusals = Int(parts[2]), refusals >= 0 else { continue }
      accepted[Name(String(parts[0]))] = AcceptedSecret(fingerprint: String(parts[1]), refusals: refusals)
    }
    return accepted
  }

  /// Replaces them by `accepted`; writes nothing where they are the same.
  public func keep(accepted: [Name: AcceptedSecret]) throws(StateError) {
    guard try acceptedSecrets() != accepted else { return }
    let words = accepted.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.fingerprint):\($0.value.refusals)" }
    try setNote("accepted-secrets", words.joined(separator: " "))
  }
}

/// For how long a system is left alone because it asked for it, or refused a credential. It is kept across runs,
/// because a timer starts a new process every minute.
public struct Backoff: Hashable, Sendable {
  /// Why a system is left alone.
  public typealias Reason = BackoffReason

  /// How often in a row it was so.
  public var failures: Int
  /// When it may be asked again.
  public var until: Instant
  /// What it depends on, such as the policy and the secret: when that changes, the system is asked at once.
  public var circumstances: String
  /// Why, the last time; nil where an earlier version has kept it, which did not say.
  public var reason: Reason?

  /// For how long a system is left alone.
  public init(failures: Int, until: Instant, circumstances: String, reason: Reason?) {
    self.failures = failures
    self.until = until
    self.circumstances = circumstances
    self.reason = reason
  }
}
