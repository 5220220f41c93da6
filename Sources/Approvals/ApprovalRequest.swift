package import CivilTime
package import Policies
import Text

/// Somebody's wish for what a guard does not allow without an approval. It changes nothing by itself.
package struct ApprovalRequest: Hashable, Sendable {
  /// What would be done.
  package enum Deed: Hashable, Sendable {
    /// These overrides, which have no number yet.
    case make([Override])
    /// An end now for the overrides of these numbers.
    case end([Override])
    /// Another end for an override.
    case extend(Override, until: Instant)
    /// That an edit of the policy is followed for the targets whose guards hold it.
    case edit(PolicyEdit)
    /// That another policy file is followed, although guards of the present one hold edits.
    case follow(PolicyFile)
    /// That objects are opened which were left behind.
    case release([ReleasedObject])
  }

  /// How it ended.
  package enum Ending: String, CaseIterable, Hashable, Sendable {
    case approved
    case denied
    case cancelled
    case expired
    /// Its asker has asked for something else about the same target.
    case replaced
    /// There is nothing to ask for any more: the edit was undone.
    case withdrawn
  }

  /// What it is called: a number as text, later ones greater.
  package var id: String
  /// Who asks: the name of the user who ran the command.
  package var asker: String
  /// What would be done.
  package var deed: Deed
  /// Why, in the asker's words.
  package var because: String?
  /// When it was made.
  package var made: ClockReading
  /// From when on it is over, by the wall clock.
  package var expires: Instant
  /// The policy that it is about; nil where nobody knows.
  package var policy: PolicyFile?
  /// Who has to agree, as it was when it was made.
  package var needs: [ApprovalNeed]
  /// Every approver's code.
  package var codes: [ApproverCode]
  /// Who has agreed, in that order.
  package var approvedBy: [Name] = []
  /// Who had said no to something similar when it was made.
  package var earlierNos: [EarlierNo] = []
  /// How many wrong codes were tried.
  package var wrongTries = 0
  /// How it ended; nil while it is open.
  package var ending: Ending?
  /// When it ended.
  package var endedAt: Instant?
  /// Who ended it; nil where time did.
  package var endedBy: String?

  /// A request that was just made: every approver is to be told.
  package init(
    id: String, asker: String, deed: Deed, because: String?, made: ClockReading, expires: Instant, policy: PolicyFile?,
    needs: [ApprovalNeed]
  ) {
    self.id = id
    self.asker = asker
    self.deed = deed
    self.because = because
    self.made = made
    self.expires = expires
    self.policy = policy
    self.needs = needs
    codes = needs.approvers.map { ApproverCode(approver: $0) }
  }

  /// The targets that it is about, as they were named, each once.
  package var targets: [Name] {
    let all =
      switch deed {
      case .make, .end, .extend: deed.overrides.map(\.target)
      case .edit(let edit): edit.targets
      case .release(let objects): objects.map(\.target)
      case .follow: [Name]()
      }
    return all.uniqued()
  }

  /// The same about `policy`, which the one at `path` has become: it was moved, or has another owner.
  package func moved(from path: String, to policy: PolicyFile) -> ApprovalRequest {
    func moved(_ override: Override) -> Override {
      var override = override
      if override.policy?.path == path { override.policy = policy }
      return override
    }
    var request = self
    if request.policy?.path == path { request.policy = policy }
    switch deed {
    case .make(let overrides): request.deed = .make(overrides.map(moved))
    case .end(let overrides): request.deed = .end(overrides.map(moved))
    case .extend(let override, let until): request.deed = .extend(moved(override), until: until)
    case .edit, .follow, .release: break
    }
    return request
  }

  /// Whether it stays until somebody decides, or there is nothing to decide any more.
  package var stays: Bool { expires >= Evaluator.horizon }

  /// From when on it could not be done any more; nil where it always can.
  package var isInVainFrom: Instant? {
    switch deed {
    case .make(let overrides): overrides.map(\.until).max()
    case .end(let overrides): overrides.map(\.until).max()
    case .extend(let override, let until): max(override.until, until)
    case .edit, .follow, .release: nil
    }
  }

  /// Whether it can be decided at `now`.
  package func isOpen(at now: Instant) -> Bool {
    ending == nil && now < min(expires, isInVainFrom ?? expires)
  }
}

extension ApprovalRequest.Deed {
  /// The overrides that it is about, made or to be made.
  package var overrides: [Override] {
    switch self {
    case .make(let overrides), .end(let overrides): overrides
    case .extend(let override, _): [override]
    case .edit, .follow, .release: []
    }
  }

  /// The policy that they were made for; nil where nobody knows.
  package var policy: PolicyFile? { overrides.compactMap(\.policy).first }
}
