import TestSupport
import Testing

@testable import ReconcileCLI

/// Every command of `docs/first-bedtime.md` and of the README is typed, by the built program in front of a pretend
/// household, or is here with the reason why not.
@Suite("a first bedtime", .waitsForPrograms) struct FirstBedtimeTests {
  private static let systemd = "needs systemd: .packaging/test-systemd.sh enables the package's units"
  private static let building = "builds and installs: .packaging/test-systemd.sh installs the package"
  private static let key = "demonstration-key"
  private static let password = "demonstration-password"
  private static let bedtime = ["emma", "ben 2", "", ""]

  /// Five minutes off, the end of them, and the timer.
  private static func tried(on target: String) -> [GuideStep] {
    [
      .typed("sudo reconcile doctor"), .typed("sudo reconcile --dry-run"),
      .typed("sudo reconcile lock \(target) --for 5m"), .typed("sudo reconcile apply", leaves: (false, false)),
      .typed("sudo reconcile override end \(target) --apply", leaves: (true, false)),
      .elsewhere("sudo systemctl enable --now reconcile.timer", systemd, leaves: (true, false)),
    ]
  }

  /// A home that a chapter is about, and where it is read from the beginning to the end.
  struct Chapter: Sendable, CustomTestStringConvertible {
    /// The headings, and what is typed below each.
    var sections: [(heading: String, steps: [GuideStep])]
    /// What the simulator is told.
    var household: [String] = []
    /// Whether the children's devices have what they want.
    var sees: @Sendable (GuideReader) throws -> Bool
    /// Whether the YAML of the page is for this reader.
    var writesPolicies = true
    var testDescription: String { sections[0].heading }
  }

  private static let device: @Sendable (GuideReader) throws -> Bool = { reader in
    let has = try reader.has("client 'Emma's iPad'", ", internet")
    let lacks = try reader.has("client 'Emma's iPad'", ", no internet")
    #expect(has != lacks)
    return has
  }

  static let gateway = Chapter(
    sections: [
      (
        "A: a UniFi gateway",
        [
          .typed("sudo reconcile init --unifi https://192.168.1.1", status: 77, secrets: [key]),
          .typed("sudo reconcile init --unifi https://192.168.1.1", answers: bedtime),
        ] + tried(on: "emma")
      ),
      (
        "Half an hour more",
        [
          .typed("sudo reconcile more emma 30m", leaves: (true, true)), .typed("sudo reconcile explain emma"),
          .elsewhere("sudo systemctl edit reconcile-serve.socket", "opens an editor"),
          .elsewhere("sudo systemctl enable --now reconcile-serve.socket", systemd),
          .typed("sudo reconcile people link anna --device iPhone --url http://192.168.1.5:8383"),
        ]
      ),
    ], sees: device)

  static let wifi = Chapter(
    sections: [
      (
        "B: UniFi WiFi and another router",
        [.typed("sudo reconcile init --unifi https://192.168.1.1", status: 77, secrets: [key])] + tried(on: "kids")
      )
    ], household: ["--firewall", "off"],
    sees: { reader in
      let isOff = try reader.has("WiFi 'Kids'", " disabled, USER_DEFINED")
      return try reader.has("WiFi 'Kids'", " enabled, USER_DEFINED") && !isOff
    })

  static let pihole = Chapter(
    sections: [
      (
        "C: a Pi-hole alone",
        [
          .typed("sudo reconcile init --pihole http://192.168.1.2", status: 77, secrets: [password]),
          .typed("sudo reconcile init --pihole http://192.168.1.2"),
        ] + tried(on: "kids")
      )
    ],
    sees: { reader in
      let isBlocked = try reader.has("domain deny regex '.*'", " enabled, in 'kids'", ofPiHole: true)
      return !isBlocked
    })

  static let readme = Chapter(
    sections: [
      (
        "Install",
        [
          .elsewhere("make demo", "builds; EndToEndTests plays the story"),
          .elsewhere("make deb && sudo apt install ./.build/reconcile_*.deb", building),
        ]
      ),
      (
        "The first bedtime",
        [
          .typed(
            "sudo reconcile init --unifi https://192.168.1.1 --pihole http://192.168.1.2", status: 77,
            secrets: [key, password], again: bedtime),
          .typed("sudo reconcile doctor"), .typed("sudo reconcile --dry-run"),
          .elsewhere("sudo systemctl enable --now reconcile.timer", systemd),
          // No timer runs here.
          .typed("sudo reconcile status", status: 1),
          .typed("sudo reconcile timeline --format svg --paper a4 > week.svg"),
        ]
      ),
    ], sees: device, writesPolicies: false)

