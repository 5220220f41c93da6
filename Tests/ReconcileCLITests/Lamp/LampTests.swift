import CivilTime
import HTTPTransport
import Policies
import Providers
import Synchronization
import TestSupport
import Testing

@testable import ReconcileCLI

/// A further kind of system is one folder and a place in the list: everything that the program does about systems, it does
/// about this one, too.
@Suite struct LampTests {
  static let policy = """
    timezone: Europe/Berlin
    systems:
      bridge: {kind: lamp-bridge, url: http://192.168.1.9, password: {credential: bridge-password}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      desk: {lamps: [Desk]}
      shelf: {lamps: ["*helf*"], otherwise: leave}
    policy:
      - desk dark 21:00–07:00
      - darken shelf sat 13:00–14:00
      - light shelf sat 14:00–15:00

    """

  /// A house in which the program knows such bridges.
  private struct House {
    let bridge = FakeWire(PretendBridge(), basePath: "/bridge")
    var world: TestWorld

    init(policy: String = LampTests.policy, password: String = PretendBridge.password) {
      var household = PretendHousehold()
      household.others = ["192.168.1.9": bridge]
      world = household.world(policy: policy)
      world.kinds = ProviderKinds(ProviderKinds.shipped.all + [.lampBridge])
      world.files["/etc/reconcile/credentials/bridge-password"] =
        WrittenSecret(password, for: "http://192.168.1.9", "lamp-bridge").file
    }

    var lit: [String] { get async { await bridge.system.lamps.filter(\.isLit).map(\.name) } }
    var writes: [String] { get async { await bridge.log.filter(\.isWrite).map(\.description) } }
  }

  // MARK: - The contract

  @Test(arguments: ProviderContract.stories(of: LampFixture())) func contract(_ story: ContractStory) async throws {
    try await story.run()
  }

  // MARK: - Looking and switching

  @Test func isPlannedAndApplied() async {
    let house = House()
    let plan = house.world.run("--dry-run", "household.yaml")
    #expect(plan.status == 0 && plan.output.contains("desk") && plan.output.contains("lit → dark"), "\(plan)")
    #expect(plan.output.contains("lamp 'Desk' enabled → disabled") && plan.output.contains("Lamp bridge 2.1"))
    #expect(await house.writes == [])
    let applied = house.world.run("household.yaml")
    #expect(applied.status == 0, "\(applied)")
    #expect(await house.lit == ["Bed"])
    #expect(await house.writes == ["PUT /bridge/lamps/a"])
    let again = house.world.run("drift", "household.yaml")
    #expect(again.status == 0 && !again.output.contains("→"), "\(again)")
    #expect(await house.writes == ["PUT /bridge/lamps/a"])
    let history = house.world.run("history").output
    #expect(history.contains("'Desk'") && history.contains("enabled → disabled"), "\(history)")
  }

