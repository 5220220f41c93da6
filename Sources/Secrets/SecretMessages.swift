import Documents
import FileAccess
import Policies
import Text

/// What people are told about secrets. No function here is ever given one.
enum SecretMessages {
  // MARK: Finding

  static func variableNotSet(_ name: String) -> SecretError {
    SecretError(code: "secret.not-found", "the environment variable '\(name)' is not set")
  }

  static func notAbsolute(_ path: String) -> SecretError {
    SecretError(
      code: "secret.path", "the path '\(path)' of a secret is relative", hint: "start it with /")
  }

  static func relative(_ path: String) -> SecretError {
    SecretError(code: "secret.path", "the path '\(path)' is relative", hint: "start it with /")
  }

  static func badName(_ name: String) -> SecretError {
    SecretError(
      code: "secret.name", "'\(name)' is not a valid credential name",
      hint: "use up to 64 letters, digits, '_', '.' and '-'")
  }

  /// `best` is the folder to put it in.
  static func noCredential(_ name: String, folders: [String], best: String) -> SecretError {
    let list = folders.map { "'\($0)'" }.joined(separator: ", ")
    return SecretError(
      code: "secret.not-found", "credential '\(name)' not found in \(list)",
      hint: "put the secret in '\(best)/\(name)', with permissions 0600")
  }

  /// A service was handed credentials, and not this one; `folder` is where the machine keeps it.
  static func notGiven(_ name: String, _ folder: String) -> SecretError {
    SecretError(
      code: "secret.not-given", "this service was not given the credential '\(name)'",
      hint:
        "'sudo reconcile units' prints a unit that loads it; the package's unit loads what is in '\(folder)' when it "
        + "starts")
  }

  /// A service has nothing in the place of the credential; `folder` is where the machine keeps it.
  static func notHandedOver(_ name: String, from folder: String) -> SecretError {
    SecretError(
      code: "secret.not-found", "credential '\(name)' not found in '\(folder)', or empty, when this service started",
      hint: "'sudo install -m 600 /dev/stdin \(folder)/\(name)' stores what is typed, up to Ctrl-D; the service "
        + "reads it when it starts")
  }

  static func notOpened(_ failure: FileFailure, _ source: SecretSource) -> SecretError {
    notOpened(failure, named(source), link: "put the secret in its own file")
  }

  /// `link` says what to do about a link.
  static func notOpened(_ failure: FileFailure, _ name: String, link: String) -> SecretError {
    switch failure {
    case .absent: SecretError(code: "secret.not-found", "\(name) does not exist")
    case .denied:
      SecretError(
        code: "secret.denied", "\(name) cannot be read by this user",
        hint: "run it with sudo, or as the user who owns it")
    case .link: SecretError(code: "secret.link", "\(name) is a symbolic link", hint: link)
    case .other(let reason): SecretError(code: "secret.unreadable", "\(name) cannot be read: \(reason)")
    }
  }

  // MARK: Rules for the file

  static func rule(_ violation: FileRules.Violation, _ source: SecretSource) -> SecretError {
    rule(violation, named(source), path: path(of: source), limit: "4 KiB")
  }

  /// `limit` is how large it may be.
  static func rule(_ violation: FileRules.Violation, _ name: String, path: String, limit: String) -> SecretError {
    switch violation {
    case .notRegular: SecretError(code: "secret.not-regular", "\(name) is not a regular file")
    case .owner(let user):
      SecretError(
        code: "secret.owner", "\(name) belongs to user \(user), who could change it",
        hint: "make it belong to root or to the user who runs reconcile")
    case .open(let permissions):
      SecretError(
        code: "secret.open", "\(name) is open to others (permissions \(permissions.asPermissions))",
        hint: "chmod 600 '\(path)'")
    case .tooLarge: SecretError(code: "secret.too-large", "\(name) is over \(limit)")
    }
  }

  static func folder(_ flaw: (words: String, remedy: String?), _ source: SecretSource) -> SecretError {
    folder(flaw, named(source))
  }

  /// Somebody could put another one into its place.
  static func folder(_ flaw: (words: String, remedy: String?), _ name: String) -> SecretError {
    SecretError(
      code: "secret.folder", "\(name) cannot be trusted: \(flaw.words)",
      hint: flaw.remedy ?? "keep it in a folder that only root and the user who runs reconcile can write to")
  }

  // MARK: The text

