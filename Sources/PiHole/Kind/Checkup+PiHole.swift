import Documents
import JSONTree
import Policies
import Providers

extension Checkup {
  /// What `doctor` knows of Pi-holes.
  static let pihole = Checkup(
    nameHint: "check the name, or write the address in numbers: 'pi.hole' is known only to machines that ask the "
      + "Pi-hole for names",
    ownCertificate: ownCertificate, interface: "the API answers",
    webPageHint: "'url' has to be that of a Pi-hole v6, without '/admin' (v5 has another API: 'pihole -up' updates)",
    absentHint: "Pi-hole v6 is needed (v5 has another API: 'pihole -up' updates), and 'url' is its address without "
      + "'/admin'",
    credential: credential, version: { "Pi-hole \($0): all that reconcile needs" },
    // A session may do all that is needed.
    rights: .ok(.rights, "read and write access to everything that a policy can name"),
    learn: { ($0["error"]?["key"]?.string, nil) },
    stage: { $0 == "/auth" ? .api : nil },
    check: { failed in
      // What is in front of a Pi-hole may be busy as well, and knows no passwords.
      if case .busy = failed.error.kind, failed.last?.status == 429 { .credential } else { nil }
    },
    message: { check, failed in check == .credential ? refusal(failed) : nil })

  /// For `pi.hole` and for 47 days, and two days before the end a new authority and new keys (FTL 6.4.1).
  /// `webserver.domain` may give it another name, so the days decide.
  private static let ownCertificate = OwnCertificate(
    days: 47, maker: "the Pi-hole",
    advice: "it is valid for 47 days, and about every 45 the Pi-hole makes a new one with a new key, which breaks "
      + "every pin: use http inside your own network, or give it a certificate of yours and set "
      + "'webserver.tls.validity' to 0")

  // MARK: - The credential

  private static func credential(_ kind: CredentialKind?) -> CheckResult {
    switch kind {
    case CredentialKind.none?: CheckResult(.credential, .advice, noPassword)
    case .appPassword?: .ok(.credential, "an app password, accepted")
    case .passingPassword?: CheckResult(.credential, .advice, passingPassword)
    case .mainPassword?: CheckResult(.credential, .advice, mainPassword)
    case nil: .ok(.credential, "the password is accepted")
    }
  }

  private static let mainPassword = Message(
    code: "credential.main-password", "the password of the web interface, accepted",
    hint: "an app password is better: it needs no second factor and cannot change the settings "
      + "(Settings, Web interface / API, expert mode)")

  private static let passingPassword = Message(
    code: "credential.passing-password",
    "the password of Pi-hole's own command line, accepted until the Pi-hole restarts and makes another one",
    hint: "use an app password (Settings, Web interface / API, expert mode)")

  private static let noPassword = Message(
    code: "credential.none", "the Pi-hole has no password: anybody on the network can switch it",
    hint: "set one on it with 'pihole setpassword', and make an app password for reconcile")

  private static func refusal(_ failed: FailedReading) -> Message {
    let (error, last) = (failed.error, failed.last)
    if last?.errorCode == "api_seats_exceeded" {
      return Message(
        code: "credential.seats-taken", error.message.text,
        hint: "end some in its web interface (Settings, Web interface / API, sessions), wait half an hour, "
          + "or raise 'webserver.api.max_sessions' (16 unless changed)")
    }
    if last?.path == "/auth", last?.status == 400 {
      return Message(code: "credential.second-factor", error.message.text, hint: error.message.hint)
    }
    if !failed.exchanges.contains(where: { $0.path == "/auth" }) {
      return Message(code: "credential.missing", error.message.text, hint: error.message.hint)
    }
    if case .busy = error.kind {
      return Message(
        code: "credential.throttled", error.message.text,
        hint: "try again in a minute, and check whether something else logs in often")
    }
    return Message(
      code: "credential.refused", error.message.text, hint: error.message.hint.map { $0 + failed.readFrom })
  }
}
