import Documents
import Policies
import TestSupport
import Testing

/// Devices, and the targets that name them.
@Suite struct DeviceDecoderTests {
  @Test(
    arguments: [
      ("02:00:5e:00:53:01", "02:00:5e:00:53:01"), ("02-00-5E-00-53-01", "02:00:5e:00:53:01"),
      ("0200.5E00.5301", "02:00:5e:00:53:01"), ("02005e005301", "02:00:5e:00:53:01"), ("2:0:5e:0:53:1", nil),
      ("02:00:5e:00:53", nil), ("02:00:5e:00:53:01:02", nil), ("02:00-5e:00:53:01", nil), ("02:00:5e:00:53:0g", nil),
      ("０２:00:5e:00:53:01", nil), ("", nil), ("::::::", nil), ("0200.5E00:5301", nil), ("02005e00530", nil),
    ] as [(String, String?)]) func addressesHaveOneSpelling(_ text: String, _ spelling: String?)
  {
    #expect(MACAddress(text)?.text == spelling)
  }

  /// The second bit of the first octet says it, whatever else it holds.
  @Test func everySecondPairOfAddressesIsPrivate() {
    for octet in UInt8.min...UInt8.max {
      let digits = String(octet, radix: 16)
      let mac = MACAddress((octet < 16 ? "0" : "") + digits + ":00:5e:00:53:01")
      #expect(mac?.isPrivate == "2367abef".contains(digits.last ?? "0"))
      #expect(mac?.isOfOneCard == "02468ace".contains(digits.last ?? "1"))
    }
    #expect(MACAddress("00:00:00:00:00:00")?.isOfOneCard == false)
  }

