import JSONTree
import Simulator
import TestSupport
import Testing

@testable import Host

/// `devices` and `apps`: what can be looked up before a policy names it.
@Suite struct DevicesCommandTests {
  private static func run(
    _ line: String, columns: Int? = nil, _ prepare: @Sendable (inout UniFiConsole) -> Void = { _ in }
  ) async -> (run: TestWorld.Outcome, writes: [String]) {
    let household = PretendHousehold()
    await household.console.inspect { prepare(&$0) }
    var world = household.world(policy: DeviceStoryTests.policy)
    world.columns = columns
    let run = world.run(line.split(separator: " ").map(String.init))
    return (run, await household.writes)
  }

  @Test func whatIsConnectedIsListedWithWhatThePolicyCallsIt() async {
    let (run, writes) = await Self.run("devices household.yaml")
    #expect(run.status == 0 && writes.isEmpty, "\(run)")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("Emma's iPad 02:00:5e:00:53:01 192.168.40.22 WiFi 'emma-ipad' in emma and videos, private"))
    #expect(lines.contains("Emma's phone 02:00:5e:00:53:02 192.168.40.23 WiFi 'emma-phone' in emma"))
    #expect(lines.contains("Ben's laptop 00:00:5e:00:53:11 192.168.1.22 WiFi new"))
    #expect(lines.contains("Ben's laptop (VPN) no MAC address 192.168.200.2 VPN"))
    #expect(lines.contains("bens-laptop: \"00:00:5e:00:53:11\"") && !run.output.contains("emmas-ipad"))
  }

  /// What has no room behind the columns is below them, and on a phone each device is a block.
  @Test(arguments: [40, 60, 80]) func aNarrowScreenShowsAllOfIt(_ columns: Int) async {
    let wide = await Self.run("devices household.yaml").run.output
    let (run, _) = await Self.run("devices household.yaml", columns: columns)
    let lines = run.output.split(separator: "\n").prefix { !$0.hasPrefix("To name them") }
    #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " }, "\(run.output)")
    #expect(run.output.unwrapped == wide.unwrapped, "nothing is lost")
  }

  /// What is printed to be pasted is taken. A name alone gives a device no bedtime, so it is shown until a target has it.
  @Test func theLinesToPasteWork() async throws {
    let (run, _) = await Self.run("devices household.yaml --new")
    let lines = run.output.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "To name them, add below 'devices:' in the policy:"))
    #expect(!lines.contains("devices:"), "the policy has that line already")
    let pasted = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
    let household = PretendHousehold()
    let policy = DeviceStoryTests.policy.replacing("devices:\n", with: "devices:\n\(pasted)\n")
    let again = household.world(policy: policy).run("devices", "household.yaml", "--new")
    #expect(again.status == 0, "\(again)")
    #expect(again.output.contains("'bens-laptop', in no target"), "\(again.output)")
    #expect(!again.output.contains("To name them") && !again.output.contains("'emma-phone'"), "\(again.output)")
    let names = pasted.split(separator: "\n").compactMap { $0.split(separator: ":").first?.drop { $0 == " " } }
    let used = policy.replacing(
      "\ntargets:\n", with: "\ntargets:\n  rest: {devices: [console, \(names.joined(separator: ", "))]}\n")
    let done = household.world(policy: used).run("devices", "household.yaml", "--new")
    #expect(done.status == 0 && done.output.contains("A target names every connected device."), "\(done)")
  }

  /// What a console lists twice is named once, and no name is one that other programs read as something else.
  @Test func whatIsListedTwiceIsNamedOnce() async {
    let (run, _) = await Self.run("devices household.yaml") { console in
      guard var client = console.sites[0].clients.first(where: { $0.macAddress == "00:00:5e:00:53:11" }) else { return }
      client.id = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f98"
      console.sites[0].clients.append(client)
      client.id = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f99"
      (client.name, client.macAddress) = ("null", "00:00:5e:00:53:77")
      console.sites[0].clients.append(client)
    }
    #expect(run.output.contains("\n  the-null: \"00:00:5e:00:53:77\"\n"), "\(run.output)")
    #expect(run.output.split(separator: "\n").count { $0.hasSuffix(": \"00:00:5e:00:53:11\"") } == 1, "\(run.output)")
  }

  /// A policy that names no device yet needs the line above them as well.
  @Test func theFirstNamesComeWithTheirKey() async {
    let world = PretendHousehold().world(policy: PretendHousehold.policy)
    let run = world.run("devices", "household.yaml")
    #expect(run.output.contains("To name them, add to the policy:\n\ndevices:\n  "), "\(run)")
  }

  @Test func aHostileNameIsOnlyText() async throws {
    let (run, _) = await Self.run("devices household.yaml") { console in
      for place in console.sites[0].clients.indices {
        console.sites[0].clients[place].name = "\u{1B}[2J\u{202E}a: \"b\"\nc"
      }
    }
    #expect(run.status == 0 && !run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"), "\(run)")
    let pasted = run.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && $0.contains(": \"") && !$0.hasPrefix("    ")
    }
    #expect(
      !pasted.isEmpty && pasted.allSatisfy { $0.contains("2ja-b-c") || $0.contains("device") || $0.contains("a-b-c") },
      "\(pasted)")
  }

  @Test func bothAreThereForPrograms() async throws {
    let (devices, _) = await Self.run("devices household.yaml --format json")
    let clients = try JSON(parsing: Array(devices.output.utf8))["systems"]?.elements?.first?["clients"]?.elements
    let ipad = try #require(clients?.first { $0["mac"]?.string == "02:00:5e:00:53:01" })
    #expect(ipad["device"]?.string == "emma-ipad" && ipad["isPrivate"]?.bool == true && ipad["link"]?.string == "wifi")
    #expect(ipad["targets"]?.elements?.compactMap(\.string) == ["emma", "videos"])
    let (apps, _) = await Self.run("apps social --policy household.yaml --format json")
    let catalogue = try JSON(parsing: Array(apps.output.utf8))["systems"]?.elements?.first?["catalogue"]?.elements
    #expect(catalogue?.compactMap { $0["name"]?.string } == ["Social Networks"])
    #expect(catalogue?.first?["sort"]?.string == "category")
  }

  @Test func whatCannotBeReadIsSaid() async {
    let (refused, _) = await Self.run("devices household.yaml") { $0.keys = [] }
    #expect(refused.status == 77 && refused.output.contains("could not be read"), "\(refused)")
    let (other, _) = await Self.run("apps --policy household.yaml --system attic")
    #expect(other.status == 64 && other.error.contains("no system 'attic'"), "\(other)")
    let household = PretendHousehold()
    let policy = "timezone: UTC\nsystems: {p: {kind: pihole, url: http://192.168.1.2}}\npolicy: []\n"
    let none = household.world(policy: policy).run("devices", "household.yaml")
    #expect(none.status == 64 && none.error.contains("no system that lists devices"), "\(none)")
  }
}
