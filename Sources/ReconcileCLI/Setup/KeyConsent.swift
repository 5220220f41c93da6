import Controller
import Doctor
import Host
import Policies
import Secrets

/// Whether a key that this machine does not trust may hear a secret. That is decided before the first request that
/// carries one, and by somebody: here, by `--trust`, or earlier in the secret's own line.
struct KeyConsent {
  let environment: Environment
  /// The keys that the command line trusts.
  let trusted: [String]
  /// Whether one of them is the key of no system that was met: who read it off a system has to be told that none shows it.
  let hasStray: Bool

  /// Who has said that a key is the system's.
  enum Ground: Hashable, Sendable {
    /// Nobody, and no secret would be sent.
    case seenOnly
    /// The secret's own line names this key.
    case line
    /// Nobody, and the secret's own line names other keys. Nobody may overrule that line here: what shows another key may
    /// be in between.
    case otherKey
    /// People, in this run.
    case person
    /// Nobody, and a secret would be sent.
    case nobody

    /// Whether somebody has to say it before the secret is of any use: none is asked for, and none is stored with this key.
    var isOpen: Bool { self == .nobody || self == .otherKey }
  }

  /// Who has said that `seen` is the key of `system`; somebody at the terminal is asked where nobody has.
  func ground(for system: System, _ seen: SeenCertificate) -> Ground {
    switch pins(of: system, seen) {
    case nil: .seenOnly
    case let pins? where pins.contains(seen.pin): .line
    case let pins? where !pins.isEmpty: .otherKey
    case _?: trusted.contains(seen.pin) || isConfirmed(system, seen) ? .person : .nobody
    }
  }

  /// The keys in the line of the secret that is for this system; nil where no secret would be sent there, whatever its key.
  private func pins(of system: System, _ seen: SeenCertificate) -> [String]? {
    var system = system
    system.tls = .pins([seen.pin])
    let opening = SystemConnector(environment)
    guard let binding = (try? opening.secret(of: system))?.binding, binding.fits(system.url), binding.fits(system.kind)
    else { return nil }
    let isSent = (try? opening.access(to: system, confirmed: seen.pin)) != nil
    return isSent || !binding.pins.isEmpty ? binding.pins : nil
  }

  private func isConfirmed(_ system: System, _ seen: SeenCertificate) -> Bool {
    guard environment.inputIsTerminal else { return false }
    environment.error(SetupMessages.askForTrust(system, seen, isOtherThanGiven: hasStray))
    guard let answer = environment.input()?.filter({ !$0.isWhitespace }).lowercased() else {
      // Ctrl-D ends no line.
      environment.error("\n")
      return false
    }
    return answer == "y" || answer == "yes"
  }
}
