import CivilTime
import Controller
import Documents
import Host
import Policies
import Text

/// The time zone of a first policy. Its hours are those of a home, and hardly any home keeps UTC: that is never taken
/// for granted.
struct SetupZone {
  let zones: Zones
  let environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
    zones = Zones(environment.files)
  }

  /// The zone `given` on the command line, else that of the machine. Where the machine is in UTC, or does not say where
  /// it is, somebody at a terminal is asked.
  func choose(given: String?) throws(UsageError) -> String {
    if let given { return try checked(given) }
    if let found = ofMachine { return found }
    guard environment.inputIsTerminal else { throw SetupMessages.zoneNeeded }
    return try asked()
  }

  /// `$TZ`, then the link of the machine, then the name that Debian writes beside it: the first that says anything. Nil
  /// where that is UTC or no place.
  private var ofMachine: String? {
    let variable = environment.variable("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if let variable, !variable.isEmpty { return place(variable) }
    if let link = environment.files.resolved("/etc/localtime"), link.hasPrefix(Zones.folder) { return place(link) }
    let name = try? environment.files.bytes(of: "/etc/timezone", limit: 256)
    return name.flatMap { place(String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()) }
  }

  private func place(_ text: String) -> String? {
    let name = text.hasPrefix(Zones.folder) ? String(text.dropFirst(Zones.folder.count)) : text
    if name.hasPrefix("Etc/") || Self.universal.contains(name) || Self.words.contains(name) { return nil }
    return zones.usable(name).map(present)
  }

  /// What else UTC is called outside `Etc`.
  private static let universal: Set<String> = [
    "UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "Universal", "Zulu", "Greenwich",
  ]

  /// What a zone is called today: a first policy is to outlive an upgrade of the machine.
  private func present(_ name: String) -> String { zones.presentName(of: name) ?? name }

  /// Words that people have for a time, which the list has as zones: several places show it, with other rules or with none.
  private static let words: Set<String> = [
    "WET", "CET", "MET", "EET", "EST", "MST", "HST", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT",
  ]

  private func checked(_ name: String) throws(UsageError) -> String {
    switch zones.look(name) {
    case .zone: return present(name)
    case .unknown(let suggestions): throw SetupMessages.zoneUnknown(name, suggestions)
    case .unreadable(let reason): throw SetupMessages.zoneUnreadable(reason)
    }
  }

  /// A slip is told, and asked about again; whoever gives no answer has to say it with the option.
  private func asked() throws(UsageError) -> String {
    for _ in 0..<3 {
      environment.error(SetupMessages.askForZone)
      guard let answer = environment.input()?.filter({ !$0.isWhitespace }) else {
        environment.error("\n")
        throw SetupMessages.inputEnded
      }
      if answer.isEmpty { break }
      do throws(UsageError) {
        return try checked(answer)
      } catch {
        environment.error("\(error.message.escaped)\(error.hint.map { "; \($0.escaped)" } ?? "")\n")
      }
    }
    throw SetupMessages.zoneNeeded
  }
}