  @Test func overridesHaveItsWords() async {
    let house = House()
    #expect(house.world.run("household.yaml").status == 0)
    let made = house.world.run("override", "desk", "lit", "--for", "30m", "--policy", "household.yaml")
    #expect(made.status == 0 && made.output.contains("desk lit"), "\(made)")
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.lit == ["Desk", "Bed"])
    let verb = house.world.run("override", "desk", "light", "--for", "30m", "--policy", "household.yaml")
    #expect(verb.status == 64 && verb.error.contains("lit"), "\(verb)")
    let paused = house.world.run("override", "desk", "paused", "--for", "30m", "--policy", "household.yaml")
    #expect(paused.status == 64 && paused.error.contains("lit or dark"), "\(paused)")
  }

  /// What an override found is put back, by the side that its word is on.
  @Test func whatAnOverrideFoundIsPutBack() async {
    var house = House()
    #expect(house.world.run("override", "shelf", "lit", "--for", "30m", "--policy", "household.yaml").status == 0)
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.lit == ["Bed", "Shelf"])
    house.world.now = house.world.now + 2400
    #expect(house.world.run("household.yaml").status == 0)
    #expect(await house.lit == ["Bed"])
  }

  // MARK: - Words

  @Test func isExplainedAndDrawn() {
    let world = House().world
    let explained = world.run("explain", "desk", "household.yaml")
    #expect(explained.status == 0 && explained.output.contains("dark"), "\(explained)")
    let timeline = world.run("timeline", "household.yaml", "--days", "2", "--to", "sun")
    #expect(timeline.status == 64)
    let drawn = world.run("timeline", "desk", "household.yaml", "--days", "2")
    #expect(drawn.status == 0 && drawn.output.contains("dark") && drawn.output.contains("lit"), "\(drawn)")
    let svg = world.run("timeline", "desk", "household.yaml", "--format", "svg").output
    #expect(svg.contains(#"class="closed""#) && svg.contains("dark from"), "\(svg.prefix(400))")
    let next = world.run("next", "household.yaml").output
    #expect(next.contains("lit") && next.contains("07:00"), "\(next)")
    let canonical = world.run("explain", "shelf", "household.yaml", "--at", "sat 13:30")
    #expect(canonical.output.contains("dark"), "\(canonical)")
  }

  @Test(
    arguments: [
      ("desk off", "'desk' can be lit or dark, not 'off'", "desk dark"),
      ("pause desk", "'desk' can be lit or dark, not 'paused'", "desk dark"),
      ("pihole dark", "'pihole' can be active or paused, not 'dark'", "pihole paused"),
      ("darken desk, pihole", "not 'dark'", "write the lines 'desk dark' and 'pihole paused'"),
    ]) func aWordOfAnotherPairIsRefused(_ sentence: String, _ message: String, _ hint: String)
  {
    let house = House(policy: Self.policy + "  - \(sentence)\n")
    let checked = house.world.run("validate", "household.yaml")
    #expect(checked.status == 65, "\(checked)")
    let text = checked.output + checked.error
    #expect(text.unwrapped.contains(message) && text.unwrapped.contains(hint), "\(text)")
  }

  /// Without such a kind they are words like any other.
  @Test func itsWordsAreReservedWhereItIsKnown() {
    let sketch = "timezone: UTC\ntargets: {lit: {}, desk: {}}\npolicy: [lit off sat]\n"
    #expect(House(policy: sketch).world.run("validate", "household.yaml").status == 65)
    #expect(TestWorld(files: ["p.yaml": sketch]).run("validate", "p.yaml").status == 0)
  }

  @Test func anEditOfItIsCompared() throws {
    var world = House().world
    world.files["new.yaml"] = Self.policy.replacing("bridge-password}}", with: "bridge-password}, room: attic}")
    let compared = world.run("compare", "household.yaml", "new.yaml")
    #expect(
      compared.status == 2 && compared.output.contains("room") && compared.output.contains("attic"), "\(compared)")
  }

  // MARK: - Tools

  @Test func itsSchemaFitsItsPolicy() throws {
    let printed = House().world.run("schema").output
    let folder = try TemporaryFolder([
      "schema.json": printed, "good.yaml": Self.policy,
      "bad.yaml": Self.policy.replacing("{lamps: [Desk]}", with: "{lamps: [Desk], prune: true}"),
    ])
    for (name, status) in [("good.yaml", Int32(0)), ("bad.yaml", 1)] {
      let check = try Tool.run(
        SchemaCheck.program, ["--schemafile", "schema.json", name], in: folder.url)
      #expect(check.status == status, "\(name): \(check)")
    }
  }

  @Test func itsOptionsAreCompleted() {
    let script = House().world.run("completions", "bash").output
    #expect(script.contains("--lamp-bridge") && script.contains("--room"))
    #expect(!TestWorld().run("completions", "bash").output.contains("--lamp-bridge"))
    let help = House().world.run("help", "init").output
    #expect(help.unwrapped.contains("the address of a Lamp bridge, such as http://192.168.1.2"), "\(help)")
    #expect(help.unwrapped.contains("one for each system, in their order"), "\(help)")
  }

  @Test func theDoctorKnowsIt() {
    let well = House().world.run("doctor", "household.yaml")
    #expect(well.status == 0, "\(well)")
    for words in ["Lamp bridge at http://192.168.1.9", "the bridge answers", "opens the bridge", "can be switched"] {
      #expect(well.output.unwrapped.contains(words), "\(well.output)")
    }
    let ill = House(password: "wrong").world.run("doctor", "household.yaml")
    #expect(ill.status != 0 && ill.output.unwrapped.contains("the bridge keeps its doors closed; it is read from"))
  }

  @Test func aFirstPolicyIsDrafted() throws {
    let house = House()
    let made = house.world.run(
      "init", "--lamp-bridge", "192.168.1.9", "--room", "office", "--timezone", "Europe/Berlin", "--output", "made.yaml"
    )
    #expect(made.status == 0, "\(made)")
    let text = try #require(house.world.created["made.yaml"])
    #expect(text.contains(#"room: "office""#) && text.contains("- lamps dark 22:00–06:00"), "\(text)")
    #expect(text.contains(#"- "Desk""#) && text.contains(#"- "Shelf""#) && !text.contains("Bed"), "\(text)")
  }

  /// Two kinds have the key `password`: places go to systems in their order.
  @Test func kindsMayShareAKey() throws {
    let house = House()
    let made = house.world.run(
      "init", "--pihole", "192.168.1.2", "--lamp-bridge", "192.168.1.9", "--password", "credential:pihole-password",
      "--password", "credential:bridge-password", "--timezone", "Europe/Berlin", "--output", "made.yaml")
    #expect(made.status == 0, "\(made)")
    let text = try #require(house.world.created["made.yaml"])
    #expect(text.contains(#"password: {credential: "pihole-password"}"#), "\(text)")
    #expect(text.contains(#"password: {credential: "bridge-password"}"#), "\(text)")
  }

  /// Two kinds have the selector `groups`: the system that a target is on says which is meant.
  @Test func kindsMayShareASelector() async {
    let own = SystemKind.lampBridge.selectors[0]
    var kind = ProviderKind.lampBridge
    kind.system.selectors = [
      SelectorKind("groups", own.object, one: own.one, own.form, states: own.states, help: own.help)
    ]
    var house = House(
      policy: Self.policy.replacing("{lamps: [Desk]}", with: "{groups: [Desk], system: bridge}")
        .replacing(
          #"{lamps: ["*helf*"], otherwise: leave}"#, with: #"{groups: ["*helf*"], system: bridge, otherwise: leave}"#
        )
        .replacing(
          "policy:\n",
          with: "  tablets: {groups: [kids], when-off: enabled, system: pihole}\npolicy:\n  - tablets off\n"))
    house.world.kinds = ProviderKinds(ProviderKinds.shipped.all + [kind])
    let run = house.world.run("household.yaml")
    #expect(run.status == 0 && run.output.contains("lamp 'Desk'") && run.output.contains("group 'kids'"), "\(run)")
    #expect(await house.lit == ["Bed"])
    let other = house.world.run("override", "desk", "off", "--for", "30m", "--policy", "household.yaml")
    #expect(other.status == 64 && other.error.contains("lit or dark"), "\(other)")
    house.world.files["household.yaml"] = Self.policy.replacing("{lamps: [Desk]}", with: "{groups: [Desk]}")
    let unclear = house.world.run("validate", "household.yaml")
    #expect(
      unclear.status == 65 && (unclear.output + unclear.error).unwrapped.contains("'bridge' or 'pihole'"), "\(unclear)")
  }

  /// What is opened again is in the state that its own pair calls so.
  @Test func whatIsLeftBehindIsLitAgain() async {
    var house = House()
    #expect(house.world.run("household.yaml").status == 0)
    house.world.files["household.yaml"] = Self.policy.replacing("desk: {lamps: [Desk]}", with: "desk: {lamps: [Bed]}")
    #expect(house.world.run("household.yaml").status == 0)
    let released = house.world.run("release", "--yes", "Desk", "--policy", "household.yaml")
    #expect(released.status == 0 && released.output.contains("disabled → enabled"), "\(released)")
    #expect(await house.lit == ["Desk"])
    let history = house.world.run("history", "--format", "json").output
    #expect(history.contains(#""state":"lit""#) && !history.contains(#""state":"on""#), "\(history)")
  }

  @Test func itsSecretGoesToItsKindAlone() {
    var world = House().world
    world.files["/etc/reconcile/credentials/bridge-password"] =
      WrittenSecret(PretendBridge.password, for: "http://192.168.1.9", "pihole").file
    let run = world.run("--dry-run", "household.yaml")
    #expect(run.status == 77 && (run.output + run.error).contains("lamp-bridge"), "\(run)")
  }
}
