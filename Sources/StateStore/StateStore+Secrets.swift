public import Policies
import Providers
public import Planning

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
