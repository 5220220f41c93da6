import Glibc

/// Whole dry runs against pretend systems, each next to a `curl` that makes the same requests, and to other ways of
/// doing the same.
struct NetworkBench {
  let reconcile: String
  let simulator: String
  let rivals: Rivals

  /// How often the rivals run: they take long, most of all for many systems, and are not near.
  private static func rivalRuns(systems: Int) -> Int { systems > 2 ? 1 : 3 }

  /// What is measured together: a policy, and the list of its requests.
  private struct Case {
    var name: String
    var goal: String
    var mostMemory: String
    var policy: String
    var list: String
    var runs: Int
    /// What the rivals are told; nil where they stay at home.
    var inventory: Rivals.Inventory?
    var folder: BenchFolder
    /// Where an earlier run has left what it made and looked up; nil for none.
    var state: String?

    /// The dry run.
    func words(_ reconcile: String) -> [String] {
      [reconcile, "plan", policy] + (state.map { ["--state", $0] } ?? [])
    }
  }

  /// The rows; nil where something did not run.
  func rows() -> [BenchRow]? {
    // The rivals read the same variables, without the lines.
    setenv("KEY", BenchStreet.key, 1)
    setenv("WORD", BenchStreet.password, 1)
    setenv("TOKEN", BenchStreet.token, 1)
    // What a terminal shows today; elsewhere our own signs are spelled in ASCII.
    setenv("LC_ALL", "C.UTF-8", 1)
    guard let folder = BenchFolder() else { return nil }
    defer { folder.remove() }
    // What this machine's own runs remember is not measured.
    setenv("STATE_DIRECTORY", folder.path + "/none", 1)
    guard
      let small = measure("1 console + 1 Pi-hole, 10 rules", folder, systems: 1, rules: 6, runs: 31),
      let large = measure("the same, 2000 rules", folder, systems: 1, rules: 1_996, runs: 21),
      let all = measure(
        "the same, a pattern selects all 2000", folder, systems: 1, rules: 1_996, runs: 21, selects: .everyRule),
      let real = measure(
        "1 Pi-hole that answers as a real one", folder, systems: 1, rules: 0, runs: 31, selects: .blocking),
      let named = measure(
        "1 entry of 50000", folder, systems: 1, rules: 0, domains: 50_000, runs: 15, selects: .entry),
      let owned = measure(
        "the same, with prune", folder, systems: 1, rules: 0, domains: 50_000, runs: 15, selects: .entryAndPrune),
      let house = measure(
        "1 console + 1 Pi-hole + 1 Home Assistant, 2000 entities", folder, systems: 1, rules: 6, entities: 2_000,
        runs: 31,
        selects: .house),
      let devices = measure(
        "1 console, 40 devices in 12 targets, 6 with apps", folder, systems: 1, rules: 6, runs: 31, selects: .devices),
      let many = measure("50 consoles + 50 Pi-holes", folder, systems: 50, rules: 6, runs: 9),
      let slow = measure("51 + 51, one of each 1 s slow", folder, systems: 50, rules: 6, runs: 5, withSlow: true)
    else { return nil }
    return small + large + all + real + named + owned + house + devices + many + slow
  }

  private func measure(
    _ name: String, _ folder: BenchFolder, systems: Int, rules: Int, domains: Int = 0, entities: Int? = nil,
    runs: Int, withSlow: Bool = false, selects: Selected = .oneRule
  ) -> [BenchRow]? {
    guard
      let street = BenchStreet(
        simulator, in: folder, systems: systems, rules: rules, domains: domains, entities: entities,
        isReal: selects == .blocking)
    else { return nil }
    defer { street.close() }
    var streets = [street]
    if withSlow {
      // Four exchanges with the Pi-hole, and so a second.
      guard let far = BenchStreet(simulator, in: folder, systems: 1, rules: rules, delayMilliseconds: 250) else {
        return nil
      }
      streets.append(far)
    }
    defer { for far in streets.dropFirst() { far.close() } }
    guard let list = list(of: streets, selects, pages: (rules + 4 + 199) / 200) else { return nil }
    let width = streets.reduce(0) { $0 + $1.consoles.count + $1.piHoles.count }
    var given = Case(
      name: "dry run, " + name, goal: withSlow ? "about 1 s" : selects.goal, mostMemory: selects.mostMemory,
      policy: folder.write(policy(for: streets, selects, pin: folder.pin), to: "policy.yaml"),
      list: folder.write(list.text(width: width > 2 ? width : nil), to: "list.txt"), runs: runs,
      inventory: withSlow || selects != .oneRule ? nil : rivals.inventory(of: streets, in: folder), folder: folder)
    if selects == .devices {
      // What is made for devices is made once, and applications are looked up once.
      given.state = folder.path + "/state"
      guard FinishedProcess([reconcile, "apply", given.policy, "--state", folder.path + "/state"]) != nil else {
        return nil
      }
    }
    return compare(given)
  }

