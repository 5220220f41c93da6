import Foundation
import TestSupport
import Testing

/// The built programs over real sockets and TLS.
@Suite(.waitsForPrograms) struct EndToEndTests {
  /// A simulator in a process of its own, and a folder with a policy for it.
  final class Home {
    let folder: URL
    let unifi: String
    let pihole: String
    var pin: String { certificate.pin }
    private let simulator: Program
    private let certificate: TestCertificate

    /// The simulator ends after so many `seconds`, whatever becomes of the test; `arguments` are further ones of its own.
    init(for seconds: Int = 120, _ arguments: [String] = []) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "reconcile-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      certificate = try TestCertificate.selfSigned(for: ["IP:127.0.0.1"], commonName: "unifi.local")
      try certificate.certificatePEM.write(to: folder.appending(path: "c.pem"), atomically: true, encoding: .utf8)
      try certificate.keyPEM.write(to: folder.appending(path: "k.pem"), atomically: true, encoding: .utf8)
      simulator = try Program(
        Program.built("reconcile-simulator"),
        ["--certificate", "c.pem", "--key", "k.pem", "--for", "\(seconds)", "--ports-file", "ports"] + arguments,
        in: folder)
      let ports = try Self.wait(for: folder.appending(path: "ports"))
      unifi = ports["unifi"] ?? ""
      pihole = ports["pihole"] ?? ""
      try write(policy: policy(pin: certificate.pin))
    }

    func end() throws {
      simulator.send(SIGTERM)
      #expect(try simulator.wait().status == 0)
      try FileManager.default.removeItem(at: folder)
    }

    private static func wait(for file: URL) throws -> [String: String] {
      for _ in 0..<300 {
        if let text = try? String(contentsOf: file, encoding: .utf8) {
          let pairs = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
          return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
      throw CocoaError(.fileReadNoSuchFile)
    }

    func policy(pin: String) -> String {
      """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: "https://127.0.0.1:\(unifi)", api-key: {env: KEY}, tls: {pin: "\(pin)"}}
        pihole: {kind: pihole, url: "http://127.0.0.1:\(pihole)", password: {env: WORD}}
      targets:
        kids: {acl-rules: ["Downtime-*"]}
      policy:
        - kids off
        - pause pihole
      """
    }

    func write(policy: String) throws {
      try policy.write(to: folder.appending(path: "policy.yaml"), atomically: true, encoding: .utf8)
    }

    /// The secrets of both systems; the console's names its key.
    var secrets: [String: String] {
      WrittenSecret("demonstration-key", for: "https://127.0.0.1:\(unifi)", "unifi", pin).variables("KEY")
        .merging(WrittenSecret("demonstration-password", for: "http://127.0.0.1:\(pihole)").variables("WORD")) { $1 }
    }

    /// All that the program sees; its state is in the folder of this home.
    var environment: [String: String] {
      secrets.merging(["HTTPS_PROXY": "http://127.0.0.1:9", "STATE_DIRECTORY": folder.path + "/state"]) { $1 }
    }

    /// Runs it with other secrets.
    func run(with secrets: [String: String], _ arguments: String...) throws -> Program.Outcome {
      try checked(arguments) {
        try Program.run(
          Program.built("reconcile"), arguments, environment: environment.merging(secrets) { $1 }, in: folder)
      }
    }

    func start(_ arguments: String...) throws -> Program {
      try Program(
        Program.built("reconcile"), arguments,
        environment: environment,
        in: folder)
    }

    func run(_ arguments: String...) throws -> Program.Outcome {
      try checked(arguments) {
        try Program.run(
          Program.built("reconcile"), arguments,
          environment: environment,
          in: folder)
      }
    }

    /// What `run` came to, held to the schema of its command.
    private func checked(_ arguments: [String], _ run: () throws -> Program.Outcome) throws -> Program.Outcome {
      let outcome = try run()
      OutputSchema.check(arguments, outcome.output)
      return outcome
    }

    /// Asks the simulator itself: `POST` where `change` is given.
    func simulator(_ path: String, on base: String, change: Bool = false) throws -> String {
      let scheme = base == unifi ? "https" : "http"
      let arguments =
        ["-ks", "--max-time", "10"] + (change ? ["-X", "POST"] : []) + [
          "\(scheme)://127.0.0.1:\(base)/simulator\(path)"
        ]
      return try Program.run("/usr/bin/curl", arguments).output
    }

    /// The methods of the requests that the console was sent.
    func log(of base: String) throws -> [String] {
      try simulator("/log", on: base).split(separator: "\n").map {
        $0.split(separator: " ")[1...3].joined(separator: " ")
      }
    }
  }

  @Test func theWholeStory() throws {
    let home = try Home()
    let plan = try home.run("--dry-run")
    #expect(
      plan.status == 0 && plan.output.contains("2 changes, 1 in place. Nothing was written (dry run)."), "\(plan)")
    #expect(try home.run("plan", "--detailed-exitcode").status == 2)
    #expect(try !home.log(of: home.unifi).contains { $0.hasPrefix("PUT") })

    let apply = try home.run()
    #expect(apply.status == 0 && apply.output.contains("All applied and verified."), "\(apply)")
    _ = try home.simulator("/log/clear", on: home.unifi, change: true)
    _ = try home.simulator("/log/clear", on: home.pihole, change: true)
    let again = try home.run()
    #expect(again.status == 0 && again.output.contains("0 changes, 3 in place. Nothing to do."), "\(again)")
    #expect(try home.log(of: home.unifi).allSatisfy { $0.hasPrefix("GET") }, "nothing is written twice")
    #expect(
      try home.log(of: home.pihole).filter { !$0.hasPrefix("GET") } == ["POST /api/auth 200", "DELETE /api/auth 204"])

