import Doctor
import Documents
import Planning
import Policies
import Presentation
import Providers
import Secrets
import Text

/// What `init` tells when it is done, or why it is not, as wide as the terminal. Lines to be copied are never cut.
struct SetupText {
  let surveyed: [Surveyed]
  let place: SetupPlace
  /// Who runs this.
  let user: SetupUser
  /// The same request again, as a command line.
  let request: [String]
  let style: Style
  /// The kinds of system that there are.
  let kinds: ProviderKinds
  /// By whose clocks the policy's times are meant.
  let zone: String
  /// Whose devices are off, and when; nil for nobody.
  var bedtime: Bedtime?
  /// Whether a policy was written.
  var isWritten = true
  /// Credentials in which the secrets can be that are in none by now, by the names of their systems.
  var freeCredentials: [Name: String] = [:]

  /// What was found on each system, or why that is not known; ends in a line feed.
  var findings: String { joined(surveyed.flatMap(lines)) }

  /// How to say that the keys are trusted that nobody has trusted yet; empty if there is none, or where there is more
  /// to do before.
  var keys: String {
    guard surveyed.contains(where: { $0.ground == .nobody }), !surveyed.contains(where: \.lacksItsSecret) else {
      return ""
    }
    return joined([""] + style.wrapped(SetupMessages.keysWanted, indent: "") + [""] + again(user.same))
  }

  /// How to put the secrets into place that were not found or not accepted; empty if there is none.
  var secrets: String {
    let lacking = surveyed.filter(\.lacksItsSecret).compactMap(command)
    if lacking.isEmpty { return "" }
    let commands = lacking.flatMap { [""] + indented($0.lines) }
    let own = lacking.allSatisfy(\.staysWithTheShell)
    return joined(
      [""] + style.wrapped(SetupMessages.secretsWanted, indent: "") + commands + ["", SetupMessages.again, ""]
        + again(own ? user.same : user.root))
  }

  /// What to do now; ends in a line feed.
  var next: String {
    let path = place.path.escaped
    let look = ["doctor", "--dry-run"].map {
      "  \(prefix(user.same))reconcile \($0) \(ShellWord.word(place.path))"
    }
    return joined(
      tightening + privateAddresses + (takenOwner.map { [""] + style.wrapped($0, indent: "") } ?? [])
        + [""] + style.wrapped("'\(path)' was written and is valid. Read it, then run:", indent: "")
        + [""] + look + [""] + style.wrapped(SetupMessages.zoneWritten(zone).escaped, indent: "") + picture + following)
  }

  /// That it has another owner than usual, and why; nil where it has not.
  var takenOwner: String? = nil

  private var privateAddresses: [String] {
    let names = bedtime?.devices.filter(\.mac.isPrivate).map(\.name.text) ?? []
    return names.isEmpty ? [] : [""] + style.wrapped(SetupMessages.privateAddresses(names), indent: "")
  }

  private var picture: [String] {
    guard bedtime != nil else { return [] }
    return [
      "", SetupMessages.forTheFridge, "", "  reconcile timeline --format svg \(ShellWord.word(place.path)) > week.svg",
    ]
  }

  // MARK: One system

  private func lines(_ one: Surveyed) -> [String] {
    let name = one.system.name.text
    switch one.reading {
    case .failure(let error):
      return found("!", name, "could not be read") + detail(error.message.text) + detail(one.hint(error))
        + replacing(one, error) + pairing(one) + pinLines(one)
    case .success(let observation):
      return found(" ", name, observation.title.escaped) + pinLines(one) + detail(one.obstacle ?? "")
    }
  }

  private func found(_ mark: String, _ name: String, _ what: String) -> [String] {
    style.wrapped("\(name)  \(what)", indent: mark + " ", following: "    ")
  }

  private func pinLines(_ one: Surveyed) -> [String] {
    guard let seen = one.pinned else { return [] }
    let own = kinds[one.system.kind].checkup.ownCertificate
    let renewal = own.map { seen.isMade(as: $0) ? detail($0.advice) : [] } ?? []
    let text = one.ground.isOpen ? [] : detail(SetupMessages.keyPinned(seen, one.ground, isWritten: isWritten))
    return text + detail(seen.pin) + renewal
  }

  // MARK: Secrets

  private func command(_ one: Surveyed) -> SecretCommand? {
    guard let reference = one.system.secret, kinds[one.system.kind].pairing == nil else { return nil }
    let what = kinds[one.system.kind].setup.secret?.title ?? "secret"
    return SecretCommand(
      question: "\(what) of \(one.system.name.text)", reference: reference, line: one.system.line,
      needsSudo: user.root)
  }

  /// What the command below takes away: a place that somebody named may hold the secret of another system.
  private func replacing(_ one: Surveyed, _ error: ProviderError) -> [String] {
    guard ["secret.other-origin", "secret.other-kind"].contains(error.message.code),
      let setting = one.system.kind.secretSetting, command(one)?.staysWithTheShell == false
    else { return [] }
    guard case .credential(let name, let path)? = one.source, path != UnitRequest.folder + "/" + name else {
      return detail(SetupMessages.replaces(setting.key, not: nil))
    }
    return detail(SetupMessages.replaces(setting.key, not: path))
  }