  /// Turn and turn about, so that whatever else the machine does meets both.
  private func compare(_ given: Case) -> [BenchRow]? {
    var (ours, curls): ([FinishedProcess], [FinishedProcess]) = ([], [])
    for _ in 0..<given.runs {
      guard let own = FinishedProcess(given.words(reconcile)),
        let curl = FinishedProcess(["/usr/bin/curl", "--config", given.list])
      else {
        print("a run of '\(given.name)' failed")
        return nil
      }
      ours.append(own)
      curls.append(curl)
    }
    let (own, curl) = (Stopwatch.median(ours.map(\.microseconds)), Stopwatch.median(curls.map(\.microseconds)))
    var row = BenchRow.time(given.name, own, goal: given.goal)
    row.figure += ", \(BenchRow.rounded(own / curl)) × curl"
    let both = [
      row,
      .memory("memory of it", kibibytes: Stopwatch.median(ours.map(\.peakKibibytes)), goal: given.mostMemory),
      .time("curl, the same requests", curl, goal: ""),
      .memory("memory of it", kibibytes: Stopwatch.median(curls.map(\.peakKibibytes))),
    ]
    guard let inventory = given.inventory else { return both }
    guard
      let script = race("Python with requests", inventory, against: own, goal: "", { rivals.script(inventory) }),
      let playbook = race(
        "Ansible", inventory, against: own, goal: "> 10 × reconcile", { rivals.playbook(inventory, given.folder) })
    else {
      print("a rival failed at '\(given.name)'")
      return nil
    }
    return both + script + playbook
  }

  /// How long a rival takes, and how many times as long as `own`.
  private func race(
    _ name: String, _ inventory: Rivals.Inventory, against own: Double, goal: String, _ run: () -> FinishedProcess?
  ) -> [BenchRow]? {
    let wanted = Self.rivalRuns(systems: inventory.count)
    let runs = (0..<wanted).compactMap { _ in run() }
    guard runs.count == wanted else { return nil }
    let time = Stopwatch.median(runs.map(\.microseconds))
    var row = BenchRow.time(name + ", the same", time, goal: goal)
    row.figure += ", \(BenchRow.rounded(time / own)) × reconcile"
    return [row, .memory("memory of it", kibibytes: Stopwatch.median(runs.map(\.peakKibibytes)), goal: "> reconcile")]
  }

  /// The requests.
  private func list(of streets: [BenchStreet], _ selected: Selected, pages: Int) -> CurlList? {
    var list = CurlList(pin: streets[0].folder.pin)
    for street in streets {
      for port in street.consoles where selected.hasConsole {
        list.add(console: port, lists: selected == .devices ? CurlList.ofDevices : CurlList.rules(pages: pages))
      }
      for port in street.homeAssistants { list.add(homeAssistant: port) }
      for port in street.piHoles where selected != .devices {
        guard let sid = session(on: port, street.folder) else { return nil }
        list.add(piHole: port, sid: sid, reads: selected.reads)
      }
    }
    return list
  }

