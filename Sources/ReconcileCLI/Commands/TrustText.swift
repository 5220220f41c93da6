import Doctor
import Documents
import HTTPTransport
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import Secrets
import Text

/// What `reconcile trust` says of a certificate.
struct TrustText {
  private let system: System
  private let certificate: ShownCertificate
  private let seen: SeenCertificate
  private let own: Checkup.OwnCertificate?
  private let secret: TrustedLine
  private let authorities: Authorities
  private let style: Style

  /// What the authorities that a policy names say of the certificate.
  enum Authorities {
    /// It names none.
    case none
    case vouch
    case refuse
    /// Their file cannot be read.
    case unread(String)

    fileprivate var isVouching: Bool { if case .vouch = self { true } else { false } }
  }

  /// `own` is the certificate that such a system makes for itself; `secret` is that of the system, as it was read.
  init(
    _ system: System, _ certificate: ShownCertificate, own: Checkup.OwnCertificate?, authorities: Authorities,
    secret: Result<BoundSecret?, SecretError>, style: Style
  ) {
    self.own = own
    self.authorities = authorities
    self.system = system
    self.style = style
    self.certificate = certificate
    seen = SeenCertificate(certificate)
    self.secret = TrustedLine(secret, of: system, showing: seen.pin, isVouchedFor: authorities.isVouching)
  }

  /// The whole, ending in a line feed.
  var text: String {
    let head = style.wrapped("\(system.name)  \(system.url.origin.escaped)", indent: "", following: "  ")
    let fields = [
      ("key", seen.pin), ("names", certificate.subject.escaped),
      ("valid", "\(certificate.validFrom.escaped) until \(certificate.validUntil.escaped)"), ("policy", verdict),
      ("secret", secret.verdict(for: system).escaped),
    ]
    let copied =
      (secret.policyIsToChange ? [("in the policy:", "tls: {pin: \"\(seen.pin)\"}")] : [])
      + (secret.isToChange ? [("\(secret.place.escaped):", line.escaped)] : [])
    let lines =
      head + fields.flatMap(field) + [""]
      + style.wrapped(copied.isEmpty ? Self.nothingToWrite : Self.advice, indent: "")
      + copied.flatMap { [""] + style.wrapped($0, indent: "  ", following: "    ") + ["    \($1)"] }
      + (warning.isEmpty ? [] : [""] + warning)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let nothingToWrite = "For this key nothing has to be written."

  private static let advice =
    "What answers there now has this key. Make sure that it is your system and that you are on your own network, "
    + "then write"

  /// `  key      sha256//…`; on lines of their own where there is no room. A key is one word, and is not cut.
  private func field(_ name: String, _ value: String) -> [String] {
    let line = "  " + padded(name, to: 9) + value
    return displayWidth(line) <= style.width ? [line] : ["  " + name] + style.wrapped(value, indent: "    ")
  }

  /// One JSON object.
  var json: JSON {
    .object([
      .formatVersion,
      .init("system", .string(system.name.text)),
      .init("kind", .string(system.kind.name)),
      .init("origin", .string(system.url.origin)),
      .init("pin", .string(seen.pin)),
      .init("subject", .string(certificate.subject)),
      .init("validFrom", .instant(seen.validFrom)),
      .init("validUntil", .instant(seen.validUntil)),
      .init("policy", .string(word)),
      .init("secret", .string(secret.word)),
      .init("secretLine", .string(line)),
      .init("toWrite", .array(toWrite.map { .string($0) })),
      .init("warnings", .array(own.map(seen.isMade) == true ? [.string("certificate.short-lived")] : [])),
    ])
  }

  /// What the second line of the secret is to be.
  private var line: String { secret.wanted.line }

  /// Where something has to be written so that the key is accepted.
  private var toWrite: [String] {
    (secret.policyIsToChange ? ["policy"] : []) + (secret.isToChange ? ["secret"] : [])
  }

  private var verdict: String {
    switch system.tls {
    case .pins(let pins):
      pins.contains(seen.pin) ? "pins this key" : "pins another key, so this one would not be accepted"
    case .authorities(let path): verdict(ofAuthoritiesIn: path.escaped)
    case .system: "trusts what this machine trusts"
    case .insecure: "does not check the certificate"
    }
  }

  private func verdict(ofAuthoritiesIn path: String) -> String {
    let trusts = "trusts the authorities in '\(path)'"
    return switch authorities {
    case .none: trusts
    case .vouch: trusts + ", who vouch for this certificate"
    case .refuse: trusts + ", who do not vouch for this certificate"
    case .unread(let reason): reason.escaped
    }
  }

  private var word: String {
    switch system.tls {
    case .pins(let pins): pins.contains(seen.pin) ? "pinned" : "other-key"
    case .authorities: "authorities"
    case .system: "trust-store"
    case .insecure: "unchecked"
    }
  }

  private var warning: [String] {
    guard let own, seen.isMade(as: own) else { return [] }
    return style.wrapped(
      "warning: \(own.maker) made this certificate itself; " + own.advice, indent: "", following: "  ")
  }
}