  static func notText(_ source: SecretSource) -> SecretError {
    SecretError(code: "secret.text", "\(named(source)) is not UTF-8")
  }

  static func empty(_ source: SecretSource) -> SecretError {
    SecretError(code: "secret.empty", "\(named(source)) is empty")
  }

  static func controlCharacter(_ source: SecretSource) -> SecretError {
    SecretError(
      code: "secret.control-character", "\(named(source)) contains a control character",
      hint: "write one line of plain text, and \(companion(source))")
  }

  /// Where the line goes that says where a secret may go.
  private static func companion(_ source: SecretSource) -> String {
    switch source {
    case .credential, .file: "'for ADDRESS' on the second"
    case .environment(let name): "'for ADDRESS' in \(name)_FOR"
    }
  }

  static func tooManyLines(_ source: SecretSource) -> SecretError {
    SecretError(
      code: "secret.line", "\(named(source)) has more than two lines",
      hint: "write the secret on the first line, and 'for ADDRESS' on the second")
  }

  /// The line itself is not shown: somebody may have put the secret there.
  static func badLine(_ problem: BindingProblem, _ kinds: [String], _ source: SecretSource) -> SecretError {
    let found =
      switch problem {
      case .noFor: "does not begin with 'for ADDRESS'"
      case .address: "has no address after 'for' that a policy could use as 'url'"
      case .pin: "has a pin that is not 'sha256//' and 44 characters of base64"
      case .word: "has a word after the address that is neither a pin nor \(words(kinds))"
      case .kinds: "names two kinds of system"
      case .pinsWithoutTLS: "has pins, which plain 'http' cannot use"
      }
    return SecretError(
      code: "secret.line", "\(line(of: source)) \(found)",
      hint: "write it like for https://HOST[:PORT][/PATH] [KIND] [sha256//…]… [insecure] [plaintext]")
  }

  private static func words(_ kinds: [String]) -> String {
    (kinds + ["insecure", "plaintext"]).map { "'\($0)'" }.listed("or")
  }

  // MARK: Where it may go

  static func notBound(_ system: System, _ secret: BoundSecret) -> SecretError {
    SecretError(
      code: "secret.not-bound",
      "\(named(secret.source)) does not say that it may be sent to '\(system.url.text)'",
      hint: advice(system, nil) + addition(system, to: secret.source))
  }

  /// The path of the line is not told: that of an approver's token is the topic, which is as good as a key.
  static func otherAddress(_ system: System, _ secret: BoundSecret, _ binding: SecretBinding) -> SecretError {
    let origin = binding.address.origin
    let meant = origin == system.url.origin ? "another path of '\(origin)'" : "'\(origin)'"
    return SecretError(
      code: "secret.other-origin",
      "\(named(secret.source)) is for \(meant), and system '\(system.name)' is at '\(system.url.text)'",
      hint: advice(system, binding, if: "the system has moved") + change(system, secret))
  }

  static func otherKind(_ system: System, _ secret: BoundSecret) -> SecretError {
    let kind = secret.binding?.kind ?? ""
    return SecretError(
      code: "secret.other-kind",
      "\(named(secret.source)) is for a system of kind '\(kind)', and '\(system.name)' is of kind "
        + "'\(system.kind.name)'",
      hint: advice(system, secret.binding, if: "that is intended") + change(system, secret))
  }

  static func otherPins(_ system: System, _ secret: BoundSecret?) -> SecretError {
    SecretError(
      code: "secret.other-pins",
      "the pins of system '\(system.name)' and those of \(secret.map { named($0.source) } ?? "its secret") differ",
      hint: "'reconcile trust \(system.name)' shows the key that the system has")
  }

  /// It would be sent with the secret of its system, whose line allows the connection.
  static func otherConnection(_ system: System, _ secret: BoundSecret) -> SecretError {
    SecretError(
      code: "secret.other-connection",
      "\(named(secret.source)) does not allow the connection to '\(system.name)', which the line of that system's own "
        + "secret allows",
      hint: "if both may go there, write the same keys and words behind 'for ADDRESS' for both")
  }

