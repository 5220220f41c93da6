package import CivilTime
package import Policies

/// Tells whether two versions of a policy come to the same for guarded targets.
package struct AlikeVersions {
  private let there: EditReview
  private let back: EditReview

  /// Whether `left` and `right` do so for some of `targets`; `overrides` are those that count.
  package init(_ left: Policy, _ right: Policy, about targets: [Name], overrides: [Override], now: Instant) {
    let (left, right) = (PolicyIndex(left), PolicyIndex(right))
    there = EditReview(of: right, beside: left, about: targets, overrides, now: now)
    back = EditReview(of: left, beside: right, about: targets, overrides, now: now)
  }

  /// Whether no edit in either direction waits for the approvers of any of `targets`.
  package func areAlike(about targets: [Name]) -> Bool {
    targets.allSatisfy { name in
      let isUnknown = there.approved.target(name) == nil && there.new.target(name) == nil
      return isUnknown || there.reasons(of: name).isEmpty && back.reasons(of: name).isEmpty
    }
  }
}
