public import Policies

/// A verdict that all entries of a target share: there may be thousands of them, and each would be twice as large with one of its
/// own.
public final class SharedVerdict: Hashable, Sendable {
  /// What the policy says about the target.
  public let verdict: Verdict

  /// Keeps `verdict` once for all that share it.
  public init(_ verdict: Verdict) { self.verdict = verdict }

  /// Whether the verdicts are the same. What is shared is not compared.
  public static func == (one: SharedVerdict, other: SharedVerdict) -> Bool {
    one === other || one.verdict == other.verdict
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(verdict) }
}
