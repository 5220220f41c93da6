public import Providers

/// That a system once accepted a secret, so that a refusal is not believed at once: a system that is asked by several at
/// a time may refuse a right one. It is kept across runs.
public struct AcceptedSecret: Hashable, Sendable {
  /// Tells the secret from others, and says next to nothing of it.
  public var fingerprint: String
  /// In how many runs in a row it was refused since.
  public var refusals: Int

  /// That a system once accepted a secret.
  public init(fingerprint: String, refusals: Int = 0) {
    self.fingerprint = fingerprint
    self.refusals = refusals
  }

  /// After so many runs in a row a refusal is believed: the secret was changed there.
  static let mostDoubts = 3

  /// Whether a refusal of the secret of this fingerprint is to be doubted.
  public func vouches(for fingerprint: String) -> Bool {
    self.fingerprint == fingerprint && refusals < Self.mostDoubts
  }

  /// What is kept after a run in which a system was sent the secret of `fingerprint`: `error` is why it could not be
  /// read, nil where it could.
  public static func after(
    _ error: ProviderError?, fingerprint: String, before: AcceptedSecret?
  ) -> AcceptedSecret? {
    guard let error else { return AcceptedSecret(fingerprint: fingerprint) }
    guard let before, before.fingerprint == fingerprint, error.isAboutCredential else { return before }
    return AcceptedSecret(fingerprint: fingerprint, refusals: min(before.refusals + 1, mostDoubts))
  }
}