  /// The policy says whom to trust, and the line does not leave that to it.
  static func policyChoosesTrust(_ system: System, _ secret: BoundSecret) -> SecretError {
    let name = named(secret.source)
    let (code, message) =
      switch system.tls {
      case .insecure: ("secret.insecure", "\(name) does not allow 'insecure' for system '\(system.name)'")
      case .authorities:
        (
          "secret.not-pinned",
          "\(name) names no key, and does not let a policy choose the 'ca' of system '\(system.name)'"
        )
      case .pins, .system:
        (
          "secret.not-pinned",
          "\(name) names no key, and does not let a policy choose the 'pin' of system '\(system.name)'"
        )
      }
    return SecretError(
      code: code, message, hint: advice(system, secret.binding) + change(system, secret))
  }

  static func plaintextRefused(_ system: System, _ secret: BoundSecret) -> SecretError {
    var wanting = system
    wanting.plaintext = true
    let missing = system.plaintext ? "" : "write 'plaintext: true' in the policy, and: "
    return SecretError(
      code: "secret.plaintext",
      "\(named(secret.source)) would be sent over plain http to '\(system.url.origin)'",
      hint: "use https; if there is none, \(missing)\(change(wanting, secret))")
  }

  static func authorities(_ path: String, _ failure: FileFailure) -> SecretError {
    let reason =
      switch failure {
      case .absent: "it does not exist"
      case .denied: "this user cannot read it"
      case .link: "it is a loop of links"
      case .other(let text): text
      }
    return SecretError(code: "tls.ca", "the authorities in '\(path)' cannot be read: \(reason)")
  }

  // MARK: Warnings

  static func insecureWarning(_ system: System) -> Message {
    Message(
      code: "tls.insecure", "the certificate of system '\(system.name)' is not checked",
      hint: "'reconcile trust \(system.name)' prints the pin to write instead")
  }

  static func httpWarning(_ system: System) -> Message {
    let hint =
      switch system.kind.plaintext {
      case .refused(let reason): "anyone on the network can read it; \(reason)"
      case .privateAddresses: "anyone on that network can read it, which is fine if it is your own"
      }
    return Message(
      code: "secret.over-http",
      "the secret of system '\(system.name)' is sent over plain http to '\(system.url.origin)'", hint: hint)
  }

  // MARK: Parts

  private static func named(_ source: SecretSource) -> String {
    switch source {
    case .credential(let name, let path): "the credential '\(name)' ('\(path)')"
    case .file(let path): "the secret '\(path)'"
    case .environment(let name): "the environment variable '\(name)'"
    }
  }

  private static func path(of source: SecretSource) -> String {
    switch source {
    case .credential(_, let path), .file(let path): path
    case .environment(let name): name
    }
  }

  private static func line(of source: SecretSource) -> String {
    switch source {
    case .credential(_, let path), .file(let path): "line 2 of '\(path)'"
    case .environment(let name): "the environment variable '\(name)_FOR'"
    }
  }

  // MARK: The line that is wanted

  private static func addition(_ system: System, to source: SecretSource) -> String {
    let wanted = SecretBinding.wanted(by: system, instead: nil).line
    return switch source {
    case .credential(_, let path), .file(let path): "add as line 2 of '\(path)': \(wanted)"
    case .environment(let name): "set \(name)_FOR to: \(wanted)"
    }
  }

  private static func change(_ system: System, _ secret: BoundSecret) -> String {
    let wanted = SecretBinding.wanted(by: system, instead: secret.binding).line
    return switch secret.source {
    case .credential, .file: "change \(line(of: secret.source)) to: \(wanted)"
    case .environment(let name): "set \(name)_FOR to: \(wanted)"
    }
  }

  /// What to look at before the line is written, where it says what only the policy says so far.
  private static func advice(_ system: System, _ old: SecretBinding?, if condition: String? = nil) -> String {
    let wanted = SecretBinding.wanted(by: system, instead: old)
    let named = (condition.map { "if \($0): " } ?? "") + "'reconcile trust \(system.name)' prints the line with its key"
    switch system.tls {
    case .insecure where wanted.allowsInsecure: return "\(named); without one, "
    case .authorities where wanted.allowsInsecure:
      return "add that authority to this machine's trust store and remove 'tls' from the policy; or \(named); "
        + "or, to leave the choice to the policy, "
    case .system, .pins, .authorities, .insecure: break
    }
    let isNew = !wanted.pins.isEmpty && wanted.pins != old?.pins
    let isSame = isNew ? ["'reconcile trust \(system.name)' shows the same key"] : []
    let conditions = (condition.map { [$0] } ?? []) + isSame
    return conditions.isEmpty ? "" : "if \(conditions.joined(separator: ", and ")), "
  }
}
