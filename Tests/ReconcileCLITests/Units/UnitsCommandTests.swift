import Foundation
import TestSupport
import Testing

@testable import Controller
@testable import ReconcileCLI

/// What `units` prints, and what systemd thinks of it.
@Suite("units", .waitsForPrograms) struct UnitsCommandTests {
  static let path = "/etc/reconcile/policy.yaml"

  static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      shed: {kind: unifi, url: https://192.168.1.3, api-key: {credential: unifi-api-key}}
      attic: {kind: pihole, url: https://192.168.1.4}
      pihole: {kind: pihole, url: https://192.168.1.2, password: {credential: pihole-password}}
    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*"]}
    policy:
      - kids off 21:00–07:00
      - pause pihole weekdays
      - pause attic weekdays
    """

  static let awkward = policy.split(separator: "\n").map { line in
    line.contains("shed:")
      ? "  shed: {kind: unifi, url: https://192.168.1.3, api-key: {file: /root/key}, "
        + "tls: {ca: /home/me/ca.pem}}"
      : line.contains("attic:")
        ? "  attic: {kind: pihole, url: https://192.168.1.4, password: {env: ATTIC}}" : String(line)
  }.joined(separator: "\n")

  /// The policy, and every secret that it names.
  static let files = [
    path: policy, "/etc/reconcile/credentials/unifi-api-key": "k", "/etc/reconcile/credentials/pihole-password": "k",
  ]

  private static func units(_ arguments: String..., policy: String = policy) -> TestWorld.Outcome {
    TestWorld(files: files.merging([path: policy]) { $1 }).run(["units"] + arguments)
  }

  @Test("a service and a timer") func timer() throws {
    let run = Self.units()
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    try Golden.check(run.output, "units/timer.txt")
  }

  @Test("a daemon") func daemon() throws {
    let run = Self.units("--watch", "--state", "/var/lib/home/schedule")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    try Golden.check(run.output, "units/watch.txt")
  }

  @Test("a page, of another user and without secrets") func page() throws {
    let run = Self.units("--page", "--state", "/var/lib/home/schedule")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    try Golden.check(run.output, "units/page.txt")
    #expect(!run.output.contains("LoadCredential") && !run.output.contains("User=reconcile\n"))
  }

  @Test("the credential of a notification is loaded, and nothing else of it is in the unit") func notifying() throws {
    for (options, verb) in [([], "apply"), (["--watch"], "watch")] {
      let plain = TestWorld(files: Self.files).run(["units"] + options)
      let run = TestWorld(files: Self.files).run(["units", "--notify-url-credential", "hook"] + options)
      #expect(run.status == 0, "\(run)")
      let expected = plain.output
        .replacing(
          "ExecStart=/usr/bin/reconcile \(verb) ",
          with: "ExecStart=/usr/bin/reconcile \(verb) --notify-url-credential hook "
        )
        .replacing(
          "SetCredential=pihole-password:\\n\n",
          with: "SetCredential=pihole-password:\\n\n"
            + "LoadCredential=hook:/etc/reconcile/credentials/hook\nSetCredential=hook:\\n\n")
      #expect(Self.withoutAddresses(run.output) == Self.withoutAddresses(expected) && expected.contains("hook:"))
    }
    let twice = Self.units("--notify-url-credential", "pihole-password")
    #expect(twice.output.split(separator: "LoadCredential=pihole-password:").count == 2, "once is enough")
    #expect(Self.units("--notify-url-credential", "a b\nExecStart=x").status == 64)
  }

  /// systemd starts nothing if one of them is missing, so each has something in its place.
  @Test("a secret that is not there is told, and holds up nothing", arguments: [[], ["--watch"]])
  func missing(_ options: [String]) throws {
    var world = TestWorld(files: Self.files)
    world.files["/etc/reconcile/credentials/pihole-password"] = nil
    for _ in 1...2 {
      let run = world.run(["units", "--notify-url-credential", "hoook", "--notify-format", "text"] + options)
      let warned = run.error.split(separator: "\n").filter { $0.hasPrefix("warning: ") }.map(String.init)
      #expect(
        run.status == 0
          && warned == ["pihole-password", "hoook"].map { "warning: '/etc/reconcile/credentials/\($0)' is not there" },
        "\(run.error)")
      let lines = run.output.split(separator: "\n").map(String.init)
      let loaded = lines.filter { $0.hasPrefix("LoadCredential=") }.compactMap {
        $0.split(whereSeparator: "=:".contains).dropFirst().first
      }
      #expect(loaded == ["unifi-api-key", "pihole-password", "hoook", "people.yaml"], "\(run.output)")
      for name in loaded.dropLast() { #expect(lines.contains(#"SetCredential=\#(name):\n"#), "\(name)") }
    }
    // The page is handed none of them.
    #expect(world.run("units", "--page").error.isEmpty)
  }

  /// The unit but for its comments and the addresses that the service may talk to.
  private static func withoutAddresses(_ unit: String) -> [Substring] {
    unit.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("IPAddressAllow=") }
  }

  /// What the credential holds, nil if it is not there; what the service may talk to beside the systems, and why.
  static let notified: [(credential: String?, allowed: String?, note: String?)] = [
    ("http://192.168.1.9:8080/secret-topic", "192.168.1.9", nil), ("http://192.168.1.2/x", "192.168.1.2", nil),
    ("https://ntfy.example/secret-topic", "192.168.0.0/16", UnitsMessages.notifiedByName),
    (nil, "192.168.0.0/16", UnitsMessages.notifiedAbsent),
    ("no address", "192.168.0.0/16", UnitsMessages.notifiedUnread),
  ]

  @Test("the service may talk to the server that it notifies", arguments: notified) func allowing(
    _ row: (credential: String?, allowed: String?, note: String?)
  ) {
    var world = TestWorld(files: Self.files)
    world.files["/etc/reconcile/credentials/hook"] = row.credential
    for mode in [[], ["--watch"]] {
      let run = world.run(["units", "--notify-url-credential", "hook"] + mode)
      let allowed = run.output.split(separator: "\n").filter { $0.hasPrefix("IPAddressAllow=") }
        .flatMap { $0.dropFirst("IPAddressAllow=".count).split(separator: " ").map(String.init) }
      #expect(run.status == 0 && allowed.contains(row.allowed ?? "-"), "\(run)")
      #expect(Set(allowed).isSuperset(of: ["192.168.1.1", "192.168.1.2"]) && Set(allowed).count == allowed.count)
      #expect(allowed.contains("10.0.0.0/8") == (row.note != nil))
      let comments = run.output.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.dropFirst(2) }
      let text = comments.joined(separator: " ")
      for note in [UnitsMessages.notifiedByName, UnitsMessages.notifiedUnread, UnitsMessages.notifiedAbsent] {
        #expect(text.contains(note) == (note == row.note), "\(text)")
      }
      #expect(!run.output.contains("secret-topic"))
    }
  }

  static let waysToNotify: [(options: [String], command: String)] = [
    (["--notify-format", "text"], "--notify-format text "), (["--notify-format", "json"], ""),
    (["--notify-before", "10m"], "--notify-before 10m "), (["--notify-before", "1 day"], "--notify-before 24h "),
    (["--notify-before", "1h 30 min", "--notify-format", "text"], "--notify-format text --notify-before 1h30m "),
  ]

  @Test("how it notifies, and how long before, is part of the command", arguments: waysToNotify) func notifyingBefore(
    _ row: (options: [String], command: String)
  ) throws {
    for (options, verb) in [([], "apply"), (["--watch"], "watch")] {
      let hook = ["units", "--notify-url-credential", "hook"] + options
      var world = TestWorld(files: Self.files)
      world.files["/etc/reconcile/credentials/hook"] = "https://192.168.1.9/topic"
      let plain = world.run(hook)
      let run = world.run(hook + row.options)
      #expect(run.status == 0 && run.error.isEmpty, "\(run)")
      let start = "ExecStart=/usr/bin/reconcile \(verb) --notify-url-credential hook "
      #expect(plain.output.contains(start))
      #expect(run.output == plain.output.replacing(start, with: start + row.command))
      // The service's own program takes the command.
      let words = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        .split(separator: " ").dropFirst().map(String.init)
      let taken = try PublisherSettings(Invocation(words, OptionTable(.shipped)))
      #expect(taken == (try PublisherSettings(Invocation(hook + row.options, OptionTable(.shipped)))))
    }
  }

  /// A line break in a value, a value that begins an option, more than one word.
  static let meant: [(options: [String], says: String)] = [
    (["--notify-before", "10m\nExecStart=/bin/x"], "for '--notify-before'"),
    (["--notify-before", "10m --dry-run"], "for '--notify-before'"),
    (["--notify-before", "59s"], "for '--notify-before'"),
    (["--notify-format", "text\nUser=root"], "for '--notify-format'"),
    (["--notify-format", "xml"], "for '--notify-format'"),
    (["--notify-url", "https://ntfy.example/x"], "'--notify-url' does not belong to 'units'"),
    (["--page"], "'--notify-url-credential' does not belong to the page"),
  ]

  @Test("the page is no daemon") func pageAndDaemon() {
    let run = Self.units("--page", "--watch")
    #expect(run.status == 64 && run.output.isEmpty && run.error.contains("'--watch' does not belong to the page"))
    #expect(run.error.contains("hint: run 'reconcile units' once with --watch and once with --page"), "\(run.error)")
  }

  /// Of `/var/lib` the page sees the state, and where the policy is.
  static let seenByPage: [(policy: String, bound: String?)] = [
    ("/var/lib/reconcile-policy/current/policy.yaml", "/var/lib/reconcile-policy"),
    ("/var/lib/reconcile-policy/current", "/var/lib/reconcile-policy"), ("/etc/reconcile/policy.yaml", nil),
    ("/var/lib/home/schedule/policy.yaml", nil), ("/srv/policy.yaml", nil),
  ]

  @Test("the page sees its policy", arguments: seenByPage) func pageSees(_ row: (policy: String, bound: String?)) {
    let world = TestWorld(files: [row.policy + (row.policy.hasSuffix(".yaml") ? "" : "/a.yaml"): Self.policy])
    let run = world.run(["units", "--page", "--state", "/var/lib/home/schedule", row.policy])
    let bound = run.output.split(separator: "\n").filter { $0.hasPrefix("BindReadOnlyPaths=") }
    #expect(
      run.status == 0 && bound.map(String.init) == (row.bound.map { ["BindReadOnlyPaths=\($0)"] } ?? []), "\(run)")
    #expect(!world.run(["units", row.policy]).output.contains("BindReadOnlyPaths"))
  }

  @Test(
    "a policy that the page could not see is none for it",
    arguments: ["/var/lib/home/policy.yaml", "/var/lib/my policies/policy.yaml", "/var/lib/private/x/policy.yaml"])
  func pageBlind(_ policy: String) {
    let run = TestWorld(files: [policy: Self.policy]).run([
      "units", "--page", "--state", "/var/lib/home/schedule", policy,
    ])
    #expect(run.status == 64 && run.output.isEmpty && run.error.contains("as /var/lib is hidden from it"), "\(run)")
  }

  @Test("what is no way to notify is in no unit", arguments: meant) func notMeant(
    _ row: (options: [String], says: String)
  ) {
    for mode in [[], ["--watch"]] {
      let hook = ["units", "--notify-url-credential", "hook"]
      let run = TestWorld(files: Self.files).run(hook + row.options + mode)
      #expect(run.status == 64 && run.output.isEmpty && run.error.contains(row.says), "\(run)")
    }
  }

  @Test(
    "without an address nobody is notified", arguments: [["--notify-format", "text"], ["--notify-before", "10m"]])
  func nobody(_ options: [String]) {
    let run = TestWorld(files: Self.files).run(["units"] + options)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.hasSuffix("needs somebody to notify\nhint: add --notify-url-credential\n"), "\(run.error)")
  }

  @Test("what a service cannot read is said in it") func notes() throws {
    let run = Self.units(policy: Self.awkward)
    #expect(run.status == 0)
    try Golden.check(run.output, "units/notes.txt")
  }

  @Test("the package's units are the same for any policy") func packaged() throws {
    let request = try UnitRequest.packaged()
    for file in [request.service, request.timer, request.daemon, request.page, request.pageSocket] {
      try Golden.check(file.text, "../.packaging/systemd/\(file.name)")
    }
  }

  // MARK: - What a policy cannot do

  /// Paths of a policy that would begin a line of their own, wrapped or not.
  static let strange = [
    "/a/long/enough/path /etc/systemd/system/../../../tmp/pwned.conf c",
    "/x # /etc/systemd/system/evil.service", "/home/" + String(repeating: "# /etc/systemd/system/e.service ", count: 9),
  ]

  @Test("no path of a policy begins a line", arguments: strange) func injected(_ path: String) {
    let policy = Self.policy.replacing(
      "{credential: unifi-api-key}}\n  attic",
      with: "{file: \"\(path)\"}, "
        + "tls: {ca: \"\(path)\"}}\n  attic")
    let notified = ["--notify-url-credential", "hook", "--notify-format", "text", "--notify-before", "10m"]
    for options in [[], ["--watch"], notified, ["--watch"] + notified] {
      let run = TestWorld(files: [Self.path: policy]).run(["units"] + options)
      let heads = run.output.split(separator: "\n").filter { $0.hasPrefix("# /etc/systemd/system/") }
      let isDaemon = options.contains("--watch")
      let names = isDaemon ? ["reconcile-watch.service"] : ["service", "timer"].map { "reconcile." + $0 }
      #expect(heads.map(String.init) == names.map { "# /etc/systemd/system/" + $0 }, "\(run.output)")
      #expect(run.output.contains("The secret of 'shed' is a file."))
      #expect(!run.output.contains("evil") && !run.output.contains("pwned") && !run.output.contains("e.service "))
    }
  }

  /// What a service sees, unlike the usual folder for such files.
  private static let seen = "/dev/shm"

  @Test("two files are written, and written anew") func written() throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    let units = folder.url.path + "/units"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try Tool.write("old", to: units + "/reconcile.timer")
    for _ in 0..<2 {
      let run = try Tool.run(
        Program.built("reconcile"), ["units", "--output", units, "--policy", "policy.yaml"], in: folder.url)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("wrote '\(units)/reconcile.timer'"))
      #expect(try Tool.run("/usr/bin/ls", ["-A", units]).output == "reconcile.service\nreconcile.timer\n")
      #expect(
        try String(contentsOfFile: units + "/reconcile.timer", encoding: .utf8) == UnitRequest.packaged().timer.text)
    }
  }

  @Test("written again with fewer options, what goes away is told") func lost() throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    let units = folder.url.path + "/units"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    let asked = ["--notify-url-credential", "hook", "--notify-before", "10m", "--state", "/var/lib/two"]
    let write = { (options: [String]) throws in
      try Tool.run(
        Program.built("reconcile"), ["units", "-o", units, "--policy", "policy.yaml"] + options,
        in: folder.url)
    }
    // The first time, and the second with the same options, nothing goes away.
    for _ in 0..<2 { #expect(try !write(asked).output.contains("warning: the service")) }
    let run = try write([])
    #expect(run.status == 0)
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains(
        "warning: the service in '\(units)/reconcile.service' was run with --notify-url-credential and --notify-before "
          + "and kept its state in /var/lib/two, and no longer does; it had ExecStart=/usr/bin/reconcile apply "
          + "--notify-url-credential hook --notify-before 10m \(folder.url.path)/policy.yaml "
          + "hint: to keep that, run 'reconcile units --policy policy.yaml' again with "
          + "--notify-url-credential, --notify-before and --state /var/lib/two"), "\(run.output)")
    // What is gone is told once, and another folder that somebody asks for is no surprise.
    #expect(try !write([]).output.contains("warning: the service"))
    #expect(try !write(["--state", "/var/lib/three"]).output.contains("warning: the service"))
    #expect(try write(["--state", "/var/lib/three", "--notify-url-credential", "hook"]).status == 0)
    #expect(try write(["--notify-url-credential", "hook"]).output.contains("kept its state in /var/lib/three"))
  }

  /// The folder of its state is in a variable, as systemd makes none for it.
  @Test("a page that is to keep its state elsewhere is told, too") func lostPage() throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    let units = folder.url.path + "/units"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    let write = { (options: [String]) throws in
      try Tool.run(
        Program.built("reconcile"), ["units", "--page", "-o", units, "--policy", "policy.yaml"] + options,
        in: folder.url
      ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for _ in 0..<2 { #expect(try !write(["--state", "/var/lib/two"]).contains("warning: the service")) }
    let said = try write([])
    #expect(said.contains("kept its state in /var/lib/two, and no longer does"), "\(said)")
    #expect(try !write([]).contains("warning: the service"))
  }

  @Test("what the comments say is told where the units are written") func shownNotes() throws {
    let policy = Self.policy.replacing("https://192.168.1.1", with: "https://console.example")
    #expect(policy != Self.policy)
    let folder = try TemporaryFolder(["policy.yaml": policy], in: Self.seen)
    for (options, isTold) in [([], false), (["-o", "."], true)] {
      let run = try Tool.run(
        Program.built("reconcile"), ["units", "--policy", "policy.yaml"] + options, in: folder.url)
      let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(run.status == 0)
      #expect(said.contains("note: 'gateway' is found by name, so the service may talk to") == isTold, "\(said)")
    }
  }

  @Test(
    "written for another policy, it is told that nothing follows the first",
    arguments: ["home.yaml", "our \"home\".yaml", "it's 5% of $HOME.yaml"])
  func otherPolicy(_ name: String) throws {
    let folder = try TemporaryFolder([name: Self.policy, "attic.yaml": Self.policy], in: Self.seen)
    let path = folder.url.path
    let write = { (policy: String, options: [String]) throws in
      try Tool.run(Program.built("reconcile"), ["units", "-o", path, policy] + options, in: folder.url).output
    }
    for options in [[], ["--watch"]] {
      let unit = "\(path)/reconcile\(options.isEmpty ? "" : "-watch").service"
      for _ in 1...2 { #expect(try !write(name, options).contains("warning: the service")) }
      let other = try write("attic.yaml", options).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(other.components(separatedBy: "warning: the service").count == 2, "\(other)")
      #expect(other.contains("warning: the service in '\(unit)' was for '\(path)/\(name)', and"), "\(other)")
      #expect(other.contains("and is for '\(path)/attic.yaml' now hint: unless another unit does"), "\(other)")
      #expect(try !write("attic.yaml", options).contains("warning: the service"))
    }
  }

  @Test("in place of the package's unit, it is told that nothing follows the package's policy")
  func insteadOfThePackage() {
    let own = "/etc/systemd/system/reconcile.service"
    let packaged = "/usr/lib/systemd/system/reconcile.service"
    let second = "/etc/reconcile/second.yaml"
    let start = "[Service]\nExecStart=/usr/bin/reconcile apply "
    func said(_ policy: String, _ files: [String: String], in folder: String = "/etc/systemd/system") -> String {
      var world = TestWorld(files: Self.files)
      for path in [Self.path, second] { world.files[path] = Self.policy }
      world.files[packaged] = start + Self.path
      world.files.merge(files) { $1 }
      let run = world.run("units", "--output", folder, "--policy", policy)
      #expect(run.status == 0, "\(run)")
      return run.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let warning =
      "warning: the service in '\(own)' takes the place of '\(packaged)', which was for '\(Self.path)', and is for '\(second)'"
    #expect(said(second, [:]).contains(warning), "\(said(second, [:]))")
    #expect(said(second, [:], in: "/etc/systemd/system/").contains("takes the place of"))
    #expect(!said(Self.path, [:]).contains("warning: the service"))
    #expect(!said(second, [:], in: "/srv/units").contains("warning: the service"))
    // Written again, it is the same; and a drop-in has the last word.
    #expect(!said(second, [own: start + second]).contains("warning: the service"))
    let dropIn = [own + ".d/own.conf": "[Service]\nExecStart=\nExecStart=/usr/bin/reconcile apply /srv/home.yaml"]
    #expect(!said(second, dropIn).contains("takes the place of"))
  }

  @Test("what 'units' cannot say again is put back another way") func lostBesides() throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    let path = folder.url.path + "/reconcile.service"
    let start = "ExecStart=/usr/bin/reconcile apply --max-changes 20 --metrics=/x.prom --notify-before 10m /p.yaml"
    for _ in 0..<2 {
      try Tool.write("[Service]\n\(start)\n", to: path)
      let run = try Tool.run(
        Program.built("reconcile"), ["units", "-o", folder.url.path, "--policy", "policy.yaml"], in: folder.url)
      let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        run.status == 0
          && said.contains(
            "was run with --max-changes, --metrics and --notify-before, and no longer does; it had \(start) "
              + "hint: to keep that, run 'reconcile units --policy policy.yaml' again with --notify-before, and put "
              + "--max-changes and --metrics back with 'sudo systemctl edit reconcile.service'"),
        "\(run.output)")
    }
  }

  /// A command may be the second one, behind an empty one, and go on in the next line.
  @Test(
    "what goes away is found wherever systemd reads it",
    arguments: [
      "ExecStart=\nExecStart=/usr/bin/reconcile apply --max-changes 5 /p.yaml",
      "ExecStart=/bin/no\nExecStart=\n  ExecStart = /usr/bin/reconcile apply --max-changes 5 /p.yaml",
      "ExecStart=/usr/bin/reconcile apply \\\n# --metrics /x.prom\n  --max-changes 5 \\\n  /p.yaml",
    ])
  func lostAnywhere(_ start: String) throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    try Tool.write("[Service]\n# ExecStart=/bin/no\n\(start)\n", to: folder.url.path + "/reconcile.service")
    let run = try Tool.run(
      Program.built("reconcile"), ["units", "-o", folder.url.path, "--policy", "policy.yaml"], in: folder.url)
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("was run with --max-changes, and no longer does; it had ExecStart=/usr/bin/"), "\(said)")
    #expect(said.contains("was for '/p.yaml', and is for '\(folder.url.path)/policy.yaml' now"), "\(said)")
  }

  /// The drop-ins of the service, and what is started because of them; nil where it is what the service says.
  static let dropIns: [(texts: [String: String], started: String?)] = [
    (["override.conf": "ExecStart=\nExecStart=/bin/reconcile apply --max-changes 2 /etc/old.yaml"], "/etc/old.yaml"),
    (["override.conf": "ExecStart=\nExecStart=/bin/reconcile apply /etc/new.yaml"], "/etc/new.yaml"),
    (["override.conf": "ExecStart="], ""),
    (["a.conf": "ExecStart=\nExecStart=/x /etc/a", "b.conf": "ExecStart=\nExecStart=/x /etc/b"], "/etc/b"),
    // All that the service says, with more.
    (
      [
        "override.conf": "ExecStart=\nExecStart=/usr/local/bin/reconcile apply --max-changes 2 \\\n"
          + "  --notify-url-credential hook /etc/new.yaml"
      ], nil
    ),
    (["override.conf": "IPAddressAllow=any"], nil), (["notes.txt": "ExecStart="], nil),
    (["a.conf": "ExecStart=", "b.conf": "ExecStart=/b apply --notify-url-credential hook /etc/new.yaml"], nil),
  ]

  @Test("a drop-in that starts something else is named", arguments: dropIns) func startedInstead(
    _ row: (texts: [String: String], started: String?)
  ) {
    var world = TestWorld(files: ["/etc/new.yaml": Self.policy])
    for name in ["unifi-api-key", "pihole-password", "hook"] { world.files["/etc/reconcile/credentials/\(name)"] = "x" }
    for (name, text) in row.texts {
      world.files["/etc/systemd/system/reconcile.service.d/\(name)"] = "[Service]\n\(text)\n"
      // Of other units.
      world.files["/etc/systemd/system/reconcile-watch.service.d/\(name)"] = "[Service]\nExecStart=\n"
    }
    for _ in 0..<2 {
      let run = world.run([
        "units", "--output", "/etc/systemd/system", "--notify-url-credential", "hook", "/etc/new.yaml",
      ])
      let last = row.texts.keys.sorted().last ?? ""
      let said = "warning: '/etc/systemd/system/reconcile.service.d/\(last)' sets ExecStart= itself, so "
      #expect(run.status == 0 && run.error.unwrapped.contains(said) == (row.started != nil), "\(run)")
      if let started = row.started {
        let what = started.isEmpty ? "nothing hint: " : "another command than what is written here: "
        #expect(run.error.unwrapped.contains("'reconcile.service' starts \(what)"), "\(run)")
        #expect(started.isEmpty || run.error.contains(started), "\(run)")
        #expect(run.error.unwrapped.contains("'sudo systemctl edit reconcile.service'"), "\(run)")
      } else {
        #expect(!run.error.contains("warning: "), "\(run)")
      }
      // It is there the second time.
      world.files["/etc/systemd/system/reconcile.service"] =
        world.replaced["/etc/systemd/system/reconcile.service"] ?? ""
    }
  }

  @Test("a masked unit is not written through, and no other one without it", arguments: ["service", "timer"])
  func masked(_ masked: String) throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy, "goal": "untouched"], in: Self.seen)
    let units = folder.url.path + "/units"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: units + "/reconcile.\(masked)", withDestinationPath: folder.url.path + "/goal")
    let run = try Tool.run(
      Program.built("reconcile"), ["units", "-o", units, "--policy", "policy.yaml"], in: folder.url)
    #expect(try FileManager.default.contentsOfDirectory(atPath: units) == ["reconcile.\(masked)"])
    #expect(run.status == 1 && run.output.contains("it is a link to '\(folder.url.path)/goal'"), "\(run.output)")
    #expect(try String(contentsOfFile: folder.url.path + "/goal", encoding: .utf8) == "untouched")
  }

  @Test("a unit that is a link into a disk that is not there is not replaced", arguments: ["service", "timer"])
  func linkedElsewhere(_ linked: String) throws {
    let folder = try TemporaryFolder(["policy.yaml": Self.policy], in: Self.seen)
    let units = folder.url.path + "/units"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    let (link, goal) = (units + "/reconcile.\(linked)", folder.url.path + "/disk/unit")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: goal)
    let run = try Tool.run(
      Program.built("reconcile"), ["units", "-o", units, "--policy", "policy.yaml"], in: folder.url)
    #expect(run.status == 1 && run.output.contains("it is a link that leads nowhere"), "\(run.output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: units) == ["reconcile.\(linked)"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == goal)
  }

  static let addresses: [(host: String, allowed: String)] = [
    ("192.168.1.3", "localhost 192.168.1.1 192.168.1.3 192.168.1.4 192.168.1.2"),
    ("192.168.1.1", "localhost 192.168.1.1 192.168.1.4 192.168.1.2"),
    ("[fd00::3]", "localhost 192.168.1.1 fd00::3 192.168.1.4 192.168.1.2"),
    (
      "shed.home.example",
      "localhost 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 link-local fc00::/7 "
        + "192.168.1.1 192.168.1.4 192.168.1.2"
    ),
  ]

  @Test("the service talks to its systems alone", arguments: addresses) func talks(
    _ row: (host: String, allowed: String)
  ) {
    let run = Self.units(policy: Self.policy.replacing("https://192.168.1.3", with: "\"https://\(row.host)\""))
    #expect(run.output.contains("\nIPAddressDeny=any\nIPAddressAllow=\(row.allowed)\n"), "\(run.output)")
    #expect(run.output.contains("'shed' is found by name") == row.host.contains("home"))
  }

  /// What is in the resolver's file, and which of it the service may talk to where a system has a name.
  static let resolvers: [(text: String, allowed: [String])] = [
    ("nameserver 9.9.9.9\n", ["9.9.9.9"]), ("nameserver 192.168.1.2\nnameserver 127.0.0.53\nnameserver fd00::1\n", []),
    (
      "# nameserver 1.1.1.1\nsearch home.example\nnameserver\t2620:fe::fe\n nameserver 9.9.9.9 # Quad9\n",
      ["2620:fe::fe", "9.9.9.9"]
    ), ("nameserver 9.9.9.9\nnameserver 9.9.9.9\nnameserver 10.0.0.1\nnameserver 8.8.8.8\n", ["9.9.9.9"]),
    ("nameserver any\nnameserver 0.0.0.0/0\nnameserver\noptions rotate\n", []), ("", []),
  ]

  @Test("where a name is used, public name servers can be asked", arguments: resolvers) func asks(
    _ row: (text: String, allowed: [String])
  ) {
    let named = Self.policy.replacing("https://192.168.1.3", with: "https://shed.home.example")
    func units(_ policy: String, _ more: [String] = []) -> (allowed: [String], text: String) {
      let world = TestWorld(files: [Self.path: policy, "/etc/resolv.conf": row.text])
      let run = world.run(["units"] + more)
      #expect(run.status == 0, "\(run)")
      let line = run.output.split(separator: "\n").first { $0.hasPrefix("IPAddressAllow=") } ?? ""
      return (line.split(separator: " ").map(String.init), run.output.replacing("\n# ", with: " "))
    }
    let plain = ["IPAddressAllow=localhost", "192.168.1.1", "192.168.1.3", "192.168.1.4", "192.168.1.2"]
    #expect(units(Self.policy).allowed == plain && !units(Self.policy).text.contains("resolv.conf"))
    for options in [[], ["--watch"]] {
      let home = UnitAddresses.home.count
      let (allowed, text) = units(named, options)
      #expect(Array(allowed.dropFirst(home).dropLast(3)) == row.allowed, "\(allowed)")
      #expect(
        text.contains("/etc/resolv.conf asks \(row.allowed.joined(separator: " and ")) for names") == !row.allowed
          .isEmpty, "\(text)")
    }
    // The address that is notified may be a name: nobody can read it.
    let hook = units(Self.policy, ["--notify-url-credential", "hook"])
    #expect(Set(hook.allowed).isSuperset(of: row.allowed), "\(hook)")
  }

  // MARK: - How approvers are told

  private static func units(people: String, policy: String = policy, _ variables: [String: String] = [:])
    -> TestWorld.Outcome
  {
    var world = TestWorld(files: [path: policy, "/etc/reconcile/people.yaml": people])
    world.variables = variables
    return world.run("units")
  }

  static let ntfy: [(url: String, more: String, allowed: String, loaded: String?)] = [
    ("https://192.168.1.9/sesame", "token: {credential: ben-ntfy}", " 192.168.1.9\n", "ben-ntfy"),
    ("https://[fd00::9]/sesame", "", " fd00::9\n", nil), ("http://localhost/sesame", "", " 192.168.1.2\n", nil),
    ("http://192.168.1.2/sesame", "plaintext: true", " 192.168.1.2\n", nil),
    ("https://192.168.1.9:8443/sesame", "token: {credential: pihole-password}", " 192.168.1.9\n", nil),
  ]

  @Test("the servers that tell approvers are allowed, and their tokens loaded", arguments: ntfy) func tells(
    _ row: (url: String, more: String, allowed: String, loaded: String?)
  ) {
    let more = row.more.isEmpty ? "" : ", \(row.more)"
    let run = Self.units(people: "anna: {command: /bin/tell}\nben: {ntfy: \"\(row.url)\"\(more)}\n")
    let plain = Self.units().output
    #expect(run.status == 0 && run.output.contains("\nIPAddressAllow=localhost 192.168.1.1 "), "\(run)")
    let allowed = run.output.split(separator: "\n").first { $0.hasPrefix("IPAddressAllow=") } ?? ""
    #expect((allowed + "\n").hasSuffix(row.allowed), "\(allowed)")
    #expect(!run.output.contains("sesame") && !run.output.contains("tell") && !run.output.contains("anna"))
    let loaded = Set(run.output.split(separator: "\n")).subtracting(plain.split(separator: "\n"))
      .filter { $0.hasPrefix("LoadCredential=") }
    let expected = row.loaded.map { ["LoadCredential=\($0):/etc/reconcile/credentials/\($0)"] } ?? []
    #expect(loaded.map(String.init) == expected)
  }

  @Test("the codes of locks are loaded, each once") func loadsCodes() {
    let policy = """
      timezone: Europe/Berlin
      systems: {ha: {kind: home-assistant, url: http://192.168.1.4:8123, token: {credential: ha-token}}}
      targets:
        shed: {entities: [lock.shed], may-unlock: true, code: {credential: shed-code}}
        attic: {entities: [lock.attic], may-unlock: true, code: {credential: attic-code}}
        cellar: {entities: [lock.cellar], may-unlock: true, code: {credential: shed-code}}
      policy:
        - lock shed, attic, cellar 22:00–06:00

      """
    let run = Self.units(policy: policy)
    #expect(run.status == 0, "\(run)")
    let lines = run.output.split(separator: "\n").map(String.init)
    let loaded = lines.filter { $0.hasPrefix("LoadCredential=") && !$0.contains("people.yaml") }
    let names = ["ha-token", "shed-code", "attic-code"]
    #expect(loaded == names.map { "LoadCredential=\($0):/etc/reconcile/credentials/\($0)" })
  }

  @Test("what a service cannot do to tell them is said in it") func cannotTell() {
    func words(_ run: TestWorld.Outcome) -> String {
      run.output.replacing("\n# ", with: " ")
    }
    let named = words(Self.units(people: "ben: {ntfy: 'https://ntfy.example/sesame', token: {file: /root/token}}\n"))
    #expect(named.contains("The server that tells 'ben' is found by name"), "\(named)")
    #expect(named.contains("IPAddressAllow=localhost 10.0.0.0/8 "))
    #expect(named.contains("The token with which 'ben' is told is a file.") && !named.contains("sesame"))
    #expect(named.contains("Write {credential: NAME} in /etc/reconcile/people.yaml instead"))
    let variable = words(Self.units(people: "ben: {ntfy: 'https://192.168.1.9/sesame', token: {env: TOKEN}}\n"))
    #expect(variable.contains("The token with which 'ben' is told is the variable 'TOKEN'"), "\(variable)")
    // One that cannot be used is spoken of where somebody is to be told.
    let unread = "/etc/reconcile/people.yaml could not be read."
    #expect(!Self.units(people: "ben: 5\n").output.contains(unread))
    let guarded = Self.policy.replacing("timezone: Europe/Berlin", with: "timezone: Europe/Berlin\npeople: {ben: {}}")
      .replacing(#"["Downtime-*"]"#, with: #"["Downtime-*"], guard: {approve: ben}"#)
    #expect(Self.units(people: "ben: 5\n", policy: guarded).output.contains(unread))
    #expect(!Self.units(people: "ben: {command: /bin/tell}\n", policy: guarded).output.contains("#  "))
  }

  @Test("a file of this process's own is not the service's") func ownFile() {
    let people = "ben: {ntfy: 'https://192.168.1.9/sesame'}\n"
    let run = Self.units(people: people, ["RECONCILE_PEOPLE": "/nowhere"])
    #expect(run.output.contains("192.168.1.9"), "\(run)")
  }

  // MARK: - Refusals

  @Test("a folder without a name is none", arguments: [[], ["--watch"], ["--page"]]) func noFolder(_ mode: [String]) {
    let world = TestWorld(files: Self.files)
    for option in [["--output", ""], ["--output="], ["-o", ""]] {
      let run = world.run(["units"] + option + mode)
      #expect(run.status == 64 && run.output.isEmpty && run.error.contains("'--output' needs a value"), "\(run)")
    }
    #expect(world.replaced.isEmpty)
    #expect(world.run(["units", "--output", "/"] + mode).status == 0, "who means it can say so")
  }

  @Test("a broken policy is shown with its mistakes", arguments: ["", "--watch"]) func broken(_ option: String) {
    let world = TestWorld(files: [Self.path: Self.policy + "\n  - kids of 22:00"])
    let run = world.run(["units"] + (option.isEmpty ? [] : [option]))
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.error.contains("\(Self.path):13:"))
  }

  @Test("a policy without systems has nothing to run") func sketch() {
    let run = Self.units(policy: "timezone: Europe/Berlin\ntargets: {kids: {}}\npolicy: [kids off 21:00–07:00]\n")
    #expect(run.status == 65 && run.output.isEmpty)
  }

  static let refused: [(String, said: String)] = [
    ("/home/me/policy.yaml", "as /home is hidden from it"),
    ("/root/policy.yaml", "as /root is hidden from it"),
    ("/root/house.yaml", "'reconcile units /etc/reconcile/house.yaml'"),
    ("/root/my house.yaml", "'reconcile units /etc/reconcile/policy.yaml'"),
    ("/tmp/policy.yaml", "as /tmp is hidden from it"),
    ("/etc/a\u{1B}[2J.yaml", "a control character"), ("/etc/a\nExecStart=x", "a control character"),
    ("/etc/policy.yaml ", "a space at its end"), ("/etc/policy\\", "a backslash at its end"),
    ("/etc/../home/me/policy.yaml", "'..'"),
  ]

  @Test("a path that cannot stand in a unit", arguments: refused) func path(_ path: String, _ said: String) {
    let run = TestWorld(files: [path: Self.policy]).run("units", path)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains(said) && run.error.contains("\nhint: ") && !run.error.contains("\u{1B}"))
    guard let words = run.error.components(separatedBy: "'reconcile ").dropFirst().first?.prefix(while: { $0 != "'" })
    else { return }
    let typed = words.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(throws: Never.self) { try Invocation(typed, OptionTable(.shipped)) }
  }

  static let states = [
    "/srv/reconcile", "/var/lib", "/var/lib/", "/var/lib/../x", "/var/lib/a b", "/var/lib/%h", "reconcile",
    "/var/lib/private/reconcile", "/var/lib/a//b",
  ]

  @Test("a state that the service could not write", arguments: states) func state(_ folder: String) {
    let run = Self.units("--state", folder)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.error.contains("a service cannot keep its state in '\(folder)'"))
  }

  /// `current` leads to one version today and to another one tomorrow.
  @Test(
    "a link stays, however the policy is named",
    arguments: ["current/policy.yaml", "policy.yaml", ".", "./policy.yaml"])
  func links(_ path: String) throws {
    let folder = try TemporaryFolder([:], in: Self.seen)
    let place = folder.url.path
    try FileManager.default.createDirectory(atPath: place + "/v1", withIntermediateDirectories: true)
    try Tool.write(Self.policy, to: place + "/v1/policy.yaml")
    try FileManager.default.createSymbolicLink(atPath: place + "/current", withDestinationPath: "v1")
    let here = path.hasPrefix("current") ? place : place + "/current"
    func units(in shell: String) throws -> Program.Outcome {
      try Program.run(
        Program.built("reconcile"), ["units", "--policy", path], environment: ["PWD": shell], in: URL(filePath: here))
    }
    let run = try units(in: here)
    let name = path == "." ? "" : "/policy.yaml"
    #expect(run.output.contains("\nConditionPathExists=\(place)/current\(name)\n"), "\(run)")
    // A shell that is somewhere else says nothing.
    for other in ["/", "/etc", "", place + "/current/.."] {
      let run = try units(in: other)
      #expect(run.status == 0 && run.output.contains("\nConditionPathExists=\(place)/v1\(name)\n"), "\(run)")
    }
  }

  @Test("a link into a hidden place is refused, however it is named") func hiddenLink() throws {
    let (folder, hidden) = (
      try TemporaryFolder([:], in: Self.seen), try TemporaryFolder(["policy.yaml": Self.policy], in: "/tmp")
    )
    let place = folder.url.path
    try FileManager.default.createSymbolicLink(atPath: place + "/current", withDestinationPath: hidden.url.path)
    for path in ["current/policy.yaml", "\(place)/current/policy.yaml", "\(place)/current"] {
      let run = try Tool.run(Program.built("reconcile"), ["units", "--policy", path], in: folder.url)
      #expect(run.status == 64 && run.output.contains("as /tmp is hidden from it"), "\(run)")
    }
  }

  @Test("a relative path is written from the root") func relative() {
    let run = TestWorld(files: ["house/policy.yaml": Self.policy]).run("units", "house/policy.yaml")
    #expect(run.output.contains("\nConditionPathExists=/pretend/house/policy.yaml\n"), "\(run.error)")
  }

  // MARK: - Escaping

  static let paths: [(String, line: String, word: String)] = [
    ("/etc/p.yaml", "/etc/p.yaml", "/etc/p.yaml"),
    ("/etc/my policy.yaml", "/etc/my policy.yaml", #""/etc/my policy.yaml""#),
    ("/etc/100%.yaml", "/etc/100%%.yaml", "/etc/100%%.yaml"),
    ("/etc/$HOME.yaml", "/etc/$HOME.yaml", "/etc/$$HOME.yaml"),
    (#"/etc/"a"\b.yaml"#, #"/etc/"a"\b.yaml"#, #""/etc/\"a\"\\b.yaml""#),
    ("/etc/it's.yaml", "/etc/it's.yaml", #""/etc/it's.yaml""#),
    ("/etc/;/ä.yaml", "/etc/;/ä.yaml", #""/etc/;/ä.yaml""#),
    // A mark that combines with the character before it makes it no other one for systemd.
    (
      "/etc/a\"\u{301}b%\u{301}c$\u{301}", "/etc/a\"\u{301}b%%\u{301}c$\u{301}",
      "\"/etc/a\\\"\u{301}b%%\u{301}c$$\u{301}\""
    ),
  ]

  @Test("what means something to systemd is escaped", arguments: paths)
  func escaping(_ text: String, _ line: String, _ word: String) throws {
    let path = try UnitPath(text)
    #expect(path.line == line)
    #expect(path.word == word)
  }

  @Test("systemd reads the path that was meant", arguments: paths) func reading(_ path: (String, String, String)) throws
  {
    let folder = try TemporaryFolder([:])
    let text = folder.url.path + "/" + path.0.dropFirst(5).split(separator: "/").joined()
    try Tool.write("", to: text)
    let unit = try UnitPath(text)
    let condition = try Tool.run("/usr/bin/systemd-analyze", ["condition", "ConditionPathExists=\(unit.line)"])
    #expect(condition.status == 0, "\(condition.output)")
    try Tool.write("[Service]\nExecStart=:\(unit.word)\n", to: folder.url.path + "/seen.service")
    // Such a file is no program; the complaint names what was read. A dollar is a word's, not a program's.
    let seen = try Tool.run("/usr/bin/systemd-analyze", ["verify", "--man=no", "./seen.service"], in: folder.url)
    let expected = text.replacingOccurrences(of: "$", with: "$$", options: .literal)
    #expect(seen.output.contains(expected), "\(seen.output)")
  }

  // MARK: - What systemd thinks

  static let printed: [[String]] = [
    [], ["--watch"], ["--page"],
    ["--notify-url-credential", "hook", "--notify-format", "text", "--notify-before", "10m"],
  ]

  @Test("systemd finds nothing to say", arguments: printed) func verified(_ options: [String]) throws {
    let folder = try Self.folder(of: TestWorld(files: Self.files).run(["units"] + options).output)
    let names = try folder.names
    let run = try Tool.run(
      "/usr/bin/systemd-analyze", ["verify", "--man=no"] + names.map { "./" + $0 }, in: folder.url)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    for name in names where name.hasSuffix(".service") {
      // A tenth of the threshold is the exposure.
      let judged = try Tool.run(
        "/usr/bin/systemd-analyze", ["security", "--offline=true", "--threshold=15", "./" + name], in: folder.url)
      #expect(judged.status == 0, "\(judged.output)")
    }
  }

  @Test("the package's units too") func packagedVerified() throws {
    let request = try UnitRequest.packaged()
    let all = [request.service, request.timer, request.daemon, request.page, request.pageSocket].map(\.shown).joined(
      separator: "\n")
    let folder = try Self.folder(of: all)
    let run = try Tool.run(
      "/usr/bin/systemd-analyze", ["verify", "--man=no"] + folder.names.map { "./" + $0 }, in: folder.url)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
  }

  /// The files of what was printed, in a folder, with a program that is there.
  private static func folder(of printed: String) throws -> TemporaryFolder {
    var files: [String: String] = [:]
    var name = ""
    for line in printed.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# /etc/systemd/system/") { name = String(line.split(separator: "/").last ?? "") }
      files[name, default: ""] += line.replacing("/usr/bin/reconcile ", with: "/bin/true ") + "\n"
    }
    #expect(!files.isEmpty && files[""] == nil)
    return try TemporaryFolder(files)
  }
}

extension TemporaryFolder {
  /// The names of the files in it, sorted.
  fileprivate var names: [String] {
    get throws { try Tool.run("/usr/bin/ls", [], in: url).output.split(separator: "\n").map(String.init) }
  }
}
