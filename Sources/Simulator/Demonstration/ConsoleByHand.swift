extension UniFiConsole: Controllable {
  /// Changes to rules, policies and WiFis, and to the manner of the console.
  public static var commands: [String] {
    [
      "POST /simulator/rules/NAME/toggle   turn a rule round, as an administrator would on the web page",
      "POST /simulator/rules/NAME/enable   put a rule in force", "POST /simulator/rules/NAME/disable  and out of force",
      "POST /simulator/rules/NAME/delete   delete it",
    ] + UniFiSite.policyCommands + [
      "POST /simulator/wifi/NAME/VERB      the same for a WiFi",
      "POST /simulator/boot/begin          answer everything with a page, as while starting",
      "POST /simulator/boot/end            be there again",
      "POST /simulator/version/V           be another version of the Network application",
      "POST /simulator/mode/MODE/on        and off: \(modes.map(\.name).joined(separator: ", "))",
    ] + homeCommands
  }

  /// The version, the modes that are on, and what is configured.
  public func describe(at now: Double) -> [String] {
    let modes = Self.modes.filter { $0.isOn(self) }.map(\.name).joined(separator: ", ")
    var lines = ["UniFi Network \(version.spelling)\(isBooting ? ", starting" : "")"]
    if !modes.isEmpty { lines.append("modes: \(modes)") }
    lines += sites.flatMap { Self.describe($0) }
    lines += sites.flatMap { describeHome($0, at: now) }
    return lines
  }

  private static func describe(_ site: UniFiSite) -> [String] {
    func line(_ kind: String, _ name: String, _ isEnabled: Bool, _ origin: String) -> String {
      "site '\(site.name)': \(kind) '\(name)' \(isEnabled ? "enabled" : "disabled"), \(origin)"
    }
    let policies = site.zoneFirewall?.policies ?? []
    let own = policies.filter { $0.origin == "USER_DEFINED" }
    let others = policies.count - own.count
    return site.aclRules.map { line("ACL rule", $0.name, $0.isEnabled, $0.origin) }
      + own.map { line("firewall policy", $0.name, $0.isEnabled, $0.origin) }
      + (others > 0 ? ["site '\(site.name)': \(others) firewall policies of the system"] : [])
      + site.wiFis.map { line("WiFi", $0.name, $0.isEnabled, $0.origin) }
  }

  /// `rules|policies|wifi NAME VERB`, `boot begin|end`, `version V`, `mode MODE on|off`.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    switch (words.first, words.last, words.count) {
    case ("boot", "begin", 2): isBooting = true
    case ("boot", "end", 2): isBooting = false
    case ("version", let version?, 2): return become(version)
    case ("mode", let state?, 3): return set(mode: words[1], state)
    case ("policies", let text?, 4): return change("policies", words[1], words[2], text)
    case ("zones", _, _), ("networks", _, _), ("clients", _, _), ("applications", _, _): return changeHome(words)
    case (let kind?, let verb?, 3): return change(kind, words[1], verb)
    default: return nil
    }
    return isBooting ? "starting" : "started"
  }

  private mutating func become(_ version: String) -> String? {
    guard let version = UniFiVersion.spelled(version) else { return nil }
    self.version = version
    return "version \(version.spelling)"
  }

  private mutating func set(mode name: String, _ state: String) -> String? {
    guard let mode = Self.modes.first(where: { $0.name == name }), ["on", "off"].contains(state) else { return nil }
    mode.turn(&self, state == "on")
    return "\(name) \(state)"
  }

  private mutating func change(_ kind: String, _ name: String, _ verb: String, _ text: String? = nil) -> String? {
    for site in sites.indices {
      if let done = sites[site].change(kind, name, verb, text) { return done }
    }
    return nil
  }
}

extension UniFiSite {
  /// Does to the first object with this name what `verb` says; nil if there is none, or no such verb.
  fileprivate mutating func change(_ kind: String, _ name: String, _ verb: String, _ text: String? = nil) -> String? {
    switch kind {
    case "rules":
      guard let place = aclRules.firstIndex(where: { $0.name == name }) else { return nil }
      guard verb == "delete" else { return Self.turn(&aclRules[place].isEnabled, name, verb) }
      aclRules.remove(at: place)
    case "policies":
      guard let place = zoneFirewall?.policies.firstIndex(where: { $0.name == name }) else { return nil }
      if let done = editPolicy(place, verb, text) { return done }
      guard verb == "delete", text == nil else { return text == nil ? turnPolicy(place, name, verb) : nil }
      zoneFirewall?.remove(at: place)
    case "wifi":
      guard let place = wiFis.firstIndex(where: { $0.name == name }) else { return nil }
      guard verb == "delete" else { return Self.turn(&wiFis[place].isEnabled, name, verb) }
      wiFis.remove(at: place)
    default: return nil
    }
    return "'\(name)' deleted"
  }

  private mutating func turnPolicy(_ place: Int, _ name: String, _ verb: String) -> String? {
    var done: String?
    zoneFirewall?.edit(at: place) { done = Self.turn(&$0.isEnabled, name, verb) }
    return done
  }

  private static func turn(_ isEnabled: inout Bool, _ name: String, _ verb: String) -> String? {
    switch verb {
    case "toggle": isEnabled.toggle()
    case "enable": isEnabled = true
    case "disable": isEnabled = false
    default: return nil
    }
    return "'\(name)' \(isEnabled ? "enabled" : "disabled")"
  }
}