  /// A session that stays open.
  private func session(on port: Int, _ folder: BenchFolder) -> String? {
    let answer = folder.path + "/login"
    let list = folder.write("silent\n" + CurlList.login(piHole: port) + "output = \"\(answer)\"\n", to: "login.txt")
    guard FinishedProcess(["/usr/bin/curl", "--config", list]) != nil else { return nil }
    let text = String(decoding: BenchFiles.bytes(answer), as: UTF8.self)
    guard let start = text.firstRange(of: "\"sid\":\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }

  /// What a policy names: rules of a console and the blocking of a Pi-hole, that alone, or a domain entry.
  private enum Selected {
    case oneRule
    case everyRule
    case blocking
    case entry
    case entryAndPrune
    case house
    case devices

    /// The names of the rules of a console.
    var rules: String { self == .everyRule ? "\"Rule-*\"" : "Downtime-iPad" }

    var hasConsole: Bool { [.oneRule, .everyRule, .house, .devices].contains(self) }

    /// What is read of a Pi-hole beside its version.
    var reads: [String] {
      switch self {
      case .oneRule, .everyRule, .blocking, .house, .devices: ["/dns/blocking"]
      case .entry: ["/groups", "/info/ftl", "/domains/deny/exact/ads.example"]
      case .entryAndPrune: ["/groups", "/domains"]
      }
    }

    var goal: String {
      switch self {
      case .blocking: "< 0.5 × curl"
      case .house, .devices: "< 1.3 × curl"
      case .oneRule, .everyRule, .entry, .entryAndPrune: "< 1.5 × curl"
      }
    }

    var mostMemory: String {
      switch self {
      case .entryAndPrune: "< 60 MiB"
      case .house, .devices: "< 30 MiB"
      case .oneRule, .everyRule, .blocking, .entry: "< 80 MiB"
      }
    }
  }

  /// One target on each system, all of them in place where that is one object.
  private func policy(for streets: [BenchStreet], _ selected: Selected, pin: String) -> String {
    let consoles = selected.hasConsole ? streets.flatMap(\.consoles) : []
    let piHoles = selected == .devices ? [] : streets.flatMap(\.piHoles)
    var (systems, targets, statements) = ("", "", "")
    for (number, port) in consoles.enumerated() {
      systems += "  gateway-\(number): {kind: unifi, url: \"https://127.0.0.1:\(port)\", "
      systems += "api-key: {env: \(Self.secret(BenchStreet.key, "KEY_\(number)", "https", port, "unifi \(pin)"))}, "
      systems += "tls: {pin: \"\(pin)\"}}\n"
      if selected == .devices { continue }
      targets += "  kids-\(number): {system: gateway-\(number), acl-rules: [\(selected.rules)]}\n"
      statements += "  - kids-\(number) off\n"
    }
    for (number, port) in piHoles.enumerated() {
      systems += "  pihole-\(number): {kind: pihole, url: \"http://127.0.0.1:\(port)\", "
      systems += "password: {env: \(Self.secret(BenchStreet.password, "WORD_\(number)", "http", port, "pihole"))}}\n"
      if selected == .entry || selected == .entryAndPrune {
        let prune = selected == .entryAndPrune ? ", prune: true" : ""
        targets += "  ads-\(number): {system: pihole-\(number), domains: {deny: [ads.example]}\(prune)}\n"
        statements += "  - ads-\(number) on\n"
      } else {
        statements += "  - resume pihole-\(number)\n"
      }
    }
    for (number, port) in streets.flatMap(\.homeAssistants).enumerated() {
      systems += "  home-\(number): {kind: home-assistant, url: \"http://127.0.0.1:\(port)\", "
      systems += "token: {env: \(Self.secret(BenchStreet.token, "TOKEN_\(number)", "http", port, "home-assistant"))}}\n"
      for (name, state, permission, entities) in Self.named {
        targets += "  \(name)-\(number): {system: home-\(number), entities: [\(entities)]\(permission)}\n"
        statements += "  - \(name)-\(number) \(state)\n"
      }
    }
    var devices = ""
    if selected == .devices {
      devices = "devices:\n" + (10..<50).map { "  device-\($0): \"00:00:5e:00:53:\($0)\"\n" }.joined()
      for number in 0..<12 {
        let own = (0..<5).map { "device-\(10 + (number * 4 + $0) % 40)" }.joined(separator: ", ")
        targets += "  group-\(number): {devices: [\(own)]\(number < 6 ? ", apps: [YouTube, TikTok]" : "")}\n"
        statements += "  - group-\(number) off\n"
      }
    }
    let named = devices + (targets.isEmpty ? "" : "targets:\n\(targets)")
    return "timezone: Europe/Berlin\nsystems:\n\(systems)\(named)policy:\n\(statements)"
  }

  /// Twenty entities that the pretend Home Assistant always has, where each of them is.
  private static let named = [
    (
      "busy-things", "on", "",
      "input_boolean.kids_tv, switch.tv_plug, switch.game_console, switch.router_port, automation.bedtime, "
        + "light.kids_room, media_player.kids_room, climate.kids_room, group.screens"
    ),
    (
      "idle-things", "off", "",
      "input_boolean.homework, switch.charger, switch.infrared_fan, light.bed, light.hall, fan.kids_room"
    ),
    ("doors", "locked", "", "lock.front_door, lock.shed"),
    ("garage", "closed", "", "cover.garage_door"),
    ("blinds", "open", ", may-open: true", "cover.kids_blinds"),
    ("garden", "closed", "", "valve.garden"),
  ]

  /// Sets the variable `name` to `value`, and says where that may go; its name.
  private static func secret(
    _ value: String, _ name: String, _ scheme: String, _ port: Int, _ words: String
  ) -> String {
    setenv(name, value, 1)
    setenv(name + "_FOR", "for \(scheme)://127.0.0.1:\(port) \(words)", 1)
    return name
  }
}
