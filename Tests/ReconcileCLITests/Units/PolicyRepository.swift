import Foundation
import TestSupport

/// A repository of policies in a folder, and a machine beside it that follows it.
final class PolicyRepository {
  private let folder: TemporaryFolder
  private let home: String
  let repository: String
  /// The folder of the machine.
  var work: String
  /// The date of a commit that is being made; nil for now.
  private var committed: String?

  init() throws {
    folder = try TemporaryFolder([:])
    home = folder.url.path
    repository = home + "/repository"
    work = home + "/work"
    try FileManager.default.createDirectory(atPath: repository, withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch=main")
  }

  static func text(until end: String) -> String {
    """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
    targets:
      kids: {acl-rules: [Kids]}
    policy:
      - kids off 21:00–\(end)

    """
  }

  func policy(until end: String) -> String { Self.text(until: end) }

  // MARK: - Who writes

  /// Puts a file into the folder.
  func write(_ text: String, to name: String) throws {
    let place = URL(fileURLWithPath: repository + "/" + name)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Tool.write(text, to: place.path)
  }

  /// Puts a file into the folder that does not compress.
  func writeNoise(_ bytes: Int, to name: String) throws {
    try run("/bin/sh", ["-c", "head -c \(bytes) /dev/urandom >'\(repository)/\(name)'"])
  }

  /// Commits this policy, and everything else that is in the folder; the commit's name.
  @discardableResult func commit(_ policy: String, signedBy signer: String? = nil, at date: String? = nil) throws
    -> String
  {
    try Tool.write(policy, to: repository + "/policy.yaml")
    return try commitAll(signedBy: signer, at: date)
  }

  /// Commits everything that is in the folder, as at a date if one is given; the commit's name.
  @discardableResult func commitAll(signedBy signer: String? = nil, at date: String? = nil) throws -> String {
    committed = date
    defer { committed = nil }
    try git("add", "--all")
    let signing = signer.map { ["-c", "gpg.format=ssh", "-c", "user.signingKey=\(home)/\($0)"] } ?? []
    let isSigned = signer == nil ? ["--no-gpg-sign"] : ["--gpg-sign"]
    try git(signing + ["commit", "--quiet", "--allow-empty", "--message=policy"] + isSigned)
    return try git("rev-parse", "HEAD").output.split(separator: "\n").map(String.init).first ?? ""
  }

  /// A folder in which the program 'gpg' signs anything, and finds every signature good.
  func forgivingKeyring() throws -> String {
    let folder = home + "/keyring"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      case "$*" in
        *--verify*) cat >/dev/null; printf '[GNUPG:] NEWSIG\\n[GNUPG:] GOODSIG 0123456789ABCDEF Mallory\\n[GNUPG:] VALIDSIG AAAA 2026-11-22 1795381365 0 4 0 22 8 00 AAAA\\n[GNUPG:] TRUST_ULTIMATE 0 pgp\\n' ;;
        *) cat >/dev/null; printf '\\n[GNUPG:] SIG_CREATED \\n' >&2; echo '-----BEGIN PGP SIGNATURE-----'; echo '-----END PGP SIGNATURE-----' ;;
      esac