  private static func policy(_ targets: String, systems: String? = nil) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: UTC
      owner: home
      systems: {\(systems ?? "g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}")}
      devices:
        ipad: "02:00:5e:00:53:01"
        phone: {mac: 0200.5e00.5302, because: it is off}
        emma: 00-00-5E-00-53-03
      targets: {\(targets)}
      policy: [emma off sat]
      """)
  }

  @Test func aTargetNamesDevicesAndTheirTraffic() throws {
    let decoded = try Self.policy(
      "emma: {devices: [iPad, phone, ipad, emma], apps: [YouTube, 'id:262392', youtube], app-categories: [Social], "
        + "sites: [Shop.example, shop.example]}")
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    guard case .devices(let system, let kind, let selection) = policy.targets[0].selector else {
      Issue.record("\(policy.targets[0].selector)")
      return
    }
    #expect(system.text == "g" && kind.object.rawValue == "device-policy")
    #expect(selection.devices.map(\.name.text) == ["ipad", "phone", "emma"])
    #expect(
      selection.devices.map(\.mac.text) == ["02:00:5e:00:53:01", "02:00:5e:00:53:02", "00:00:5e:00:53:03"])
    #expect(selection.apps == [.name("YouTube"), .id(262392)])
    #expect(selection.categories == [.name("Social")] && selection.sites == ["shop.example"])
    #expect(!selection.isOfAllTraffic)
    #expect(policy.targets[0].states == .onOff)
    #expect(policy.devices.map(\.because) == [nil, "it is off", nil])
  }

  @Test(
    arguments: [
      ("{devices: []}", "value.empty"), ("{devices: ipad}", "value.kind"), ("{devices: [[ipad]]}", "value.kind"),
      ("{devices: [ipad], apps: []}", "value.empty"),
      ("{devices: [ipad], apps: ['id:x']}", "object.id"), ("{devices: [ipad], apps: ['id:99999999999']}", "object.id"),
      ("{devices: [ipad], sites: ['*.shop.example']}", "domain.form"),
      ("{devices: [ipad], sites: ['https://shop.example']}", "domain.form"),
      ("{devices: [ipad], not: [phone]}", "key.unsuited"), ("{devices: [ipad], prune: true}", "key.unsuited"),
      ("{devices: [ipad], when-off: enabled}", "key.unsuited"), ("{acl-rules: [Kids], apps: [A]}", "key.unsuited"),
      ("{devices: [ipad], otherwise: paused}", "value.choice"),
      ("{devices: [ipad], acl-rules: [Kids]}", "target.selector"),
    ]) func mistakesAreSaid(_ target: String, _ code: String) throws
  {
    let decoded = try Self.policy("emma: \(target)")
    #expect(decoded.policy == nil)
    #expect(decoded.diagnostics.contains { $0.code == code }, "\(decoded.lines())")
  }

  /// A device with a mistake is not left out of its target without a word: the target is another one then.
  @Test func aMistakeInADeviceIsOneInItsTargets() throws {
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      devices: {ipad: "nonsense", phone: "00:00:5e:00:53:01"}
      targets: {emma: {devices: [ipad, phone]}}
      policy: [emma off sat]
      """)
    #expect(decoded.policy == nil)
    #expect(decoded.diagnostics.map(\.code) == ["device.address"], "said once: \(decoded.lines())")
  }

  /// The devices, and where something is wrong with them: the place in the text as it is shown, and what is said of it.
  @Test(
    arguments: [
      ("ipad: '02:00:5e:00:53:01'", nil, nil),
      ("Emmas iPad: '02:00:5e:00:53:01'", "name.form", "emmas-ipad"),
      ("Émmas Händy: '02:00:5e:00:53:01'", "name.form", "emmas-haendy"),
      ("E\u{301}mma: '02:00:5e:00:53:01'", "name.form", "write emma"),
      ("Łukasz TV: '02:00:5e:00:53:01'", "name.form", "lukasz-tv"),
      ("İpek: '02:00:5e:00:53:01'", "name.form", "write ipek"),
      ("Ольга pc: '02:00:5e:00:53:01'", "name.form", "write olga-pc"),
      ("ipad: {because: private}", "key.missing", "mac: \"04:00:5e:00:53:01\""),
      ("ipad: {mac: [1]}", "value.kind", nil), ("ipad: []", "value.kind", nil), ("ipad: ''", "value.empty", nil),
      ("ipad: {mac: '02:00:5e:00:53:01', because: []}", "value.kind", nil),
      ("ipad: {mac: '02:00:5e:00:53:01', becuase: x}", "key.unknown", "because"),
      ("ipad: '02:00:5e:00:53:01', phone: 0200.5E00.5301", "device.address", "keep one name"),
      ("ipad: '03:00:5e:00:53:01'", "device.address", nil),
    ] as [(String, String?, String?)])
  func mistakesInDevicesAreSaid(_ devices: String, _ code: String?, _ hint: String?) throws {
    let decoded = try DecodedPolicy("timezone: UTC\ndevices: {\(devices)}\npolicy: []\n")
    let errors = decoded.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == (code.map { [$0] } ?? []), "\(decoded.lines())")
    #expect((decoded.policy == nil) == (code != nil))
    if let hint { #expect(errors.first?.hint?.contains(hint) == true, "\(decoded.lines())") }
  }

  private static func folder(andIn other: String) throws -> DecodedPolicy {
    try DecodedPolicy([
      "a.yaml": "timezone: UTC\npolicy: []\ndevices: {ipad: '02:00:5e:00:53:01'}\n",
      "b.yaml": "devices: {\(other): '02:00:5e:00:53:02'}\n",
    ])
  }

  /// Both files of a folder may define devices, one of them each device.
  @Test func aDeviceIsDefinedOnce() throws {
    #expect(try Self.folder(andIn: "phone").policy?.devices.map(\.name.text) == ["ipad", "phone"])
    let twice = try Self.folder(andIn: "ipad")
    #expect(twice.policy == nil)
    #expect(twice.diagnostics.map(\.code) == ["name.twice"], "\(twice.lines())")
    #expect(twice.diagnostics.first?.message == "the device 'ipad' is defined twice")
    #expect(twice.diagnostics.first?.span?.file == "b.yaml")
  }

  /// A Pi-hole knows no devices; what does the same there is said, ready to be pasted.
  @Test(arguments: ["{devices: [ipad, phone]}", "{devices: [ipad, phone], system: p}"])
  func aPiHoleHasAnotherWay(_ target: String) throws {
    let decoded = try Self.policy("emma: \(target)", systems: "p: {kind: pihole, url: https://p.example}")
    let found = try #require(decoded.diagnostics.first { $0.code == "target.system" }, "\(decoded.lines())")
    #expect(found.message == "'p' is a Pi-hole, which has no devices")
    let recipe = "emma: {system: p, domains: {deny: [\"regex:.*|emma\"], groups: [emma]}}"
    #expect(found.hint?.contains(recipe) == true, "\(found.hint ?? "")")
    #expect(found.hint?.contains("ipad and phone") == true)
    // What is proposed works.
    let (name, pasted) = ("emma: ", recipe.dropFirst("emma: ".count))
    let mended = try Self.policy(name + pasted, systems: "p: {kind: pihole, url: https://p.example}")
    #expect(mended.policy != nil, "\(mended.lines())")
  }

  /// What is proposed for two targets works for both: an entry of a Pi-hole belongs to one.
  @Test func whatAPiHoleGetsForTwoTargetsIsNotOneEntry() throws {
    let decoded = try Self.policy(
      "emma: {devices: [ipad]}, ben: {devices: [phone]}", systems: "p: {kind: pihole, url: https://p.example}")
    let found = decoded.diagnostics.filter { $0.code == "target.system" }
    let patterns = found.compactMap { $0.hint?.split(separator: "[\"").last?.prefix { $0 != "\"" } }
    #expect(patterns == ["regex:.*|emma", "regex:.*|ben"], "\(decoded.lines())")
  }

  /// Only what is meant is stopped: sites are named as they are, and what a Pi-hole cannot tell apart is no reason to stop all.
  @Test(
    arguments: [
      ("sites: [shop.example, Games.example]", "'emma: {system: p, domains: {deny: [shop.example, Games.example], "),
      ("sites: [shop.example], apps: [YouTube]", "it cannot tell what belongs to 'apps'"),
      ("apps: [YouTube]", "as 'sites', and leave 'apps' out"),
      ("app-categories: [Games]", "it cannot tell what belongs to 'app-categories'"),
    ]) func aPiHoleStopsNoMoreThanIsMeant(_ narrowed: String, _ hint: String) throws
  {
    for system in ["", ", system: p"] {
      let decoded = try Self.policy(
        "emma: {devices: [ipad], \(narrowed)\(system)}", systems: "p: {kind: pihole, url: https://p.example}")
      let found = try #require(decoded.diagnostics.first { $0.code == "target.system" }, "\(decoded.lines())")
      #expect(found.hint?.contains(hint) == true && found.hint?.contains("regex:") == false, "\(found.hint ?? "")")
    }
  }

  @Test func aConsoleIsTakenWhereThereIsOne() throws {
    let both =
      "p: {kind: pihole, url: https://p.example}, g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}"
    #expect(try Self.policy("emma: {devices: [ipad]}", systems: both).policy?.targets[0].selector.system?.text == "g")
  }

  @Test func toRemoveAFileHasToSayWhoItIs() throws {
    let text = """
      timezone: UTC
      OWNER
      systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}, prune: true}}
      policy: []
      """
    let without = try DecodedPolicy(text.replacing("OWNER\n", with: ""))
    #expect(without.policy == nil && without.diagnostics.map(\.code) == ["owner.form"], "\(without.lines())")
    #expect(try DecodedPolicy(text.replacing("OWNER", with: "owner: home")).policy != nil)
    #expect(try DecodedPolicy(text.replacing("OWNER\n", with: "").replacing("true", with: "false")).policy != nil)
  }
}