  /// What to do about a secret that no person can type.
  private func pairing(_ one: Surveyed) -> [String] {
    guard one.lacksItsSecret, kinds[one.system.kind].pairing != nil else { return [] }
    return detail(SetupMessages.pairFirst) + ["    reconcile pair \(one.system.name)"]
  }

  /// The whole second line of each secret that does not name the key yet, or the kind.
  private var tightening: [String] {
    tightening(SetupMessages.secretsToPin, surveyed.filter(\.lacksKey))
      + tightening(SetupMessages.secretsToName, surveyed.filter { $0.lacksKind && !$0.lacksKey })
  }

  private func tightening(_ what: String, _ loose: [Surveyed]) -> [String] {
    let lines = loose.flatMap { one -> [String] in
      switch one.source {
      case .credential(name: _, let path)?, .file(let path)?: edit(path, one.system.line)
      case .environment(let name)?: ["", "  export \(name)_FOR=\(ShellWord.quoted(one.system.line))"]
      case nil: []
      }
    }
    return lines.isEmpty ? [] : [""] + style.wrapped(what, indent: "") + lines
  }

  private func edit(_ path: String, _ line: String) -> [String] {
    [
      "",
      "  \(prefix(path.hasPrefix("/etc/") ? user.root : user.same))sed -i \(ShellWord.quoted("2c " + line)) \\",
      "    \(ShellWord.quoted(path))",
    ]
  }

  // MARK: Where it goes

  private var following: [String] {
    let sudo = user.root ? "sudo " : ""
    let timer = "  \(sudo)systemctl enable --now reconcile.timer"
    if place.isFollowed { return credentials + ["", "Then start the timer, which runs every minute:", "", timer] }
    if place.hasFollowed {
      return [""] + style.wrapped(SetupMessages.another(place.path, hasDevices: bedtime != nil).escaped, indent: "")
        + ["", "  \(prefix(user.same))reconcile --dry-run \(SetupPlace.followed)"]
    }
    return credentials + [""] + style.wrapped(SetupMessages.notFollowed, indent: "")
      + ["", "  \(sudo)install -bD -m 644 \(ShellWord.quoted(place.path)) \(SetupPlace.followed)", timer]
  }

  /// How to store each secret that the timer's service cannot have where it is: a variable of somebody's shell, or a file of
  /// somebody's own.
  private var credentials: [String] {
    let stored = surveyed.flatMap { one -> [String] in
      guard let name = freeCredentials[one.system.name] else { return [] }
      let provider = kinds[one.system.kind]
      let setting = one.system.kind.secretSetting?.key ?? "secret"
      let command = SecretCommand(
        question: "\(provider.setup.secret?.title ?? "secret") of \(one.system.name.text)",
        reference: .credential(name: name), line: one.system.line, needsSudo: user.root)
      return ["", "  # \(one.system.name): \(setting): {credential: \(name)}"] + indented(command.lines)
    }
    return stored.isEmpty ? [] : [""] + style.wrapped(SetupMessages.notForTheService, indent: "") + stored
  }

  private func again(_ needsSudo: Bool) -> [String] {
    let words = ["\(prefix(needsSudo))reconcile init"] + request
    return words.enumerated().map { number, word in
      "  \(number == 0 ? "" : "  ")\(word)\(number == words.count - 1 ? "" : " \\")"
    }
  }

  /// `sudo` hands variables on only where it is asked to.
  private func prefix(_ needsSudo: Bool) -> String {
    let usesVariables = surveyed.contains { if case .environment? = $0.system.secret { true } else { false } }
    return needsSudo ? usesVariables ? "sudo -E " : "sudo " : ""
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }
  private func detail(_ text: String) -> [String] { style.wrapped(text.escaped, indent: "    ") }
  private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

extension Surveyed {
  /// Whether it could not be read for want of the right secret.
  fileprivate var lacksItsSecret: Bool {
    guard case .failure(let error) = reading, !ground.isOpen else { return false }
    return error.kind == .refusedCredentials && error.message.code != "secret.denied"
  }
}

extension Surveyed {
  /// What to do about `error`, unless the command that is printed below does it: it writes the whole line.
  fileprivate func hint(_ error: ProviderError) -> String {
    let mended = ["not-found", "not-bound", "other-origin", "other-kind", "other-pins"].map { "secret." + $0 }
    if mended.contains(error.message.code) { return "" }
    // What is said elsewhere takes a policy that names the system.
    if error.isUntrusted { return pinned == nil ? SetupMessages.otherThanTheLine : SetupMessages.otherThanBefore }
    return error.message.hint ?? (isAway ? SetupMessages.whereItIs : "")
  }

  /// Whether nothing is known of it, as it does not answer.
  var isAway: Bool {
    guard case .failure(let error) = reading else { return false }
    return error.kind == .unreachable || error.kind == .timedOut
  }

  /// Whether its key is pinned, and its secret does not say so yet.
  fileprivate var lacksKey: Bool { pinned.map { binding?.pins.contains($0.pin) != true } ?? false }

  /// Whether its secret goes to any kind of system.
  fileprivate var lacksKind: Bool { binding.map { $0.kind == nil } ?? false }
}

extension System {
  /// What its secret has to say in its second line.
  fileprivate var line: String {
    var line = SecretBinding(url, kind: kind.name)
    if case .pins(let pins) = tls { line.pins = pins }
    return line.line
  }
}