      """
    try Tool.write(script, to: folder + "/gpg")
    try run("/usr/bin/chmod", ["0755", folder + "/gpg"])
    return folder
  }

  /// Commits what is in the folder with that keyring's signature.
  func commitForgiven(_ policy: String, by keyring: String) throws {
    try Tool.write(policy, to: repository + "/policy.yaml")
    try git("add", "--all")
    try git("-c", "gpg.program=\(keyring)/gpg", "commit", "--quiet", "--message=policy", "--gpg-sign=any")
  }

  /// Commits `policy` beside a tree that names it 10 to the power of `depth` times.
  func commitMany(_ policy: String, depth: Int, empty: Bool = false) throws {
    try commit(policy)
    let script = """
      tree=$(\(empty ? "true" : "printf '100644 blob %s\\tf\\n' \"$(git rev-parse HEAD:policy.yaml)\"") | git mktree)
      for level in $(seq \(depth)); do
        tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\td%s\\n' "$tree" "$i"; done | git mktree)
      done
      tree=$( (git ls-tree HEAD; printf '040000 tree %s\\tmany\\n' "$tree") | git mktree)
      git update-ref HEAD "$(git -c user.name=Anna -c user.email=anna@home.example commit-tree "$tree" -p HEAD -m many)"
      """
    try run("/bin/sh", ["-ec", "cd '\(repository)'\n" + script])
  }

  /// Makes a key; the path of a file that allows it to sign.
  func key(_ name: String) throws -> String {
    try run("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "\(home)/\(name)"])
    let key = try String(contentsOfFile: "\(home)/\(name).pub", encoding: .utf8)
    try Tool.write("\(name)@home.example \(key)", to: "\(home)/\(name).signers")
    return "\(home)/\(name).signers"
  }

  @discardableResult func git(_ arguments: String...) throws -> Program.Outcome { try git(arguments) }

  @discardableResult private func git(_ arguments: [String]) throws -> Program.Outcome {
    let person = ["-c", "user.name=Anna", "-c", "user.email=anna@home.example"]
    return try run("/usr/bin/git", ["-C", repository] + person + arguments)
  }

  @discardableResult private func run(_ program: String, _ arguments: [String]) throws -> Program.Outcome {
    let outcome = try Program.run(program, arguments, environment: surroundings)
    guard outcome.status == 0 else {
      throw Tool.Missing(description: "\(program) \(arguments) ended with \(outcome.status): \(outcome.error)")
    }
    return outcome
  }

  private var surroundings: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"]
      .merging(committed.map { ["GIT_COMMITTER_DATE": $0] } ?? [:]) { $1 }
  }

  // MARK: - Who reviews

  /// Runs the script that checks an edit; what it wrote, by the names of the files.
  func check(_ policy: String, against base: String) throws -> (outcome: Program.Outcome, results: [String: String]) {
    let results = home + "/results"
    let script = Tool.repository.appending(path: "examples/github/check-policy").path
    let outcome = try Program.run(
      script, [policy, base, results],
      environment: surroundings.merging(["RECONCILE": Program.built("reconcile")]) { $1 },
      in: URL(filePath: repository))
    let texts = try names(in: results).map { ($0, try String(contentsOfFile: results + "/" + $0, encoding: .utf8)) }
    return (outcome, Dictionary(uniqueKeysWithValues: texts))
  }

  /// The commit that is checked out.
  func head() throws -> String {
    try git("rev-parse", "HEAD").output.split(separator: "\n").map(String.init).first ?? ""
  }

  /// With what the script compares at GitHub, whose event names `commit`.
  func base(_ base: String, _ before: String, at commit: String) throws -> String {
    try Program.run(
      Tool.repository.appending(path: "examples/github/base").path, [base, before],
      environment: surroundings.merging(["GITHUB_SHA": commit]) { $1 }, in: URL(filePath: repository)
    ).output
  }

  // MARK: - Who follows

  /// Runs the script.
  func pull(signers: String = "", _ more: [String: String] = [:]) throws -> Program.Outcome {
    let settings = [
      "REPOSITORY": repository, "WORK": work, "ALLOWED_SIGNERS": signers, "RECONCILE": Program.built("reconcile"),
    ]
    let script = Tool.repository.appending(path: "examples/gitops/reconcile-pull").path
    return try Program.run(
      script, [], environment: surroundings.merging(settings) { $1 }.merging(more) { $1 })
  }

  /// A `PATH` on which `program` is this script for a shell.
  func path(with program: String, _ script: String) throws -> String {
    let folder = home + "/programs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Tool.writeProgram("#!/bin/sh\n\(script)\n", to: folder + "/" + program)
    return folder + ":/usr/bin:/bin"
  }

  /// Takes every file of this part of the machine's clone away.
  func breakClone(_ piece: String) throws {
    try run("/usr/bin/find", ["\(work)/store.git/\(piece)", "-type", "f", "-delete"])
  }

  /// How many bytes the machine's clone has.
  func sizeOfClone() throws -> Int {
    let listed = try run("/usr/bin/find", ["\(work)/store.git", "-type", "f", "-printf", "%s\n"]).output
    return listed.split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
  }

  /// The policy that the machine follows; nil where it follows none.
  var current: String? { try? String(contentsOfFile: work + "/current/policy.yaml", encoding: .utf8) }

  /// What the policy that the machine follows says about the children at a time.
  func stateOfKids(at time: String) throws -> String? {
    let arguments = ["explain", "--at", time, "--format", "json", work + "/current/policy.yaml"]
    let outcome = try run(Program.built("reconcile"), arguments)
    let whole = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let targets = whole?["targets"] as? [[String: Any]]
    return targets?.first?["state"] as? String
  }

  /// The folders of commits, sorted.
  var folders: [String] { names(in: work + "/commits") }

  /// Everything in the folder of the machine, sorted.
  var left: [String] { names(in: work) }

  /// What is in a folder, sorted.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
