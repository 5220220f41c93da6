import CivilTime
import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Secrets

/// What the doctor says of certificates.
extension DoctorMessages {
  static let plainHere = "none: plain http, which does not leave this machine"
  static let plainWithoutSecret = "none: plain http, and no secret goes over it"

  static func plain(_ system: System) -> Message {
    let hint =
      switch system.kind.plaintext {
      case .refused(let reason): reason
      case .privateAddresses(let hint): hint
      }
    return Message(
      code: "certificate.none", "none: over plain http, anybody on that network can read the password", hint: hint)
  }

  static func certificateAccepted(_ seen: SeenCertificate, _ system: System) -> String {
    let by =
      switch system.tls {
      case .system: "trusted by this machine"
      case .pins: "its key matches the pin"
      case .authorities(let path): "trusted by '\(path)'"
      case .insecure: "not checked"
      }
    return by + (seen.validUntil.map { ", valid until \($0.utcMinute)" } ?? "")
  }

  static let unchecked = Message(
    code: "certificate.unchecked", "not checked ('insecure')",
    hint: "anybody in between can read the secret; if this is your system, pin its key, and write")

  static func shortLived(_ seen: SeenCertificate, _ own: Checkup.OwnCertificate) -> Message {
    Message(
      code: "certificate.short-lived",
      "accepted" + (seen.validUntil.map { " until \($0.utcMinute)" } ?? "") + "; made by \(own.maker) itself",
      hint: own.advice)
  }

  static func ends(_ seen: SeenCertificate, _ days: Int64, _ system: System) -> Message {
    let end = seen.validUntil?.utcMinute ?? ""
    if days < 0 {
      return Message(
        code: "certificate.expired", "accepted, though it expired on \(end)",
        hint: "nothing breaks: only the pinned key counts")
    }
    let left = days == 0 ? "within a day" : days == 1 ? "in a day" : "in \(days) days"
    let hint =
      if case .pins = system.tls {
        "the pinned key stays accepted; if a renewed certificate has another key, "
          + "'reconcile trust \(system.name)' shows the pin to write"
      } else {
        "renew it before then"
      }
    return Message(code: "certificate.ends-soon", "accepted; expires \(left), on \(end)", hint: hint)
  }

  static func noTLS(_ error: TransportError) -> Message {
    Message(
      code: "certificate.no-tls", error.message, hint: "check the port, and whether 'url' should start with http://")
  }

  static func untrusted(
    _ flaw: CertificateFlaw, _ seen: SeenCertificate, _ system: System, _ own: Checkup.OwnCertificate?
  ) -> Message {
    if let own, seen.isMade(as: own) {
      let found = flaw == .otherKey ? "its key does not match the pin" : "it is not accepted"
      return Message(
        code: code(flaw), "made by \(own.maker) itself; \(found)",
        hint: own.advice + "; or, until the next time, write"
      )
    }
    switch flaw {
    case .otherKey:
      return Message(
        code: code(flaw), "its key does not match the pin",
        hint: "if neither the system nor its certificate is new, somebody may be in between; otherwise write")
    case .notYetValid:
      return Message(
        code: code(flaw), "not valid before \(seen.validFrom?.utcMinute ?? "a later day")",
        hint: "check the clocks of this machine and of the system; or, if this is your system, write")
    case .expired:
      return Message(
        code: code(flaw), "expired on \(seen.validUntil?.utcMinute ?? "an earlier day")",
        hint: "renew it, or, if this is your system, write")
    case .selfSigned:
      return Message(
        code: code(flaw), "self-signed, so this machine does not trust it", hint: "if this is your system, write")
    case .unknownAuthority:
      return Message(
        code: code(flaw), "signed by an authority that this machine does not trust",
        hint: "if this is your system, write")
    case .otherName:
      return Message(
        code: code(flaw), "issued to '\(seen.subject)', not to '\(system.url.host)'",
        hint: "if this is your system, write")
    case .other: return Message(code: code(flaw), "not accepted", hint: "if this is your system, write")
    }
  }

  private static func code(_ flaw: CertificateFlaw) -> String {
    switch flaw {
    case .otherKey: "certificate.other-key"
    case .notYetValid: "certificate.not-yet-valid"
    case .expired: "certificate.expired"
    case .selfSigned, .unknownAuthority: "certificate.self-signed"
    case .otherName: "certificate.other-name"
    case .other: "certificate.refused"
    }
  }

  /// What to write to accept the key that was seen.
  static func pin(_ seen: SeenCertificate, _ system: System) -> [CheckResult.Addition] {
    let line = SecretBinding(system.url, kind: system.kind.name, pins: [seen.pin])
    return [
      CheckResult.Addition(place: "in the policy", text: "tls: {pin: \"\(seen.pin)\"}"),
      CheckResult.Addition(place: "in the secret, line 2", text: line.line),
    ]
  }
}
