import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers
import Secrets
import Simulator
import TestSupport
import Testing

@testable import Host
@testable import ReconcileCLI

/// `reconcile pair SYSTEM`, with a pretend guest API.
@Suite struct PairCommandTests {
  static let place = "/etc/reconcile/credentials/door-pairing"
  static let now = 1_795_204_804.0
  /// What an earlier one has left.
  static let pairing = WrittenSecret("{}", for: "http://192.168.1.9:8123", "easy-control").file
  private static let pinA = "sha256//" + String(repeating: "A", count: 43) + "="
  private static let pinB = "sha256//" + String(repeating: "B", count: 43) + "="

  static let policy = """
    timezone: Europe/Berlin
    systems:
      door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}
      file: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {file: /keys/door}}
      env: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {env: DOOR}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets: {gate: {system: door, action: garage.open, may-open: true}}
    policy: [gate at 06:45]
    """

  /// A machine that may keep a pairing, and a server with a pass.
  struct Scene {
    var world: TestWorld
    let wire: FakeWire<EasyControl>
    let code: String

    init(_ contract: EasyControl.Contract = .v2, needsApproval: Bool = false, lists: [String] = ["cover.garage"]) {
      let entities = Dictionary(
        uniqueKeysWithValues: lists.map { ($0, EasyControl.Entity($0, state: "closed")) })
      var server = EasyControl(contract, entities: entities)
      code = server.makePass(for: lists, seconds: 86_400, needsApproval: needsApproval, at: PairCommandTests.now).code
      wire = FakeWire(server, basePath: "/api/easy_control", clock: PairCommandTests.now)
      var household = PretendHousehold()
      household.others = ["192.168.1.9": wire]
      world = TestWorld(files: ["home.yaml": PairCommandTests.policy], household: household)
      world.typed = [code]
      world.writable = ["/etc/reconcile/credentials", "/keys"]
    }

    func run(_ arguments: String...) -> TestWorld.Outcome { run(arguments) }

    func run(_ arguments: [String]) -> TestWorld.Outcome {
      world.run(["pair"] + arguments + ["--policy", "home.yaml"])
    }

    /// What was kept of a pairing, and must be seen nowhere.
    func secrets(at path: String = PairCommandTests.place) throws -> [String] {
      let line = try #require(world.kept[path]?.split(separator: "\n").first)
      let tree = try JSON(parsing: Array(line.utf8))
      return [code] + ["token", "seed"].compactMap { tree[$0]?.string }
    }
  }

  @Test(arguments: [EasyControl.Contract.v1, .v2]) func pairsAndKeeps(_ contract: EasyControl.Contract) throws {
    let scene = Scene(contract)
    let run = scene.run("door")
    #expect(run.status == 0, "\(run)")
    let text = try #require(scene.world.kept[Self.place])
    #expect(text.hasSuffix("}\nfor http://192.168.1.9:8123 easy-control\n"))
    let secrets = try scene.secrets()
    #expect(secrets.count == 3)
    for secret in secrets { #expect(!run.output.contains(secret) && !run.error.contains(secret)) }
    #expect(run.output.contains("  host     http://192.168.1.9:8123\n"))
    #expect(
      run.output.contains(
        contract == .v1 ? "allows   garage.open\n" : "allows   cover.garage: garage.open, garage.close"))
    #expect(run.output.contains(contract == .v1 ? "uses     10 left\n" : "uses     any number\n"))
    #expect(run.output.contains("ends     Sat 21:00:04\n") && run.output.contains("kept in  \(Self.place)\n"))
  }

