import Planning
import Policies
import StateStore
import Testing

@testable import Host
@testable import ReconcileCLI

/// An override that was made for a file that was not followed then is no way around a guard of the one that is.
@Suite struct UnaskedOverrideTests {
  private static let (home, copy) = ("/etc/reconcile/policy.yaml", "/home/anna/copy.yaml")
  private static let open = "people: {anna: {}}\n" + OverrideScene.policy
  private static func guarded(_ edits: String) -> String {
    open.replacing("tv: {acl-rules: [TV]}", with: "tv: {acl-rules: [TV], guard: {approve: anna\(edits)}}")
  }

  /// `home` is followed, and guards the TV; a copy of it without the guard is there, and overrides were made for that one.
  private final class House {
    let scene = OverrideScene()
    var files: FakeFiles

    init(_ policy: String, _ lines: [String] = ["override tv on --for 300d"]) throws {
      files = FakeFiles(texts: [home: policy, copy: UnaskedOverrideTests.open])
      try follow(home, isSame: false)
      scene.pass(3_600)
      for line in lines {
        let made = run(line, copy)
        #expect(made.status == 0 && made.output.contains("It does not count yet"), "\(made)")
      }
    }

    func run(_ line: String, _ policy: String) -> TestWorld.Outcome {
      scene.run(line.split(separator: " ").map(String.init) + ["--policy", policy], files: files)
    }

    func follow(_ path: String, isSame: Bool) throws {
      try scene.store().follow(PolicyFile(path: path, owner: "home"), isSame: isSame, at: scene.now)
    }

    /// Whether the TV is on at `path`, as every view has it.
    func isOn(_ path: String) -> Bool {
      let now = run("explain tv", path).output
      #expect(now.contains("tv: on") != now.contains("tv: off"), "\(now)")
      return now.contains("tv: on")
    }

    /// It is said why it does not count, and what to do, and that is asked for.
    func isTold(_ path: String) {
      let list = run("override list", path)
      #expect(list.output.unwrapped.contains("made while another policy was followed"), "\(list)")
      let warning = run("explain tv", path)
      #expect(warning.error.contains("override 1 on 'tv' was made while another policy was followed"), "\(warning)")
      let extended = run("override extend 1 --for 1h", path)
      #expect(extended.status == 0 && extended.output.contains("It does not count: it was made"), "\(extended)")
      #expect(!isOn(path))
      let again = run("override tv on --for 1h", path)
      #expect(again.status == 4 && again.output.contains("anna"), "\(again)")
      #expect(!isOn(path))
      scene.pass(60)
      let ended = run("override end 1", path)
      #expect(ended.status == 0 && ended.output.contains("It did not count, so nothing changes"), "\(ended)")
    }
  }

