public import Policies

/// Finds and reads the secrets that a policy refers to.
public struct SecretReader: Sendable {
  private let context: SecretContext
  private let kinds: [String]

  /// A reader that looks in `context`. `kinds` are the words of the kinds of system that a secret's line may name.
  public init(_ context: SecretContext, kinds: [String]) {
    self.context = context
    self.kinds = kinds
  }

  /// Reads what `reference` refers to.
  public func read(_ reference: SecretReference) throws(SecretError) -> BoundSecret {
    switch reference {
    case .credential(let name): try credential(name)
    case .file(let path): try file(path)
    case .environment(let name): try environment(name)
    }
  }

  private func environment(_ name: String) throws(SecretError) -> BoundSecret {
    guard let value = context.variable(name) else { throw SecretMessages.variableNotSet(name) }
    return try BoundSecret(
      variable: value, line: context.variable(name + "_FOR"), kinds: kinds, source: .environment(name: name))
  }

  private func file(_ path: String) throws(SecretError) -> BoundSecret {
    guard path.hasPrefix("/") else { throw SecretMessages.notAbsolute(path) }
    let source = SecretSource.file(path: path)
    switch opened(path) {
    case .success(let file): return try accepted(file, source, isFromSystemd: false)
    case .failure(let failure): throw SecretMessages.notOpened(failure, source)
    }
  }

  /// The first folder that has the credential decides: one that breaks a rule is an error, not a reason to look on.
  private func credential(_ name: String) throws(SecretError) -> BoundSecret {
    guard Self.isCredentialName(name) else { throw SecretMessages.badName(name) }
    var closed: SecretSource?
    for folder in folders {
      let path = folder.path + folder.prefix + name
      let source = SecretSource.credential(name: name, path: path)
      switch opened(path) {
      case .success(let file):
        if let flaw = context.folderFlaw(folder.path) { throw SecretMessages.folder(flaw, source) }
        if folder.isFromSystemd && file.holdsNoSecret { throw SecretMessages.notHandedOver(name, from: Self.ofMachine) }
        return try accepted(file, source, isFromSystemd: folder.isFromSystemd)
      case .failure(.absent): continue
      case .failure(.denied): closed = closed ?? source
      case .failure(let failure): throw SecretMessages.notOpened(failure, source)
      }
    }
    if let closed {
      // A service is the user of nothing on the machine: it has what it was handed.
      let isService = folders.contains(where: \.isFromSystemd)
      throw isService ? SecretMessages.notGiven(name, Self.ofMachine) : SecretMessages.notOpened(.denied, closed)
    }
    let searched = folders.filter { $0.prefix == "/" }.map(\.path)
    // What is in the home of root no service sees.
    let best = context.runningUser == 0 ? Self.ofMachine : searched.last ?? Self.ofMachine
    throw SecretMessages.noCredential(name, folders: searched, best: best)
  }

  /// The folder that the units hand over.
  private static let ofMachine = "/etc/reconcile/credentials"

  /// Where credentials are looked for, in this order, and what is between the folder and the name. Where systemd
  /// has loaded a whole folder, its files have the folder's credential name before theirs.
  private var folders: [(path: String, prefix: String, isFromSystemd: Bool)] {
    let systemd = absolute("CREDENTIALS_DIRECTORY").map { path in
      ["/", "/reconcile_"].map { (path: path, prefix: $0, isFromSystemd: true) }
    }
    let settings = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    let others = [Self.ofMachine] + (settings.map { [$0 + "/reconcile/credentials"] } ?? [])
    return (systemd ?? []) + others.map { (path: $0, prefix: "/", isFromSystemd: false) }
  }

  /// Where a credential of this name may be kept that people store, in the order in which it is looked for.
  public func places(of name: String) -> [String] {
    folders.filter { !$0.isFromSystemd }.map { $0.path + $0.prefix + name }
  }

  /// A folder named by a variable; what is relative does not count, as the XDG specification asks.
  private func absolute(_ variable: String) -> String? {
    context.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private func opened(_ path: String) -> Result<FoundFile, FileFailure> {
    context.file(path, FileRules.largestSize + 1)
  }

  private func accepted(
    _ file: FoundFile, _ source: SecretSource, isFromSystemd: Bool
  ) throws(SecretError) -> BoundSecret {
    let user = context.runningUser
    if let violation = FileRules.violation(file, runningUser: user, isFromSystemd: isFromSystemd) {
      throw SecretMessages.rule(violation, source)
    }
    return try BoundSecret(text: file.bytes, kinds: kinds, source: source)
  }
}

extension FoundFile {
  /// Whether it is empty, or what a unit puts in the place of a file that is not there.
  fileprivate var holdsNoSecret: Bool { isRegular && (bytes.isEmpty || bytes == [UInt8(ascii: "\n")]) }
}

extension SecretReader {
  /// The most bytes of a file with a secret, its second line included.
  public static var largestFile: Int { FileRules.largestSize }

  /// Whether a credential may be called so: `[A-Za-z0-9_.-]{1,64}`, and not one of the two names that mean a folder.
  public static func isCredentialName(_ name: String) -> Bool {
    let isPlain = { (character: Character) in
      character.isASCII && (character.isLetter || character.isNumber || "_.-".contains(character))
    }
    return (1...64).contains(name.utf8.count) && name.allSatisfy(isPlain) && name != "." && name != ".."
  }
}
