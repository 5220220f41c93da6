import Documents
import Policies
import Secrets

/// What the line of a system's secret says of a key that the system shows, and what has to be written so that it is accepted.
///
/// The policy narrows what the line allows: a key counts only where both agree. Nothing of the secret itself is kept.
struct TrustedLine {
  /// What holds by the line.
  enum Standing: Equatable {
    /// The policy names no secret, so it decides alone.
    case noSecret
    /// It could not be looked at.
    case unread(String)
    /// There is no line, so the secret is sent nowhere.
    case noLine
    case otherAddress(SecretBinding)
    case otherKind(String)
    case pinned
    case otherKey
    /// It names no key: the trust store of the machine decides.
    case trustStore
    /// It leaves the choice to the policy.
    case policy
  }

  /// What holds by the line.
  let standing: Standing
  /// Where the secret was read; nil where it was not.
  let source: SecretSource?
  /// The whole line that accepts the key.
  let wanted: SecretBinding
  /// Whether the line has to be changed to that.
  let isToChange: Bool
  /// Whether what the policy says of trust has to be changed, once the line is as it is wanted.
  let policyIsToChange: Bool

  /// What the line of `secret`, that of `system`, says of the key `pin`; `isVouchedFor` says whether the authorities of the
  /// policy, where it names some, accept the certificate.
  init(
    _ secret: Result<BoundSecret?, SecretError>, of system: System, showing pin: String, isVouchedFor: Bool
  ) {
    (standing, source) = Self.standing(secret, system, pin)
    wanted = SecretBinding(system.url, kind: system.kind.name, pins: [pin])
    // Whether the policy accepts just this certificate; nil where it names neither keys nor authorities.
    let accepts: Bool? =
      switch system.tls {
      case .pins(let pins): pins.contains(pin)
      case .authorities: isVouchedFor
      case .system, .insecure: nil
      }
    isToChange =
      switch standing {
      case .noSecret, .pinned: false
      case .policy: accepts != true
      case .unread, .noLine, .otherAddress, .otherKind, .otherKey, .trustStore: true
      }
    policyIsToChange =
      switch standing {
      case .noSecret: accepts != true
      default: accepts == false
      }
  }

  private static func standing(
    _ secret: Result<BoundSecret?, SecretError>, _ system: System, _ pin: String
  ) -> (Standing, SecretSource?) {
    switch secret {
    case .failure(let error): return (.unread(error.message.text), nil)
    case .success(nil): return (.noSecret, nil)
    case .success(let secret?):
      guard let line = secret.binding else { return (.noLine, secret.source) }
      return (standing(line, system, pin), secret.source)
    }
  }

  private static func standing(_ line: SecretBinding, _ system: System, _ pin: String) -> Standing {
    guard line.fits(system.url) else { return .otherAddress(line) }
    guard line.fits(system.kind) else { return .otherKind(line.kind ?? "") }
    if !line.pins.isEmpty { return line.pins.contains(pin) ? .pinned : .otherKey }
    return line.allowsInsecure ? .policy : .trustStore
  }
}

// MARK: - In words

extension TrustedLine {
  /// The word of JSON.
  var word: String {
    switch standing {
    case .noSecret: "none"
    case .unread: "unread"
    case .noLine: "no-line"
    case .otherAddress: "other-address"
    case .otherKind: "other-kind"
    case .pinned: "pinned"
    case .otherKey: "other-key"
    case .trustStore: "trust-store"
    case .policy: "policy"
    }
  }

  /// What holds for `system`. The path of a line for another address is not told: that of an approver's token is a key.
  func verdict(for system: System) -> String {
    switch standing {
    case .noSecret: return "none in the policy, which decides alone"
    case .unread(let reason): return reason
    case .noLine: return "has no line that says where it may go"
    case .otherAddress(let line):
      let isPath = line.address.origin == system.url.origin
      return "its line is for " + (isPath ? "another path" : "'\(line.address.origin)'") + ", so it is not sent here"
    case .otherKind(let kind): return "its line is for a system of kind '\(kind)', so it is not sent here"
    case .pinned: return "its line names this key"
    case .otherKey: return "its line names another key, so this one would not be accepted"
    case .policy: return "its line leaves the choice to the policy"
    case .trustStore:
      let refused = system.tls == .system ? "" : ", and what the policy says is refused"
      return "its line names no key: this machine's trust store decides" + refused
    }
  }

  /// Where the line is.
  var place: String {
    switch source {
    case .credential(_, let path)?, .file(let path)?: "in line 2 of '\(path)'"
    case .environment(let name)?: "in the variable \(name)_FOR"
    case nil: "in the secret, line 2"
    }
  }
}