    _ = try home.simulator("/rules/Downtime-iPad/toggle", on: home.unifi, change: true)
    #expect(try home.run("drift").status == 2)
    #expect(try home.run().status == 0)
    #expect(try home.run("drift").status == 0)
    try home.end()
  }

  @Test func nothingIsSentToAServerWithAnotherKey() throws {
    let home = try Home()
    let other = try TestCertificate.selfSigned(for: ["IP:127.0.0.1"], commonName: "unifi.local")
    let none = home.policy(pin: other.pin).replacing(/, tls: .*\}\}/, with: "}")
    let address = "https://127.0.0.1:\(home.unifi)"
    let (loose, bound) = (
      WrittenSecret("demonstration-key", for: address), WrittenSecret("demonstration-key", for: address, other.pin)
    )
    let insecure = home.policy(pin: "").replacing(/\{pin: ""\}/, with: "{insecure: true}")
    let attempts: [(policy: String, secret: WrittenSecret, status: Int32)] = [
      (none, loose, 3), (none, bound, 3), (home.policy(pin: other.pin), bound, 3), (insecure, bound, 3),
      // What only the policy trusts opens no connection.
      (home.policy(pin: home.pin), loose, 77), (insecure, loose, 77), (home.policy(pin: home.pin), bound, 77),
    ]
    for (policy, secret, status) in attempts {
      try home.write(policy: policy)
      let run = try home.run(with: secret.variables("KEY"))
      #expect(run.status == status, "\(run)")
      #expect(run.output.contains("! gateway  could not be read, left alone"), "\(run)")
    }
    try home.write(policy: none)
    let trust = try home.run("trust", "gateway")
    #expect(trust.status == 0 && trust.output.contains("  key      \(home.pin)\n"), "\(trust)")
    #expect(!trust.output.contains("pins another key"), "the policy pins none now")
    #expect(try home.log(of: home.unifi).isEmpty)
    try home.end()
  }

  @Test func theDoctorAndAFirstPolicy() throws {
    let home = try Home()
    let doctor = try home.run("doctor")
    #expect(doctor.status == 0 && doctor.output.contains("~ certificate  accepted; expires in "), "\(doctor)")
    #expect(try home.log(of: home.unifi).allSatisfy { $0.hasPrefix("GET") }, "it only looks")
    #expect(
      try home.log(of: home.pihole).filter { !$0.hasPrefix("GET") } == ["POST /api/auth 200", "DELETE /api/auth 204"])

    try home.write(policy: home.policy(pin: home.pin).replacing(/, tls: .*\}\}/, with: "}"))
    #expect(try home.run("doctor").status == 0, "the key in the secret's line is enough")
    let loose = WrittenSecret("demonstration-key", for: "https://127.0.0.1:\(home.unifi)", "unifi").variables("KEY")
    let untrusted = try home.run(with: loose, "doctor")
    #expect(untrusted.status == 3, "\(untrusted)")
    #expect(untrusted.output.contains("! certificate  self-signed, so this machine does not trust it"), "\(untrusted)")
    #expect(untrusted.output.contains("    tls: {pin: \"\(home.pin)\"}\n"), "\(untrusted)")

    let first = try home.run(
      "init", "--unifi", "https://127.0.0.1:\(home.unifi)", "--pihole", "http://127.0.0.1:\(home.pihole)", "--api-key",
      "env:KEY", "--password", "env:WORD", "--timezone", "Europe/Berlin", "--output", "first.yaml")
    #expect(first.status == 0 && first.output.contains(home.pin), "\(first)")
    #expect(!first.error.contains("[y/N]") && !first.output.contains("sed -i"), "the secret names the key: \(first)")
    let unasked = try home.run(
      with: loose, "init", "--unifi", "https://127.0.0.1:\(home.unifi)", "--api-key", "env:KEY", "--timezone", "UTC",
      "--output", "second.yaml")
    #expect(unasked.status == 77 && unasked.output.contains("--trust '\(home.pin)'"), "\(unasked)")
    #expect(try home.run("validate", "first.yaml").status == 0)
    #expect(try home.run("--dry-run", "first.yaml").status == 0)
    let again = try home.run(
      "init", "--unifi", "127.0.0.1:\(home.unifi)", "--timezone", "UTC", "--output", "first.yaml")
    #expect(again.status == 1 && again.error.contains("was not overwritten"), "\(again)")
    try home.end()
  }

  @Test func aSignalEndsARunWithItsSessionClosed() throws {
    let home = try Home()
    _ = try home.simulator("/fault/slow", on: home.unifi, change: true)
    // With a limit the Pi-hole is not written before the console was read.
    let run = try home.start("apply", "--max-changes", "5")
    // The console answers its first request after three seconds; by then the Pi-hole's session is open.
    for _ in 0..<100 {
      if try !home.log(of: home.pihole).isEmpty { break }
      Thread.sleep(forTimeInterval: 0.05)
    }
    run.send(SIGTERM)
    let outcome = try run.wait()
    #expect(outcome.status == 143, "\(outcome)")
    let log = try home.log(of: home.pihole)
    #expect(log.first == "POST /api/auth 200" && log.last == "DELETE /api/auth 204", "\(log)")
    #expect(!log.contains("POST /api/dns/blocking 200"))
    try home.end()
  }

  /// As a shell hands over what a command prints: by `|` and by `<(…)`.
  @Test func aPolicyMayComeThroughAPipe() throws {
    let folder = try TemporaryFolder(["old.yaml": Self.sketch("kids off"), "new.yaml": Self.sketch("kids on")])
    defer { withExtendedLifetime(folder) {} }
    func shell(_ command: String) throws -> Program.Outcome {
      try Program.run(
        "/usr/bin/bash", ["-c", command, "bash", Program.built("reconcile")],
        environment: ["PATH": "/usr/bin:/bin"], in: folder.url)
    }
    let piped = try shell("{ sleep 0.2; cat old.yaml; } | $1 validate /dev/stdin")
    #expect(piped.status == 0 && piped.output.contains("/dev/stdin is valid"), "\(piped)")
    let compared = try shell("$1 compare <(sleep 0.2; cat old.yaml) new.yaml")
    #expect(compared.status == 2 && compared.error.isEmpty, "\(compared)")
    #expect(try shell("$1 compare <(cat old.yaml) old.yaml").status == 0)
    let endless = try shell("$1 validate /dev/stdin </dev/zero")
    #expect(endless.status == 65 && endless.output.contains("more than 1 MiB"), "\(endless)")
    #expect(try shell("$1 validate /dev/fd/0 </dev/null").output.contains("the file is empty"))
    for _ in 1...2 {
      let redirected = try shell("$1 validate /dev/stdin <old.yaml")
      #expect(redirected.status == 0 && redirected.output.contains("/dev/stdin is valid"), "\(redirected)")
    }
  }

  /// A socket, a device, or a pipe with a name is refused wherever a path is given, and never waited for.
  @Test(arguments: [
    ["validate"], ["plan", "--policy"], ["apply", "--policy"], ["test"], ["apply", "--plan"], ["units"],
  ])
  func onlyFilesAreOpened(_ line: [String]) throws {
    let folder = try TemporaryFolder(["good.yaml": Self.sketch("kids off")])
    defer { withExtendedLifetime(folder) {} }
    let places = ["socket", "pipe"].map { folder.url.appending(path: $0).path }
    let made = try Program.run(
      "/usr/bin/python3",
      [
        "-c", "import os, socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1]); os.mkfifo(sys.argv[2])",
      ] + places)
    #expect(made.status == 0, "\(made)")
    for path in places + ["/dev/zero"] {
      let run = try Program.run(Program.built("reconcile"), line + [path], in: folder.url)
      #expect([1, 4, 64, 65].contains(run.status), "\(path): \(run)")
      let told = (run.output + run.error).contains(path)
      #expect(told, "\(path): \(run)")
    }
  }

  private static func sketch(_ sentence: String) -> String {
    "timezone: Europe/Berlin\ntargets: {kids: {}}\npolicy: [\(sentence)]\n"
  }

  @Test func theVersionAndTheHelpNeedNothing() throws {
    let version = try Program.run(Program.built("reconcile"), ["--version"])
    #expect(try version.status == 0 && version.output == "reconcile \(Release.newest().version)\n")
    #expect(try Program.run(Program.built("reconcile"), ["--help"]).status == 0)
    #expect(try Program.run(Program.built("reconcile"), ["--wrong"]).status == 64)
    let folder = try TemporaryFolder([:])
    let missing = try Program.run(
      Program.built("reconcile"), ["no-such.yaml"], environment: ["STATE_DIRECTORY": folder.url.path], in: folder.url)
    #expect(missing.status == 65)
  }
}