  @Test("its chapters are followed to the letter", arguments: [gateway, wifi, pihole], GuideReader.Hour.allCases)
  func followed(_ chapter: Chapter, at hour: GuideReader.Hour) throws {
    try Self.follow(chapter, of: GuidePage("docs/first-bedtime.md"), at: hour)
  }

  @Test("the README's commands are typed as well") func theReadmes() throws {
    try Self.follow(Self.readme, of: GuidePage("README.md"), at: .day)
  }

  private static func follow(_ chapter: Chapter, of page: GuidePage, at hour: GuideReader.Hour) throws {
    let reader = try GuideReader(at: hour, household: chapter.household)
    for (heading, steps) in chapter.sections {
      var left = steps[...]
      var typed: [String] = []
      for part in page.parts(below: heading) {
        switch part {
        case .heading: break
        case .policy(let yaml): if chapter.writesPolicies { try reader.write(yaml) }
        case .printed(let text): reader.compare(text, typed: typed)
        case .command(let command):
          let next = left.popFirst()
          let step = try #require(next)
          #expect(step.command == command)
          typed = step.answers ?? []
          try reader.follow(step, sees: chapter.sees)
        }
      }
      #expect(left.isEmpty)
    }
    try reader.end()
  }

  static let guides = [("docs/first-bedtime.md", [gateway, wifi, pihole]), ("README.md", [readme])]

  @Test("no command is left out", arguments: guides)
  func nothingIsLeftOut(_ path: String, _ chapters: [Chapter]) throws {
    let page = try GuidePage(path)
    let known = Dictionary(
      uniqueKeysWithValues: chapters.flatMap(\.sections).map { ($0.heading, $0.steps.map(\.command)) })
    let shown = page.commands
    #expect(shown.map(\.heading).sorted() == known.keys.sorted())
    for (heading, commands) in shown { #expect(known[heading] == commands, "\(heading)") }
  }

  @Test("what sentences mention can be typed", arguments: ["docs/first-bedtime.md", "README.md"])
  func mentioned(_ path: String) throws {
    let lines = try GuidePage(path).mentioned
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(throws: Never.self, "\(line)") {
        try Invocation(line.split(separator: " ").dropFirst().map(String.init), OptionTable(.shipped))
      }
    }
  }

  /// The reader above is root already. Where `sudo` made one root, some options are refused.
  @Test("each command may be typed after sudo", arguments: ["docs/first-bedtime.md", "README.md"])
  func throughSudo(_ path: String) throws {
    var world = TestWorld(files: [
      "/etc/reconcile/policy.yaml": """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      targets:
        emma: {system: gateway, acl-rules: ["Downtime-*"]}
        kids: {system: gateway, acl-rules: ["Downtime-*"]}
      policy:
        - emma, kids off 21:00–07:00

      """
    ])
    world.runningUser = 0
    world.variables = ["SUDO_USER": "anna"]
    let judged = ["lock", "ask", "requests", "approve", "deny"]
    for line in try GuidePage(path).commands.flatMap(\.commands) where line.hasPrefix("sudo reconcile ") {
      let words = line.split(separator: " ").dropFirst(2).map(String.init)
      guard judged.contains(words[0]) else { continue }
      let outcome = world.run(words)
      #expect(outcome.status != 64, "\(line): \(outcome)")
    }
  }

  /// A reader who sees nothing would find everything right.
  @Test("a command that is not known, or not typed, is noticed") func readsPages() throws {
    let page = GuidePage(
      text: """
        ```sh
        make it
        ```
        ## A
        ```sh
        one --two    # a remark
        # only a remark

        three
        ```
        ```yaml
        timezone: X
        ```
        ## B
        ```
        printed
        ```
        """)
    #expect(page.commands.map(\.heading) == ["", "A"])
    #expect(page.commands.map(\.commands) == [["make it"], ["one --two", "three"]])
    #expect(page.parts(below: "A") == [.command("one --two"), .command("three"), .policy("timezone: X\n")])
    #expect(page.parts(below: "B") == [.printed("printed")])
  }
}