  @Test("another name for the file that is followed", arguments: ["", ", edits: true"])
  func aLinkIsNoWayAround(_ edits: String) throws {
    let house = try House(Self.guarded(edits))
    #expect(house.isOn(Self.copy) && !house.isOn(Self.home))
    house.files = FakeFiles(texts: [Self.home: Self.guarded(edits)], links: [Self.copy: Self.home])
    for path in [Self.home, Self.copy, Self.home] { #expect(!house.isOn(path)) }
    house.isTold(Self.home)
  }

  @Test("the file that is followed moves to its place", arguments: ["", ", edits: true"], [true, false])
  func aMoveIsNoWayAround(_ edits: String, isSame: Bool) throws {
    let house = try House(Self.guarded(edits))
    house.files = FakeFiles(texts: [Self.copy: Self.guarded(edits)])
    #expect(!house.isOn(Self.copy))
    for _ in 1...2 {
      try house.follow(Self.copy, isSame: isSame)
      #expect(!house.isOn(Self.copy))
    }
    // And on to a third place.
    house.files = FakeFiles(texts: ["/srv/policy.yaml": Self.guarded(edits)])
    #expect(!house.isOn("/srv/policy.yaml"))
    try house.follow("/srv/policy.yaml", isSame: true)
    #expect(!house.isOn("/srv/policy.yaml"))
    house.isTold("/srv/policy.yaml")
  }

  @Test("another owner for a while") func anotherOwnerIsNoWayAround() throws {
    let house = try House(Self.guarded(""), [])
    house.files = FakeFiles(texts: [Self.copy: "owner: other\n" + Self.open])
    #expect(house.run("override tv on --for 2h", Self.copy).output.contains("It does not count yet"))
    house.files = FakeFiles(texts: [Self.copy: Self.guarded("")])
    #expect(!house.isOn(Self.copy))
    try house.follow(Self.copy, isSame: true)
    #expect(!house.isOn(Self.copy))
  }

  @Test("what nobody would have to be asked for counts once its file is followed")
  func whatIsNotGuardedCounts() throws {
    for policy in [Self.open, Self.guarded("")] {
      let house = try House(Self.guarded(""), ["override kids on --for 2h", "lock tv --for 3h"])
      house.files = FakeFiles(texts: [Self.copy: policy])
      for _ in 1...2 {
        try house.follow(Self.copy, isSame: false)
        let told = house.run("explain kids", Self.copy)
        #expect(told.output.contains("kids: on") && told.error.isEmpty, "\(told)")
        #expect(!house.run("override list", Self.copy).output.contains("does not count"))
      }
    }
    // The guard goes, and comes back.
    let house = try House(Self.guarded(""))
    try house.follow(Self.copy, isSame: false)
    #expect(house.isOn(Self.copy))
    house.files = FakeFiles(texts: [Self.copy: Self.guarded("")])
    #expect(!house.isOn(Self.copy))
  }

  @Test("a moved or renamed file keeps its own", arguments: [true, false]) func aMovedFileKeepsItsOwn(
    isMovedFirst: Bool
  ) throws {
    let house = try House(Self.open, [])
    if !isMovedFirst { #expect(house.run("override tv on --for 2h", Self.home).status == 0) }
    house.files = FakeFiles(texts: [Self.copy: Self.open])
    if isMovedFirst { #expect(house.run("override tv on --for 2h", Self.copy).status == 0) }
    // A guard that came later lets it go on, as one in the same place does.
    house.files = FakeFiles(texts: [Self.copy: Self.guarded("")])
    #expect(house.isOn(Self.copy))
    for _ in 1...2 {
      try house.follow(Self.copy, isSame: true)
      #expect(house.isOn(Self.copy))
    }
    // Another file is followed for a while.
    house.files = FakeFiles(texts: [Self.copy: Self.guarded(""), Self.home: Self.guarded("")])
    try house.follow(Self.home, isSame: false)
    #expect(!house.isOn(Self.home))
    try house.follow(Self.copy, isSame: false)
    #expect(house.isOn(Self.copy))
  }

  @Test("what is asked for while another file is followed, and agreed to later, counts")
  func anAgreementCounts() throws {
    let scene = RequestScene()
    scene.enforce()
    let other = RequestScene.policy.replacing("phone off 22:00", with: "phone off 20:00")
    scene.files["other.yaml"] = other
    let asked = scene.run("ask phone on --for 2h --policy other.yaml")
    #expect(asked.status == 0, "\(asked)")
    scene.move(to: "other.yaml")
    scene.edit("phone off 22:00", "phone off 20:00")
    let code = try #require(scene.codes()["anna"])
    #expect(scene.run("explain phone").output.contains("phone: off"))
    let approved = scene.run("approve 1", typing: [code])
    #expect(approved.status == 0 && !approved.output.contains("does not count"), "\(approved)")
    #expect(scene.run("explain phone").output.contains("phone: on"))
    scene.enforce()
    #expect(scene.run("explain phone").output.contains("phone: on"))
  }
}
