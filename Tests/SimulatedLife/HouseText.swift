import CivilTime

/// The rules as a policy file.
extension HouseRules {
  var text: String {
    var lines = ["timezone: \(zone)"]
    if !people.isEmpty { lines.append("people: {\(people.map { $0 + ": {}" }.joined(separator: ", "))}") }
    lines.append("systems:")
    for system in systems {
      let secret = system.hasSecret ? ", \(system.secretKey): {credential: \(system.name)}" : ""
      lines.append("  \(system.name): {kind: \(system.kindWord), url: \(system.url)\(secret)}")
    }
    lines.append("targets:")
    lines += targets.map { "  \($0.name): {\($0.text)}" }
    if !schedules.isEmpty { lines.append("schedules:") }
    for schedule in schedules {
      lines.append("  \(schedule.name): [\(schedule.parts.map { quoted($0.text) }.joined(separator: ", "))]")
    }
    let policy = statements.map(\.text) + edges.map(\.text)
    lines.append(policy.isEmpty ? "policy: []" : "policy:")
    lines += policy.map { "  - " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension HouseSystem {
  /// Where it is.
  var url: String { (kind == .console ? "https://" : "http://") + host }

  fileprivate var kindWord: String {
    switch kind {
    case .console: "unifi"
    case .piHole: "pihole"
    case .homeAssistant: "home-assistant"
    case .easyControl: "easy-control"
    case .builderOS: "builderos"
    }
  }

  fileprivate var secretKey: String {
    switch kind {
    case .console, .builderOS: "api-key"
    case .piHole: "password"
    case .homeAssistant: "token"
    case .easyControl: "pairing"
    }
  }
}

private func quoted(_ text: String) -> String { "'" + text + "'" }

extension HouseTarget {
  fileprivate var text: String {
    var parts: [String] = []
    switch kind {
    case .rules: parts = ["system: \(system)", "acl-rules: \(list(names))"]
    case .policies: parts = ["system: \(system)", "firewall-policies: \(list(names))"]
    case .wifi: parts = ["system: \(system)", "wifi: \(list(names))"]
    case .groups: parts = ["system: \(system)", "groups: \(list(names))", whenOff]
    case .lists: parts = ["system: \(system)", "lists: \(list(names))", whenOff]
    case .blocking: parts = []
    case .domains(let domains): parts = ["system: \(system)"] + domains.parts
    case .several(let names): return "targets: [\(names.joined(separator: ", "))]"
    case .entities: parts = ["system: \(system)", "entities: \(list(names))"]
    case .capsules: parts = ["system: \(system)", "capsules: \(list(names))"]
    case .action(let name):
      return (["system: \(system)", "action: \(name)"] + (mayOpen ? ["may-unlock: true"] : [])).joined(separator: ", ")
    }
    if mayOpen { parts.append(words == .locks ? "may-unlock: true" : "may-open: true") }
    if !excluded.isEmpty { parts.append("not: \(list(excluded))") }
    if !otherwise.isEmpty { parts.append("otherwise: \(otherwise)") }
    if let guarding { parts.append(guarding.text) }
    return (parts + ["enforcement: \(enforcement)"]).joined(separator: ", ")
  }

  private var whenOff: String { "when-off: \(isEnabledWhenOff ? "enabled" : "disabled")" }
}

private func list(_ names: [String]) -> String { "[\(names.map(quoted).joined(separator: ", "))]" }

extension HouseDomains {
  fileprivate var parts: [String] {
    let entries = exact + regex.map { "regex:" + $0 }
    let map = "domains: {\(isDeny ? "deny" : "allow"): \(list(entries)), groups: \(list(groups))}"
    return [map] + (isPruned ? ["prune: true"] : [])
  }
}

extension HouseStatement {
  /// Sentences where there is one schedule, else fields.
  fileprivate var text: String {
    let subjects = names.joined(separator: ", ")
    guard when.count > 1 else {
      return quoted((["\(subjects) \(state)"] + (isOnly ? ["only"] : []) + when.map(\.text)).joined(separator: " "))
    }
    let times = when.map { quoted($0.text) }.joined(separator: ", ")
    return "{targets: [\(subjects)], state: \(state), \(isOnly ? "only" : "when"): [\(times)]}"
  }
}

extension HouseEdge {
  fileprivate var text: String {
    let times = times.map { two($0 / 60) + ":" + two($0 % 60) }.joined(separator: ", ")
    let sentence = quoted((["\(target) at \(times)"] + (days.map { [$0.text] } ?? [])).joined(separator: " "))
    return grace.map { "{do: \(sentence), grace: \($0)s}" } ?? sentence
  }
}

extension HouseTimes {
  var text: String {
    var words = [clauses.map(\.text).joined(separator: " and ")]
    for (place, exception) in exceptions.enumerated() {
      words.append((place > 0 ? "and except " : "except ") + exception.text)
    }
    return words.joined(separator: " ")
  }
}

extension HouseClause {
  fileprivate var text: String {
    if let schedule { return schedule }
    return ((days.map { [$0.text] } ?? []) + (times.isEmpty ? [] : [times.map(\.text).joined(separator: ", ")]))
      .joined(separator: " ")
  }
}

extension HouseException {
  fileprivate var text: String {
    switch self {
    case .starting(let days): days.map(\.text).joined(separator: " and ")
    case .instants(let clauses): clauses.map(\.text).joined(separator: " and ")
    }
  }
}

extension HouseDays {
  fileprivate var text: String {
    switch self {
    case .week(_, let text): text
    case .dates(let first, let last): first == last ? Self.date(first) : "\(Self.date(first))..\(Self.date(last))"
    case .yearly(let first, let last):
      first == last ? Self.yearly(first) : "\(Self.yearly(first)) to \(Self.yearly(last))"
    case .named(let name): name
    case .eves(let name): "eves of \(name)"
    }
  }

  private static func date(_ day: Int) -> String {
    let date = CivilDate(dayNumber: day)
    return "\(date.year)-\(two(date.month))-\(two(date.day))"
  }

  private static func yearly(_ day: Int) -> String {
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    return "\(months[day / 100 - 1]) \(day % 100)"
  }
}
