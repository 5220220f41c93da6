import JSONTree
import Policies
import Secrets
import TestSupport
import Testing
import Text

@testable import Controller
@testable import HTTPTransport
@testable import Presentation
@testable import ReconcileCLI

/// What text is read on: its width, and whether it shows more than ASCII.
@Suite struct ScreenTests {
  @Test(
    arguments: [
      ([:], false), (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LANG": "de_DE.UTF-8@euro"], true),
      (["LANG": "C"], false), (["LANG": "POSIX"], false), (["LANG": "de_DE"], false),
      (["LANG": "de_DE.ISO-8859-1"], false),
      (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"], false), (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true),
      (["LC_ALL": "", "LANG": "C.UTF-8"], true), (["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"], false),
    ] as [([String: String], Bool)])
  func theLocaleSaysWhatIsShown(_ variables: [String: String], _ isUTF8: Bool) {
    #expect(LocaleName { variables[$0] }.isUTF8 == isUTF8)
  }

  @Test(
    arguments: [
      (nil, nil, 80), (nil, 40, 40), (nil, 200, 80), (nil, 3, 20), ("50", nil, 50), ("50", 40, 50), ("x", 40, 40),
      ("0", 40, 40), ("-5", nil, 80), ("", 66, 66),
    ] as [(String?, Int?, Int)])
  func theTerminalSaysHowWideItIs(_ variable: String?, _ columns: Int?, _ width: Int) {
    var world = TestWorld()
    world.variables = variable.map { ["COLUMNS": $0] } ?? [:]
    world.columns = columns
    #expect(Screen(world.environment(Written(), Written())).width == width)
  }

  @Test func ownSignsHaveLikesAndOtherLettersNumbers() {
    #expect("a → b · 21:00–07:00 ✓ x…".spelledInASCII == "a -> b - 21:00-07:00 + x...")
    #expect("münchen 家".spelledInASCII == #"m\u{FC}nchen \u{5BB6}"#)
  }

  /// It is copied, and a shell has to read it.
  @Test(arguments: [
    (
      "müde? type: reconcile plan --policy 'größe.yaml'; or: reconcile plan 'ü.yaml'",
      #"m\u{FC}de? type: reconcile plan --policy 'gr'$'\303\266\303\237''e.yaml'; or: reconcile plan ''$'\303\274''.yaml'"#
    ),
    (
      "'reconcile plan --policy 'ö.yaml' --state s' shows 'ö'",
      #"'reconcile plan --policy ''$'\303\266''.yaml' --state s' shows '\u{F6}'"#
    ),
    ("a 'reconcile plan ö' and\n'ö'", #"a 'reconcile plan $'\303\266'' and\#n'\u{F6}'"#),
    (
      "'reconcile try 'kids off 21:00–07:00'' · ü",
      #"'reconcile try 'kids off 21:00'$'\342\200\223''07:00'' - \u{FC}"#
    ),
    ("type: reconcile plan 'don’t.yaml'", #"type: reconcile plan 'don'$'\342\200\231''t.yaml'"#),
    (
      #"– 'reconcile plan 'it'\''s ü.yaml' "it's ü" – 'ü'' 'ü'"#,
      #"- 'reconcile plan 'it'\''s '$'\303\274''.yaml' "it's "$'\303\274'"" - ''$'\303\274'''' '\u{FC}'"#
    ),
    ("'reconcile override extend 1 --until …' – 1", "'reconcile override extend 1 --until ...' - 1"),
  ]) func aCommandIsSpelledAsAShellReadsIt(_ text: String, _ spelled: String) {
    #expect(text.spelledInASCII == spelled)
  }

  /// Every sign of its own that a name may have, letters, and quotes before and behind them.
  @Test(arguments: [
    "kids–night.yaml", "→·–—−✓…×‘’“”█▓■░▒□", "…", "größe.yaml", "it's ü.yaml", "ü's ö's.yaml", "'ü'", "''ü''", #"\'ü"#,
    #"a "ü" b"#,
    #"\ü$'ü'"#, "don’t – 家's.yaml",
  ]) func bashReadsTheNameInASCII(_ name: String) throws {
    let arguments = "--policy \(ShellWord.word(name)) --state \(ShellWord.word("\(name)/é"))"
    for line in ["hint: type: reconcile plan \(arguments)", "hint: 'reconcile plan \(arguments)' does it"] {
      let spelled = line.spelledInASCII
      #expect(spelled.utf8.allSatisfy { $0 < 0x80 }, "\(spelled)")
      let command = spelled.dropFirst(line.hasPrefix("hint: '") ? 7 : 12)
        .dropLast(line.hasSuffix("' does it") ? 9 : 0).dropFirst("reconcile".count)
      let told = try Program.run(
        "/usr/bin/bash", ["-c", "printf '%s\\n'\(command)"], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
      #expect(told.output == "plan\n--policy\n\(name)\n--state\n\(name)/é\n", "\(spelled)")
      // Found again by who names the places that a command lacks.
      let places = NamedPlaces(
        try Invocation(["plan", "--policy", name, "--state", "\(name)/é"], OptionTable(.shipped)))
      #expect(places.completing(spelled) == spelled)
    }
  }

  @Test func aCommandInASCIINamesThePolicyOnce() throws {
    var world = TestWorld(files: ["größe.yaml": OverrideScene.policy])
    world.variables["LC_ALL"] = "C"
    let run = world.run("override", "kids", "off", "2h", "--policy", "größe.yaml")
    let command = #"reconcile override kids off --for 2h --policy 'gr'$'\303\266\303\237''e.yaml'"#
    #expect(run.error.hasSuffix("hint: type: \(command)\n"), "\(run)")
    let places = NamedPlaces(
      try Invocation(["plan", "--policy", "größe.yaml", "--state", "/s"], OptionTable(.shipped)))
    for line in ["hint: '\(command) --state /s' does it\n", "hint: type: \(command) --state /s\n"] {
      #expect(places.completing(line) == line)
    }
  }

  private static let files = ["policy.yaml": MixedHousehold.file]
  private static let commands: [[String]] = [
    ["validate"], ["explain"], ["next"], ["timeline"], ["compare", "policy.yaml", "policy.yaml"], ["override", "list"],
    ["history"], ["help"], ["help", "drift"], ["test"],
  ]

  @Test(arguments: commands) func allTextIsASCIIWhereNothingElseIsShown(_ command: [String]) {
    var world = TestWorld(files: Self.files)
    world.variables = ["LC_ALL": "C"]
    let run = world.run(command)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 } && run.error.utf8.allSatisfy { $0 < 0x80 }, "\(run)")
    #expect(!(run.output + run.error).isEmpty)
  }

  /// What programs read is UTF-8 everywhere, byte by byte the same.
  @Test(arguments: [
    ["explain", "--format", "json"], ["timeline", "--format", "svg"], ["timeline", "--format", "json"], ["schema"],
    ["completions", "bash"], ["help", "man"], ["compare", "policy.yaml", "other.yaml", "--format", "markdown"],
    ["plan", "broken.yaml", "--format", "json"], ["validate", "broken.yaml", "--format", "github"],
  ]) func whatProgramsReadIsTheSame(_ command: [String]) throws {
    var world = TestWorld(files: Self.files)
    world.files["other.yaml"] = MixedHousehold.file.replacing("kids, guests", with: "kids")
    world.files["broken.yaml"] = "timezone: Zürich\n"
    let usual = world.run(command)
    world.variables = ["LC_ALL": "C"]
    world.columns = 40
    let run = world.run(command)
    #expect(run.output == usual.output && !run.output.isEmpty)
  }

  @Test func logLinesAsJSONStayJSON() throws {
    var world = PretendHousehold().world(policy: "timezone: Zürich\nsystems: {}\n")
    world.variables["LC_ALL"] = "C"
    world.columns = 40
    let run = world.run("apply", "--log", "json", "household.yaml")
    for line in run.error.split(separator: "\n") {
      #expect(throws: Never.self, "\(line)") { try JSON(parsing: Array(line.utf8)) }
    }
    #expect(run.error.contains("Zürich"))
  }

  /// What is drawn while somebody waits, and wiped away, is no line of a log.
  @Test(arguments: [[], ["--log", "json"]]) func whoWaitsIsShownSoUnlessLinesAreRead(_ log: [String]) throws {
    var household = PretendHousehold()
    household.hanging = ["192.168.1.1"]
    var world = household.world()
    world.tellsTerminal = true
    let run = world.run(["apply"] + log + ["household.yaml"])
    #expect(run.error.contains("applying to gateway, pihole …") == log.isEmpty, "\(run.error)")
    #expect(run.error.contains("\r\u{1B}[K") == log.isEmpty, "\(run.error)")
  }

  @Test func messagesAreCutBetweenWords() {
    var world = TestWorld(files: ["policy.yaml": "timezone: Europe/Berlin\npolicy:\n  - kidz off 7:00-8:00 sometimes\n"]
    )
    world.columns = 40
    for run in [world.run("validate"), world.run("plan"), world.run("aply"), world.run("off", "kids")] {
      for line in (run.output + run.error).split(separator: "\n") {
        #expect(line.count <= 40 || line.split(separator: " ").count == 1, "\(line)")
      }
    }
    #expect(world.run("validate").output.contains("\n    - kidz off 7:00-8:00 sometimes\n"), "an excerpt is not cut")
    // One that does not fit is cut around the place; no wider than 80 columns is any of it, however wide the terminal.
    for columns in [24, 30, 200] {
      world.columns = columns
      let lines = world.run("validate").output.split(separator: "\n")
      #expect(lines.allSatisfy { displayWidth(String($0)) <= min(80, columns) || !$0.contains(" ") }, "\(lines)")
      #expect(lines.contains { $0.contains("^~~~") }, "\(lines)")
    }
  }

  @Test(arguments: ["explain", "next", "history"], [30, 40, 60])
  func sentencesAreCutBetweenWords(_ line: String, _ columns: Int) {
    var world = TestWorld(files: ["policy.yaml": MixedHousehold.file])
    #expect(world.run("override", "kids", "on", "--for", "1h", "--because", "film night with everybody").status == 0)
    let words = line.split(separator: " ").map(String.init)
    let wide = world.run(words).output
    world.columns = columns
    let run = world.run(words)
    for line in run.output.split(separator: "\n") {
      #expect(displayWidth(String(line)) <= columns || line.split(separator: " ").count <= 1, "\(line)")
    }
    #expect(run.output.unwrapped == wide.unwrapped, "nothing is lost")
  }

  @Test func coloursTakeNoColumns() {
    let faint = { (text: String) in "\u{1B}[2m\(text)\u{1B}[0m" }
    let fits = "          " + String(repeating: "wide ", count: 6) + "word"
    #expect(FittedOutput(Screen(columns: 44), cutsAll: true).fitted(faint(fits) + "\n") == faint(fits) + "\n")
    let cut = FittedOutput(Screen(columns: 40), cutsAll: true).fitted(faint(fits) + "\n")
    #expect(cut == faint("          wide wide wide wide wide wide\n            word") + "\n")
    #expect(displayWidth("a\u{1B}[1;31mb\u{1B}[0m") == 2)
  }

  /// What is laid out for 80 columns and then cut again has long and short lines in turn.
  @Test(arguments: [30, 40, 60]) func whatIsTooWideForATableIsASentence(_ columns: Int) {
    var world = TestWorld(files: ["policy.yaml": MixedHousehold.file])
    #expect(world.run("override", "kids", "on", "--for", "1h", "--because", "film night with everybody").status == 0)
    world.columns = columns
    let lines = world.run("override", "list").output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { (displayWidth($0) <= columns || !$0.contains(" ")) && $0.last != " " }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  1   kids on from 21:00:04") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("  id") }, "\(lines)")
  }

  /// Half a command cannot be copied.
  @Test(
    arguments: [
      ("or have 'anna' run 'reconcile people pin anna', then go on", "'reconcile people pin anna',"),
      ("make a new one that is right: reconcile plan -o PATH", "reconcile plan -o PATH"),
      ("one with 'reconcile explain kids'? that says why", "'reconcile explain kids'?"),
      ("type: reconcile plan house.yaml; or: reconcile plan -o PATH", "reconcile plan house.yaml;"),
      ("type: reconcile plan house.yaml; or: reconcile plan -o PATH", "reconcile plan -o PATH"),
      ("so 'reconcile plan 'my x' -v' shows all of it", "'reconcile plan 'my x' -v'"),
      ("so 'reconcile plan 'my x.yaml'' shows it all", "'reconcile plan 'my x.yaml''"),
    ], [30, 32, 36, 40]) func aCommandStaysInOneLine(_ text: (whole: String, command: String), _ columns: Int)
  {
    let lines = wrapped(text.whole, indent: "", width: columns)
    #expect(lines.count > 1 && lines.contains { $0.contains(text.command) }, "\(lines)")
    #expect(lines.allSatisfy { $0.count <= columns } && lines.joined(separator: " ") == text.whole, "\(lines)")
  }

  @Test func aCommandThatIsTooLongIsCutAsTextIs() {
    let lines = wrapped("run 'reconcile override kids off --for 2h' now", indent: "", width: 20)
    #expect(lines == ["run 'reconcile", "override kids off", "--for 2h' now"])
  }

  @Test func noLineEndsInASpace() {
    #expect(wrapped("state  /var/lib/reconcile", indent: "", width: 20) == ["state", "/var/lib/reconcile"])
  }

  /// A place may have a space, as in `sentence 2:1:1`.
  @Test func aMessageIsCutWhateverItsPlaceIsCalled() {
    let fitted = FittedOutput(Screen(columns: 40))
    let message = "sentence 2:1:1: warning: this statement changes nothing at all\n"
    #expect(fitted.fitted(message) == "sentence 2:1:1: warning: this statement\n  changes nothing at all\n")
    let excerpt = "  - {do: kids off, because: a warning: do not touch this}\n"
    #expect(FittedOutput(Screen(columns: 20)).fitted(excerpt) == excerpt)
  }

  /// Two systems of one kind do not give lines that are the same.
  @Test func everyExchangeNamesItsSystem() throws {
    let systems = try MixedHousehold().policy.systems
    let opening = SystemConnector(TestWorld(files: [:]).environment(Written(), Written()))
    for system in systems where system.secret == nil {
      #expect(try opening.access(to: system).access.endpoint.system == system.name.text)
    }
    let events = ["pihole", "attic", nil].map { name in
      TransportEvent(system: name, method: "GET", path: "/api/groups", status: 200, bodyBytes: 2, milliseconds: 1)
    }
    #expect(
      events.map(\.words) == [
        "pihole: GET /api/groups · 200 · 2 bytes · 1 ms", "attic: GET /api/groups · 200 · 2 bytes · 1 ms",
        "GET /api/groups · 200 · 2 bytes · 1 ms",
      ])
    let written = Written()
    let lines = LogLines(now: { TestWorld().now }, to: { written.add($0) })
    for event in events { lines.add(event) }
    let logged = try written.text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8))["system"]?.string }
    #expect(logged == ["pihole", "attic", nil])
  }
}
