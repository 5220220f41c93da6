extension UniFiConsole: Controllable {
  /// Changes to rules.
  public static var commands: [String] {
    [
      "POST /simulator/rules/NAME/toggle   turn a rule round, as an administrator would on the web page",
      "POST /simulator/rules/NAME/enable   put a rule in force", "POST /simulator/rules/NAME/disable  and out of force",
      "POST /simulator/rules/NAME/delete   delete it",
      "POST /simulator/boot/begin          answer everything with a page, as while starting",
      "POST /simulator/boot/end            be there again",
    ]
  }

  /// The version, and every rule.
  public func describe(at now: Double) -> [String] {
    ["UniFi Network \(version.spelling)\(isBooting ? ", starting" : "")"]
      + sites.flatMap { site in
        site.aclRules.map { rule in
          "site '\(site.name)': ACL rule '\(rule.name)' \(rule.isEnabled ? "enabled" : "disabled"), \(rule.origin)"
        }
      }
  }

  /// `rules NAME toggle|enable|disable|delete`, `boot begin|end`.
  public mutating func perform(_ words: [String], seconds: Double?, at now: Double) -> String? {
    switch (words.first, words.last, words.count) {
    case ("boot", "begin", 2): isBooting = true
    case ("boot", "end", 2): isBooting = false
    case ("rules", let verb?, 3): return change(rule: words[1], verb)
    default: return nil
    }
    return isBooting ? "starting" : "started"
  }

  private mutating func change(rule name: String, _ verb: String) -> String? {
    for site in sites.indices {
      guard let place = sites[site].aclRules.firstIndex(where: { $0.name == name }) else { continue }
      switch verb {
      case "toggle": sites[site].aclRules[place].isEnabled.toggle()
      case "enable": sites[site].aclRules[place].isEnabled = true
      case "disable": sites[site].aclRules[place].isEnabled = false
      case "delete":
        sites[site].aclRules.remove(at: place)
        return "'\(name)' deleted"
      default: return nil
      }
      return "'\(name)' \(sites[site].aclRules[place].isEnabled ? "enabled" : "disabled")"
    }
    return nil
  }
}
