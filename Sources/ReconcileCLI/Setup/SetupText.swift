import Documents
import Policies
import Reconciliation

/// What `init` tells when it is done, or why it is not, for a terminal of 80 columns.
struct SetupText {
  let surveyed: [Surveyed]
  let place: SetupPlace
  /// Whether commands for files of root have to be run as somebody else.
  let needsSudo: Bool
  /// Whether a policy was written.
  var isWritten = true

  /// What was found on each system, or why that is not known; ends in a line feed.
  var findings: String { joined(surveyed.flatMap(lines)) }

  /// How to put the secrets into place that were not found or not accepted; empty where there is none.
  var secrets: String {
    let commands = surveyed.filter(\.lacksItsSecret).flatMap { one in
      command(one).map { [""] + indented($0.lines) } ?? []
    }
    return commands.isEmpty
      ? "" : joined([""] + wrapped(SetupWording.secretsWanted, indent: "") + commands + ["", SetupWording.again])
  }

  /// What to do now; ends in a line feed.
  var next: String {
    let path = place.path.escaped
    let look = ["doctor", "--dry-run"].map { "  \(sudo)reconcile \($0) \(path)" }
    return joined(
      tightening + ["", "'\(path)' was written, and is valid. Now read it, and then:", ""] + look + following)
  }

  // MARK: One system

  private func lines(_ one: Surveyed) -> [String] {
    let name = one.system.name.text
    switch one.reading {
    case .failure(let error):
      return ["! \(name)  could not be read"] + detail(error.message) + detail(error.hint ?? "") + pinLines(one)
    case .success(let observation):
      return ["  \(name)  \(observation.title.escaped)"] + pinLines(one)
    }
  }

  private func pinLines(_ one: Surveyed) -> [String] {
    guard let seen = one.pinned else { return [] }
    let renewal = seen.isMadeByPiHole(one.system) ? detail(DoctorWording.renewal) : []
    return detail(SetupWording.trustedOnFirstUse(seen, isWritten: isWritten)) + detail(seen.pin) + renewal
  }

  // MARK: Secrets

  private func command(_ one: Surveyed) -> SecretCommand? {
    guard let reference = one.system.secret else { return nil }
    let what = one.system.isConsole ? "API key" : "password"
    return SecretCommand(
      question: "\(what) of \(one.system.name.text)", reference: reference, binding: one.system.binding,
      needsSudo: needsSudo)
  }

  /// The second line of each secret, where the policy now trusts one key only.
  private var tightening: [String] {
    let lines = surveyed.filter { $0.pinned != nil }.flatMap { one -> [String] in
      switch one.system.secret {
      case .credential(let name)?: edit(UnitRequest.folder + "/" + name, one.system.binding)
      case .file(let path)?: edit(path, one.system.binding)
      case .environment(let name)?: ["", "  export \(name)_FOR=\(EscapedForShell.posix(one.system.binding))"]
      case nil: []
      }
    }
    return lines.isEmpty ? [] : [""] + wrapped(SetupWording.secretsToTighten, indent: "") + lines
  }

  private func edit(_ path: String, _ binding: String) -> [String] {
    ["", "  \(sudo)sed -i \(EscapedForShell.posix("2c for " + binding)) \\", "    \(EscapedForShell.posix(path))"]
  }

  // MARK: Where it goes

  private var following: [String] {
    if place.isFollowed {
      return ["", "And to let it run every minute:", "", "  \(sudo)systemctl enable --now reconcile.timer"]
    }
    return [""] + wrapped(SetupWording.notFollowed(place), indent: "")
      + ["", "  \(sudo)install -D -m 644 \(EscapedForShell.posix(place.path)) \(SetupPlace.followed)"]
  }

  private var sudo: String { needsSudo ? "sudo " : "" }
  private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }
  private func detail(_ text: String) -> [String] { wrapped(text.escaped, indent: "    ") }
  private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

extension Surveyed {
  /// Whether it could not be read for want of the right secret.
  fileprivate var lacksItsSecret: Bool {
    if case .failure(let error) = reading { return error.kind == .refusedCredentials && error.code != "secret.denied" }
    return false
  }
}

extension System {
  /// Where its secret is found; nil where it needs none.
  fileprivate var secret: SecretReference? {
    switch kind {
    case .unifi(let apiKey, _): apiKey
    case .pihole(let password, _): password
    }
  }

  /// What its secret has to say in its second line, behind `for`.
  fileprivate var binding: String {
    if case .pins(let pins) = tls { return ([url.origin] + pins).joined(separator: " ") }
    return url.origin
  }
}
