import Approvals
import CivilTime
import Planning
import Policies

/// Tells whether what was asked about an edit is about the one that a policy makes now. Each version is compared once.
struct AskedEdits {
  private let policy: Policy
  private let fingerprint: String
  private let targets: [Name]
  private let known: ApprovedVersions
  private let overrides: [Override]
  private let now: Instant
  private var alike: [String: AlikeVersions] = [:]

  /// For `policy`, whose edit of `targets` waits; `overrides` are those that count.
  init(
    _ policy: Policy, _ fingerprint: String, holding targets: [Name], _ known: ApprovedVersions,
    overrides: [Override], now: Instant
  ) {
    (self.policy, self.fingerprint, self.targets, self.known) = (policy, fingerprint, targets, known)
    (self.overrides, self.now) = (overrides, now)
  }

  /// Whether `edit` comes to the same for the targets `names` as the one that is held now.
  mutating func isThis(_ edit: PolicyEdit, of names: [Name]) -> Bool {
    if edit.version == fingerprint { return true }
    guard let asked = known.policy(edit.version) else { return false }
    let versions = alike[edit.version] ?? AlikeVersions(asked, policy, about: targets, overrides: overrides, now: now)
    alike[edit.version] = versions
    return versions.areAlike(about: names)
  }

  /// Whether what is known of the edit of `target` is about an earlier one.
  mutating func isEarlier(_ target: Name) -> Bool {
    guard !fingerprint.isEmpty, case .edit(let edit) = known.request(of: target)?.deed else { return false }
    return !isThis(edit, of: [target])
  }
}
