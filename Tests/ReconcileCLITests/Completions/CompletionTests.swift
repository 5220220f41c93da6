import Documents
import Foundation
import Policies
import TestSupport
import Testing
import Text

@testable import Presentation
@testable import ReconcileCLI

/// The completion scripts, each in its own shell.
@Suite("completions", .waitsForPrograms) struct CompletionTests {
  /// A command line, cut as the shell cuts it, and what is proposed for its last word.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var proposed: Set<String>
    var testDescription: String { line }

    init(_ line: String, _ proposed: String...) { self.init(line, proposed) }

    init(_ line: String, _ proposed: [String]) {
      self.line = line
      self.proposed = Set(proposed)
    }
  }

  private static let commands = Command.all.map(\.name)
  /// Stands for a file in what is proposed.
  private static let file = "house.yaml"

  static let cases: [Case] =
    [
      Case("reconcile pl", "plan"),
      Case("reconcile v", "validate", "version"),
      Case("reconcile hou", file),
      Case("reconcile plan ", file),
      Case("reconcile plan hou", file),
      Case("reconcile plan --policy ", file),
      Case("reconcile compare ", file),
      Case("reconcile compare a ", file),
      Case("reconcile completions ", "bash", "zsh", "fish"),
      Case("reconcile completions z", "zsh"),
      Case("reconcile help pl", "plan"),
      Case("reconcile help ", commands + ["man"]),
      Case("reconcile help ma", "man"),
      Case("reconcile override ", "list", "end", "extend"),
      Case("reconcile override l", "list"),
      Case("reconcile override kids o", "on", "off", "open"),
      Case("reconcile override front_door ", StatePair.ofLanguage.flatMap { [$0.on.rawValue, $0.off.rawValue] }),
      Case("reconcile override garage c", "closed"),
      Case("reconcile pai", "pair"),
      Case("reconcile pair door --re", "--replace"),
      Case("reconcile history --format ", "text", "json"),
      Case("reconcile history --state ", file),
      Case("reconcile doctor ", file),
      Case("reconcile doc", "doctor"),
      Case("reconcile init --output ", file),
      Case("reconcile trust --format ", "text", "json"),
      Case("reconcile plan --fo", "--format"),
      Case("reconcile --dry", "--dry-run"),
      Case("reconcile validate --format ", "text", "json", "github"),
      Case("reconcile timeline --format ", "text", "json", "svg", "html"),
      Case("reconcile --format ", "text", "json", "markdown"),
      Case("reconcile --color a", "auto", "always"),
      Case("reconcile -v plan --target kids --color n", "never"),
      Case("reconcile --format json pl", "plan"),
      // The value of the first option is missing.
      Case("reconcile --metrics --format json pl", "plan"),
    ]
    + Command.all.map { command in
      Case("reconcile \(command.name) --", OptionTable(.shipped).of(command).map { "--" + $0.name })
    }

  @Test("bash", arguments: cases) func bash(_ example: Case) throws {
    let words = Self.words(example.line)
    #expect(try Set(bash(words)) == example.proposed)
  }

  @Test("zsh", arguments: cases) func zsh(_ example: Case) throws {
    #expect(try Set(zsh(example.line)) == example.proposed)
  }

  @Test("fish", arguments: cases) func fish(_ example: Case) throws {
    #expect(try Set(fish(example.line).map(\.word)) == example.proposed)
  }

  @Test("every command is proposed first") func first() throws {
    #expect(try bash(["reconcile", ""]) == Self.commands)
    #expect(try Set(zsh("reconcile ")) == Set(Self.commands + [Self.file]))
    let candidates = try fish("reconcile ")
    #expect(Set(candidates.map(\.word)) == Set(Self.commands + [Self.file]))
    for command in Command.all {
      #expect(candidates.first { $0.word == command.name }?.description == command.summary)
    }
  }

  /// Lines after which only the person knows how to go on.
  static let silent = [
    "reconcile plan house.yaml hou", "reconcile schema ho", "reconcile compare a b ho", "reconcile plan --at ho",
    "reconcile init ho", "reconcile init --unifi ho", "reconcile completions bash z",
    "reconcile override kids on f", "reconcile override --until h", "reconcile history ho",
  ]

  @Test("nothing is proposed where nothing can follow", arguments: silent) func nothing(_ line: String) throws {
    #expect(try bash(Self.words(line)) == [])
    #expect(try zsh(line) == [])
    #expect(try fish(line).map(\.word) == [])
  }

  /// As readline cuts a line: at `=` and `:` too.
  static let cut: [([String], [String])] = [
    (["reconcile", "validate", "--format", "=", "g"], ["github"]),
    (["reconcile", "validate", "--format", "="], ["text", "json", "github"]),
    (["reconcile", "validate", "--format=g"], ["--format=github"]),
    (["reconcile", "plan", "--at", "21", ":", "30", ""], [file]),
    (["reconcile", "plan", "--at", "21", ":", "3"], []),
    (["reconcile", "plan", "--", "--fo"], [file]),
    (["reconcile", "plan", "--policy", "--fo"], ["--format"]),
    (["reconcile", "plan", "--policy", "=", "--fo"], [file]),
    (["reconcile", "validate", "--policy", "--format", ""], ["text", "json", "github"]),
    (["reconcile", "plan", "--metrics", "=", "--policy", "hou"], [file]),
  ]

  @Test("what readline cuts up", arguments: cut) func readline(_ words: [String], _ proposed: [String]) throws {
    #expect(try bash(words) == proposed)
  }

  @Test("a value after '=' in the other shells") func joined() throws {
    #expect(try zsh("reconcile validate --format=g") == ["github"])
    #expect(try fish("reconcile validate --format=g").map(\.word) == ["--format=github"])
  }

  // MARK: - What only the policy and the state know

  /// A household with a policy, two overrides and the program on the path of the shells.
  private static let house = Result { () throws -> House in try House() }

  private struct House: @unchecked Sendable {
    // Written before any test reads them, and never again.
    let folder: TemporaryFolder
    let state: String

    init() throws {
      folder = try TemporaryFolder([
        "house.yaml": """
        timezone: Europe/Berlin
        people: {anna: {}, ben: {manages: [kids]}}
        systems:
          gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: none}}
          pihole: {kind: pihole, url: "https://192.168.1.2"}
        targets:
          kids: {acl-rules: [Kids]}
          tv: {acl-rules: [TV]}
          screens: {targets: [kids, tv]}
        schedules: {holidays: 2026-12-23..2027-01-06}
        policy:
          - screens on

        """, "broken.yaml": "targets: [\n",
      ])
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "bin"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "bin/reconcile").path, withDestinationPath: Program.built("reconcile"))
      state = folder.url.appending(path: "state").path
      for line in ["override kids off --for 1h", "override tv off --for 2h"] {
        let run = try Program.run(
          Program.built("reconcile"),
          line.split(separator: " ").map(String.init) + ["--policy", "house.yaml", "--state", state], in: folder.url)
        if run.status != 0 { throw Tool.Missing(description: "\(run)") }
      }
    }
  }

  /// `HOUSE` and `STATE` stand for what names the policy and the state.
  static let live: [Case] = [
    Case("reconcile explain HOUSE k", "kids"),
    Case("reconcile explain HOUSE kids t", "tv"),
    Case("reconcile explain kids HOUSE ", "tv", "screens", "pihole"),
    Case("reconcile timeline HOUSE s", "screens"),
    Case("reconcile plan HOUSE --target ki", "kids"),
    Case("reconcile next --schedule-only HOUSE --target t", "tv"),
    Case("reconcile more HOUSE ", "kids", "tv", "screens", "pihole"),
    Case("reconcile override HOUSE k", "kids"),
    Case("reconcile override HOUSE e", "end", "extend"),
    Case("reconcile override HOUSE kids o", "on", "off"),
    Case("reconcile override HOUSE pihole ", "active", "paused", "kids", "tv", "screens"),
    Case("reconcile override HOUSE kids pihole ", "tv", "screens"),
    Case("reconcile override HOUSE kids tv of", "off"),
    Case("reconcile override HOUSE STATE end ", "all", "1", "2", "kids", "tv"),
    Case("reconcile override HOUSE STATE extend ", "1", "2"),
    Case("reconcile override HOUSE STATE extend 1 "),
    Case("reconcile ask HOUSE tv o", "on", "off"),
    Case("reconcile trust HOUSE ", "gateway", "pihole"),
    Case("reconcile devices HOUSE --system g", "gateway"),
    Case("reconcile approve HOUSE 1 --as ", "anna", "ben"),
    Case("reconcile people HOUSE pin b", "ben"),
    Case("reconcile try HOUSE kids o", "on", "off"),
    Case("reconcile try HOUSE kids off h", "holidays"),
    // Whatever goes wrong, the words that are always the same are left.
    Case("reconcile override --policy broken.yaml l", "list"),
    Case("reconcile override --policy none.yaml kids o", "on", "off", "open"),
    Case("reconcile trust --policy broken.yaml "),
    Case("reconcile more --policy bin "),
  ]

  private static func housed(_ line: String) throws -> String {
    let house = try Self.house.get()
    return line.replacing("HOUSE", with: "--policy house.yaml").replacing("STATE", with: "--state \(house.state)")
  }

  @Test("bash proposes what is in the policy and the state", arguments: live) func liveBash(_ example: Case) throws {
    let house = try Self.house.get()
    let words = Self.words(try Self.housed(example.line))
    #expect(try Set(bash(words, in: house.folder.url)) == example.proposed)
  }

  @Test("zsh proposes what is in the policy and the state", arguments: live) func liveZsh(_ example: Case) throws {
    let house = try Self.house.get()
    #expect(try Set(zsh(Self.housed(example.line), in: house.folder.url)) == example.proposed)
  }

  @Test("fish proposes what is in the policy and the state", arguments: live) func liveFish(_ example: Case) throws {
    let house = try Self.house.get()
    #expect(try Set(fish(Self.housed(example.line), in: house.folder.url).map(\.word)) == example.proposed)
  }

  @Test("bash cuts at '=' and ':', and leaves quotes in") func cutUp() throws {
    let house = try Self.house.get().folder.url
    #expect(try bash(["reconcile", "more", "--policy", "=", "house.yaml", "k"], in: house) == ["kids"])
    #expect(
      try bash(["reconcile", "more", "--policy", "'house.yaml'", "--as", "a", ":", "b", "k"], in: house) == ["kids"])
  }

  @Test("a line without a value names the policy behind the next option") func withoutValue() {
    let words = ["more", "--state", "--policy", "house.yaml", "--as", "-1", "kids"]
    let line = TypedLine(words, OptionTable(.shipped), home: nil)
    #expect(line.policy == "house.yaml" && line.state == nil && line.operands == ["kids"])
  }

  @Test("fish describes values by the command") func described() throws {
    let house = try Self.house.get()
    let ends = try fish("reconcile override --policy house.yaml --state \(house.state) end ", in: house.folder.url)
    #expect(ends.first { $0.word == "1" }?.description?.hasPrefix("kids off until ") == true)
    #expect(
      try fish("reconcile trust --policy house.yaml g", in: house.folder.url).first?.description == "UniFi console")
    #expect(try fish("reconcile validate --format g").first?.description == "output format: text, json, github")
  }

  /// It is asked while somebody types: nothing is said, asked or changed, whatever it is asked for.
  @Test(
    "the program is silent on every trouble",
    arguments: [
      [], ["targets"], ["nonsense", "more"], ["targets", "more", "--policy"],
      ["targets", "more", "--policy", "p.yaml"],
      ["override", "override", "end", "--state", "/dev/null"], ["systems", "trust", "--policy", "/dev/stdin"],
      ["requests", "approve", "--state", "p.yaml"], ["sentence", "try", "--policy", "bad.yaml", "kids"],
    ]) func quiet(_ arguments: [String])
  {
    let world = TestWorld(files: ["bad.yaml": "policy: [", "/dev/stdin": "timezone: UTC\n"])
    let run = world.run([CompletionWords.command] + arguments)
    #expect(run.output.isEmpty && run.error.isEmpty, "\(run)")
    #expect(world.replaced.isEmpty && world.created.isEmpty)
  }

  @Test("words that a shell would read something into are not printed") func harmless() {
    let words = ["kids", "$(id)", "a;b", "`id`", "3", "a b", "x\ny", "pi-hole.2_"].map { (word: $0, what: "of it\n") }
    let lines = ["kids", "3", "pi-hole.2_"].map { $0 + "\tof it\\u{A}\n" }
    #expect(CompletionWords.lines(words) == lines.joined())
  }

  // MARK: - The command

  @Test("the command prints the script", arguments: Shell.allCases) func prints(_ shell: Shell) {
    let printed = TestWorld().run("completions", shell.rawValue)
    #expect(printed.status == 0)
    #expect(printed.output == shell.script(OptionTable(.shipped)))
    #expect(printed.output.hasSuffix("\n"))
  }

  @Test("another shell is an error that lists them") func unknown() {
    let refused = TestWorld().run("completions", "tcsh")
    #expect(refused.status == 64)
    #expect(refused.output.isEmpty)
    #expect(
      refused.error == "reconcile: unknown shell 'tcsh'\nhint: the shells are bash, zsh, fish\n")
  }

  // MARK: - Quoting

  static let texts = ["plain", "it's", #"back\slash"#, #"\' "$HOME" `id` $(id)"#, "a:b [c] *", "two\nlines", #"end\"#]

  @Test("quoted texts come out as they went in", arguments: texts) func quoting(_ text: String) throws {
    let posix = "printf %s " + ShellWord.quoted(text)
    #expect(try Tool.run("/usr/bin/bash", ["-c", posix]).output == text)
    #expect(try Tool.run("/usr/bin/zsh", ["-fc", posix]).output == text)
    #expect(
      try Tool.run("/usr/bin/fish", ["--no-config", "-c", "printf %s " + EscapedForShell.fish(text)]).output == text)
  }

  @Test("descriptions for zsh") func zshDescriptions() {
    #expect(EscapedForShell.zshSpecification(#"a: [b] \ c"#) == #"a\: \[b\] \\ c"#)
  }

  // MARK: - Asking the shells

  private static let folder = Result { () throws -> Scripts in try Scripts() }

  /// A folder with one file that may be a policy, and the scripts elsewhere.
  private struct Scripts: @unchecked Sendable {
    // Written before any test reads them, and never again.
    let scripts: TemporaryFolder
    let files: TemporaryFolder

    init() throws {
      let texts = Shell.allCases.map { ("reconcile." + $0.rawValue, $0.script(OptionTable(.shipped))) }
      scripts = try TemporaryFolder(Dictionary(uniqueKeysWithValues: texts))
      files = try TemporaryFolder([CompletionTests.file: ""])
    }

    func script(_ shell: Shell) -> String { scripts.url.appending(path: "reconcile." + shell.rawValue).path }
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }

  /// What the function proposes; the file where it leaves the word to readline.
  private func bash(_ words: [String], in place: URL? = nil) throws -> [String] {
    let folder = try Self.folder.get()
    let program = """
      set -u
      PATH=$PWD/bin:$PATH
      source "$1"
      shift
      compopt() { [[ $* == '-o default' ]] && echo \(Self.file); }
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _reconcile
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try lines(
      "/usr/bin/bash", ["--norc", "-c", program, "bash", folder.script(.bash)] + words, in: place ?? folder.files.url)
  }

  private func zsh(_ line: String, in place: URL? = nil) throws -> [String] {
    let folder = try Self.folder.get()
    let program = Fixtures.folder.appending(path: "completions/capture.zsh").path
    return try lines("/usr/bin/zsh", ["-f", program, folder.script(.zsh), line], in: place ?? folder.files.url)
      // Of an option with a letter zsh proposes both.
      .filter { !$0.hasPrefix("-") || $0.hasPrefix("--") }
  }

  private func fish(_ line: String, in place: URL? = nil) throws -> [(word: String, description: String?)] {
    let folder = try Self.folder.get()
    return try lines(
      "/usr/bin/fish",
      [
        "--no-config", "-c", "set -x PATH $PWD/bin $PATH; source $argv[1]; complete -C $argv[2]", folder.script(.fish),
        line,
      ],
      in: place ?? folder.files.url
    ).map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }
  }

  private func lines(_ program: String, _ arguments: [String], in folder: URL) throws -> [String] {
    try Tool.run(program, arguments, in: folder).output.split(separator: "\n").map(String.init)
  }
}
