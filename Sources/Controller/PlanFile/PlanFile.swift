import CivilTime
import Hashing
import JSONTree
import Policies
import Providers
package import Planning

/// A plan in a file, to be looked at, kept, and carried out exactly as it is or not at all. There is no secret in it.
package struct PlanFile: Hashable, Sendable {
  /// The policy as it was named.
  package internal(set) var policy: String
  /// What tells that policy's text from every other.
  package internal(set) var policyFingerprint: String
  /// The targets that the command line named; empty for all.
  package internal(set) var targets: [String]
  /// The instant for which the plan holds, RFC 3339.
  package internal(set) var now: String
  /// The writes, in their order.
  package internal(set) var changes: [PlannedChange]
  /// The fingerprint of the plan, as every result in JSON has it.
  package internal(set) var fingerprint: String

  /// The file for a plan that was made.
  package init(_ plan: Plan, policy: String, policyFingerprint: String, targets: [String]) {
    self.policy = policy
    self.policyFingerprint = policyFingerprint
    self.targets = targets
    now = plan.now.description
    changes = plan.entries.compactMap { PlannedChange($0) }
    fingerprint = plan.fingerprint
  }

  /// What a file of this sort begins with, whatever version wrote it.
  static let beginning = #"{"document":"reconcile-plan","formatVersion":"#
  private static let version = 1

  /// All of the file: the object on one line, its last member a hash over everything before it.
  var text: String {
    let members = members
    let digest = Self.digest(members)
    return JSON.object(members + [.init("digest", .string(digest))]).text + "\n"
  }

  private var members: [JSON.Member] {
    [
      .init("document", .string("reconcile-plan")), .init("formatVersion", .integer(Self.version)),
      .init("policy", .string(policy)),
      .init("policyFingerprint", .string(policyFingerprint)),
      .init("targets", .array(targets.map { .string($0) })), .init("now", .string(now)),
      .init("changes", .array(changes.map(\.json))), .init("fingerprint", .string(fingerprint)),
    ]
  }

  private static func digest(_ members: [JSON.Member]) -> String {
    Digest.hex(Digest.sha256(JSON.object(members).bytes))
  }
}

extension PlanFile {
  /// Why a file cannot be taken for a plan.
  enum Flaw: Error, Hashable {
    /// It is something else.
    case notAPlan
    /// It was written by a later version.
    case otherVersion
    /// Something of it is missing or was changed.
    case damaged
  }

  /// Reads a file. It has to be, byte by byte, what this version would write: then nothing of it was changed.
  init(reading bytes: [UInt8]) throws(Flaw) {
    guard bytes.starts(with: Self.beginning.utf8) else { throw .notAPlan }
    guard let json = try? JSON(parsing: bytes) else { throw .damaged }
    guard json["formatVersion"]?.int == Self.version else { throw .otherVersion }
    guard let policy = json["policy"]?.string, let policyFingerprint = json["policyFingerprint"]?.string,
      let targets = json["targets"]?.elements, let now = json["now"]?.string,
      let changes = json["changes"]?.elements, let fingerprint = json["fingerprint"]?.string
    else { throw .damaged }
    self.policy = policy
    self.policyFingerprint = policyFingerprint
    self.targets = targets.compactMap(\.string)
    self.now = now
    self.changes = changes.compactMap { PlannedChange($0) }
    self.fingerprint = fingerprint
    guard bytes == Array(text.utf8) else { throw .damaged }
  }
}

extension Plan {
  /// The SHA-256 over its changes, in lower-case hex.
  package var fingerprint: String { Digest.hex(Digest.sha256(Array(fingerprintText.utf8))) }
}
