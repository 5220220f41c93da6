import Foundation
import TestSupport

/// A repository of policies in a folder, and a machine beside it that follows it.
final class PolicyRepository {
  private let folder: TemporaryFolder
  private let home: String
  let repository: String
  let work: String

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

  /// Commits this policy, and everything else that lies in the folder; the commit's name.
  @discardableResult func commit(_ policy: String, signedBy signer: String? = nil) throws -> String {
    try Tool.write(policy, to: repository + "/policy.yaml")
    try git("add", "--all")
    let signing = signer.map { ["-c", "gpg.format=ssh", "-c", "user.signingKey=\(home)/\($0)"] } ?? []
    let isSigned = signer == nil ? ["--no-gpg-sign"] : ["--gpg-sign"]
    try git(signing + ["commit", "--quiet", "--allow-empty", "--message=policy"] + isSigned)
    return try git("rev-parse", "HEAD").output.split(separator: "\n").map(String.init).first ?? ""
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
  }

  // MARK: - Who follows

  /// Runs the script.
  func pull(signers: String = "") throws -> Program.Outcome {
    let settings = [
      "REPOSITORY": repository, "WORK": work, "ALLOWED_SIGNERS": signers, "RECONCILE": Program.built("reconcile"),
    ]
    let script = Tool.repository.appending(path: "examples/gitops/reconcile-pull").path
    return try Program.run(script, [], environment: surroundings.merging(settings) { $1 })
  }

  /// Takes every file of this part of the machine's clone away.
  func breakClone(_ piece: String) throws {
    try run("/usr/bin/find", ["\(work)/store.git/\(piece)", "-type", "f", "-delete"])
  }

  /// The policy that the machine follows; nil where it follows none.
  var current: String? { try? String(contentsOfFile: work + "/current/policy.yaml", encoding: .utf8) }

  /// The folders of commits, sorted.
  var folders: [String] { names(in: work + "/commits") }

  /// Everything in the folder of the machine, sorted.
  var left: [String] { names(in: work) }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