  @Test("what was kept is what doctor and --status read") func isOfUse() throws {
    var scene = Scene()
    _ = scene.run("door")
    scene.world.files[Self.place] = scene.world.kept[Self.place]
    let status = scene.run("door", "--status", "--format", "json")
    let json = try JSON(parsing: Array(status.output.utf8))
    #expect(status.status == 0 && json["keptIn"]?.string == Self.place && json["usesLeft"]?.isNull == true)
    #expect(json["grants"]?.elements?.first?["name"]?.string == "cover.garage")
    scene.world.files["small.yaml"] = Self.policy.split(separator: "\n").filter { line in
      !["file:", "env:", "pihole:"].contains { line.contains("  " + $0) }
    }.joined(separator: "\n")
    let doctor = scene.world.run("doctor", "small.yaml")
    #expect(
      doctor.output.contains("garage.open") && doctor.output.contains("the guest pass is good only until Sat 21:00"),
      "\(doctor)")
    for secret in try scene.secrets() {
      for run in [status, doctor] { #expect(!run.output.contains(secret) && !run.error.contains(secret)) }
    }
  }

  @Test("the code is read from a pipe too") func isPiped() {
    var scene = Scene()
    scene.world.isPiped = true
    let run = scene.run("door")
    #expect(run.status == 0 && !run.error.contains("it is not shown"))
    #expect(scene.world.kept[Self.place] != nil)
  }

  @Test("a policy that names a file is followed") func keepsInAFile() throws {
    let scene = Scene()
    #expect(scene.run("file").status == 0)
    #expect(try scene.secrets(at: "/keys/door").count == 3)
  }

  @Test("an approval is waited for") func isApproved() async {
    let scene = Scene(needsApproval: true)
    let code = scene.code
    for number in 1...3 {
      await scene.wire.beforeNext({ $0.target.hasSuffix("/pair") }) { server in
        if number == 3 { server.approve(code, at: Self.now) }
      }
    }
    let run = scene.run("door")
    #expect(run.status == 0 && run.error.contains("for the pairing to be approved"), "\(run)")
    #expect(await scene.wire.log.count == 3)
  }

  /// The wait is for a server that starts; a wrong address looks the same, and is seen at once.
  @Test("what it asks, and why it asks again, is said at once") func saysWhatItAsks() {
    var scene = Scene()
    var household = PretendHousehold()
    household.others = ["192.168.1.9": Nothing()]
    scene.world = TestWorld(files: ["home.yaml": Self.policy], household: household)
    (scene.world.typed, scene.world.writable) = ([scene.code], ["/etc/reconcile/credentials"])
    let run = scene.run("door")
    let told = run.error.split(separator: "\n").filter { $0.hasPrefix("reconcile: ") && !$0.contains("warning") }
    #expect(
      told.prefix(3) == [
        "reconcile: sending the pairing code to http://192.168.1.9:8123",
        "reconcile: no guest API at this address; asking again in 3 seconds",
        "reconcile: no guest API at this address; asking again in 7 seconds",
      ], "\(run)")
    #expect(run.status == 69 && !run.error.contains(scene.code), "\(run)")
  }

  /// A server that has nothing.
  private struct Nothing: ReadTransport, WriteTransport {
    func read(_: ReadRequest) async throws(TransportError) -> Response { Response(status: 404, headers: [], body: []) }
    func write(_: WriteRequest) async throws(TransportError) -> Response {
      Response(status: 404, headers: [], body: [])
    }
  }

  /// What goes wrong at the server, and the exit status.
  @Test(arguments: ["wrong", "rejected", "old", "limited"]) func isRefused(_ what: String) async throws {
    var scene = Scene(needsApproval: what == "rejected")
    let code = scene.code
    if what == "wrong" { scene.world.typed = ["WRONGCODE0"] }
    await scene.wire.inspect { server in
      if what == "rejected" { _ = server.reject(code, at: Self.now) }
      if what == "limited" { server.options.pairLimit = 0 }
    }
    if what == "old" { await scene.wire.pass(.seconds(301)) }
    let run = scene.run("door")
    let words = [
      "wrong": "does not know this pairing code", "rejected": "has rejected the pairing", "old": "has expired",
      "limited": "has too much to do",
    ]
    #expect(
      run.status == (what == "limited" ? 75 : 77) && run.output.isEmpty && run.error.contains(words[what] ?? "?"),
      "\(run)")
    #expect(run.error.contains("hint: ") && !run.error.contains(code) && !run.error.contains("WRONGCODE0"))
    #expect(scene.world.kept.isEmpty)
  }

  @Test("what is there is not written over unless that is wanted") func replacesWhenAsked() async {
    var scene = Scene()
    scene.world.files[Self.place] = Self.pairing
    let run = scene.run("door")
    #expect(run.status == 1 && run.error.contains("already exists") && run.error.contains("--replace"))
    #expect(await scene.wire.log.isEmpty && scene.world.kept.isEmpty)
    #expect(scene.run("door", "--replace").status == 0)
    #expect(scene.world.kept[Self.place]?.hasPrefix("{") == true)
  }

  /// A policy says where it is, and may be wrong, or be edited by somebody who wants a code.
  @Test(
    "only a pairing is replaced or removed, and its code goes where it went",
    arguments: [
      ("just a text", "is not a pairing"), ("key\nfor http://192.168.1.9:8123\n", "is not a pairing"),
      ("key\nfor http://192.168.1.9:8123 unifi\n", "is not a pairing"),
      ("{}\nfor http://192.168.1.8:8123 easy-control\n", "is for 'http://192.168.1.8:8123'"),
    ]) func replacesItsOwn(_ there: String, _ says: String) async
  {
    for option in ["--replace", "--forget"] {
      // Whoever moves a system may still have its pairing removed.
      if option == "--forget" && there.contains("easy-control") { continue }
      var scene = Scene()
      scene.world.files[Self.place] = there
      scene.world.typed = [scene.code]
      let run = scene.run(["door", option] + (option == "--forget" ? ["--yes"] : []))
      #expect(run.status == 77, "\(run)")
      #expect(run.error.unwrapped.contains(says), "\(run.error)")
      #expect(!run.error.contains("Pairing code for"), "nobody was asked")
      #expect(await scene.wire.log.isEmpty)
      #expect(scene.world.kept.isEmpty && scene.world.removed.entries.isEmpty)
    }
  }

  /// As a full disk or a power cut leaves it: it holds no secret, and nothing that binds one.
  @Test(arguments: ["", "\n"]) func anEmptyFileIsNoPairing(_ there: String) throws {
    var scene = Scene()
    scene.world.files[Self.place] = there
    #expect(scene.run("door").error.contains("--replace"))
    #expect(scene.run("door", "--forget", "--yes").status == 0 && scene.world.removed.entries == [Self.place])
    let run = scene.run("door", "--replace")
    #expect(run.status == 0 && scene.world.kept[Self.place]?.hasPrefix("{") == true, "\(run)")
    // What has no secret, but the line of one, is kept to that.
    scene.world.files[Self.place] = "\nfor http://192.168.1.8:8123 easy-control\n"
    #expect(scene.run("door", "--replace").error.contains("is empty"))
    // So is what a power cut leaves of blocks that were not written.
    scene.world.files[Self.place] = String(repeating: "\0", count: 600)
    let zeros = scene.run("door", "--replace")
    #expect(zeros.error.contains("Pairing code for") && !zeros.error.contains("is not a pairing"), "\(zeros)")
    // What is left of one may be something else as well.
    scene.world.files[Self.place] = "half"
    let half = scene.run("door", "--replace")
    #expect(half.status == 77 && half.error.unwrapped.contains("remove it: sudo rm \(Self.place)"), "\(half)")
  }

  /// Nobody writes a pairing by hand.
  @Test("whoever meets what is left of a pairing is told how to make another", arguments: ["", "\0\0\0"])
  func saysHowToPairAgain(_ there: String) {
    var scene = Scene()
    scene.world.files[Self.place] = there
    let status = scene.run("door", "--status")
    #expect(status.error.unwrapped.contains("'reconcile pair door --replace"), "\(status)")
    scene.world.variables["DOOR"] = there
    let variable = scene.run("env", "--status")
    #expect(variable.status == 77 && !variable.error.contains("--replace"), "\(variable)")
  }

  /// Every other command reads it there.
  @Test("a pairing of one user's own is found, replaced and forgotten where it is") func isOnesOwn() {
    var scene = Scene()
    let own = "/home/anna/.config/reconcile/credentials"
    scene.world.variables["HOME"] = "/home/anna"
    scene.world.writable = []
    let nowhere = scene.run("door")
    #expect(nowhere.error.unwrapped.contains("make your own: install -d -m 700 \(own)"), "\(nowhere)")
    scene.world.writable = [own]
    #expect(scene.run("door").status == 0)
    let kept = scene.world.kept["\(own)/door-pairing"]
    #expect(kept?.hasPrefix("{") == true && scene.world.kept[Self.place] == nil)
    // Of two folders that can be written to the machine's comes first, but not before what is there.
    scene.world.writable = [own, "/etc/reconcile/credentials"]
    scene.world.files["\(own)/door-pairing"] = Self.pairing
    #expect(scene.run("door").error.contains("'\(own)/door-pairing' already exists"))
    #expect(scene.run("door", "--forget", "--yes").status == 0)
    #expect(scene.world.removed.entries == ["\(own)/door-pairing"])
    scene.world.files[Self.place] = Self.pairing
    #expect(scene.run("door").error.contains("'\(Self.place)' already exists"))
  }

  /// No service sees what is in the home of root.
  @Test("root keeps a pairing for the machine") func isTheMachines() {
    var scene = Scene()
    scene.world.variables["HOME"] = "/root"
    scene.world.runningUser = 0
    scene.world.writable = ["/root/.config/reconcile/credentials"]
    let run = scene.run("door")
    #expect(run.status == 1 && run.error.contains("'/etc/reconcile/credentials' does not exist"), "\(run)")
    #expect(!run.error.contains("make your own"))
  }

  /// What the line of a pairing allows, what the policy says, and the line of the one in its place.
  @Test(arguments: [
    ("", System.TLSTrust.system, "for https://192.168.1.9:8123 easy-control"),
    (" \(pinA)", .system, "for https://192.168.1.9:8123 easy-control \(pinA)"),
    (" \(pinA)", .insecure, "for https://192.168.1.9:8123 easy-control \(pinA)"),
    (" \(pinA)", .pins([pinA]), "for https://192.168.1.9:8123 easy-control \(pinA)"),
    (" \(pinA)", .pins([pinB]), "secret.other-pins"), ("", .insecure, "secret.insecure"),
    ("", .pins([pinA]), "secret.not-pinned"),
    (" insecure", .insecure, "for https://192.168.1.9:8123 easy-control insecure"),
    (" insecure", .pins([pinA]), "for https://192.168.1.9:8123 easy-control \(pinA)"),
  ]) func widensNothing(_ words: String, _ tls: System.TLSTrust, _ expected: String) throws {
    var world = Scene().world
    world.files[Self.place] = "{}\nfor https://192.168.1.9:8123 easy-control\(words)\n"
    let start = SourcePosition(line: 1, column: 1)
    let system = System(
      name: Name("door"), kind: try #require(SystemKinds.shipped.named("easy-control")),
      url: try #require(BaseURL(reading: "https://192.168.1.9:8123")), tls: tls,
      timeoutSeconds: 10, plaintext: false, secret: .credential(name: "door-pairing"), settings: [:],
      span: SourceSpan(file: "p", start: start, end: start))
    let environment = world.environment(Written(), Written())
    do throws(SecretError) {
      let pairing = try KeptPairing(at: Self.place, of: system, environment)
      #expect(try pairing.successor(for: system).line == expected)
    } catch {
      #expect(error.message.code == expected)
    }
  }

  /// What is in the way is found before the code is used up.
  @Test(arguments: [
    ("door", "'/etc/reconcile/credentials' does not exist", 1), ("env", "is not in a file", 64),
    ("pihole", "cannot be paired with", 64), ("dor", "did you mean 'door'?", 64),
  ]) func isInTheWay(_ system: String, _ words: String, _ status: Int32) async {
    var scene = Scene()
    scene.world.writable = []
    let run = scene.run(system)
    #expect(run.status == status && run.error.contains(words), "\(run)")
    #expect(await scene.wire.log.isEmpty)
  }

  @Test("without a code nothing is asked") func needsACode() async {
    for typed in [[], [""], ["  "]] {
      var scene = Scene()
      scene.world.typed = typed
      let run = scene.run("door")
      #expect(run.status == 64 && run.error.contains("no pairing code was given"))
      #expect(await scene.wire.log.isEmpty)
    }
  }

  @Test("a secret that is too large to be read is not kept") func isTooLarge() async {
    let scene = Scene(lists: (1...60).map { "cover.garage_number_\($0)" })
    let run = scene.run("door")
    #expect(run.status == 1 && run.error.contains("was not kept") && run.error.contains("revokes it"), "\(run)")
    #expect(scene.world.kept.isEmpty)
  }

  @Test("where there is no room for a secret, the code is neither asked for nor used up") func hasNoRoom() async {
    var scene = Scene()
    let path = String(repeating: "/a-long-folder", count: 100)
    scene.world.files["home.yaml"] = Self.policy.replacing("9:8123, pairing: {c", with: "9:8123\(path), pairing: {c")
    let run = scene.run("door")
    #expect(run.status == 1 && run.error.contains("would be too large") && run.error.contains("not used"), "\(run)")
    #expect(!run.error.contains("it is not shown"), "nobody was asked")
    #expect(await scene.wire.log.isEmpty && scene.world.kept.isEmpty)
  }

  /// What is answered to the question, and whether the secret is taken away.
  @Test(arguments: [("y", true), ("yes", true), ("", false), ("n", false)]) func forgets(
    _ answer: String, _ isGone: Bool
  ) {
    var scene = Scene()
    scene.world.files[Self.place] = Self.pairing
    scene.world.typed = [answer]
    let run = scene.run("door", "--forget")
    #expect((run.status == 0) == isGone && (scene.world.removed.entries == [Self.place]) == isGone)
    #expect(run.error.contains("Remove '\(Self.place)'?"))
    #expect(run.output.contains("revokes it") == isGone)
  }

  @Test("nobody is asked who is not there") func asksNobody() {
    var scene = Scene()
    scene.world.files[Self.place] = Self.pairing
    scene.world.typed = nil
    #expect(scene.run("door", "--forget").status == 1 && scene.world.removed.entries.isEmpty)
    #expect(scene.run("door", "--forget", "--yes").status == 0 && scene.world.removed.entries == [Self.place])
    scene.world.files[Self.place] = nil
    #expect(scene.run("door", "--forget", "--yes").error.contains("nothing to forget"))
  }

  @Test(
    "options that do not go together", arguments: [["--status", "--forget"], ["--forget", "--replace"], ["--yes"]])
  func areRefused(_ options: [String]) {
    let run = Scene().world.run(["pair", "door", "--policy", "home.yaml"] + options)
    #expect(run.status == 64, "\(run)")
  }

  @Test("a token that has ended is told, and stays where it is") func isOver() async {
    var scene = Scene()
    _ = scene.run("door")
    scene.world.files[Self.place] = scene.world.kept[Self.place]
    await scene.wire.inspect { _ = $0.revokeAll() }
    let run = scene.run("door", "--status")
    #expect(
      run.status == 77 && run.error.contains("was revoked") && run.error.contains("reconcile pair door --replace"))
    #expect(scene.world.removed.entries.isEmpty)
  }

  @Test("without a secret its status says how there comes one") func isNotPaired() {
    let run = Scene().run("door", "--status")
    #expect(run.status == 77 && run.error.contains("hint: 'reconcile pair door --policy home.yaml' makes it"), "\(run)")
  }

  @Test("and so does 'doctor'") func isMissed() {
    let run = Scene().world.run("doctor", "home.yaml")
    #expect(run.output.contains("'reconcile pair door --policy home.yaml' makes it"), "\(run)")
  }

  @Test("'init' asks nobody to type what comes from a pairing") func isPairedFirst() {
    let run = Scene().world.run(
      "init", "--easy-control", "http://192.168.1.9:8123", "--timezone", "Europe/Berlin", "-o", "new.yaml")
    #expect(run.status == 77 && run.output.contains("reconcile pair door"), "\(run)")
    #expect(!run.output.contains("read -rsp") && !run.output.contains("Put each secret"))
  }
}
