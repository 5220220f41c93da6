import Controller
import Documents
import Host
import Policies
import Presentation
import Providers
import Text

/// Finds out whose devices a first policy puts to bed: from the command line, or by asking somebody at the terminal.
/// Every answer is tried in the policy that it would make, so that the same mistakes are told as there.
struct BedtimeQuestions {
  /// An answer that makes no policy, or none: what is wrong, what to do, and what to end with.
  struct Refusal: Error {
    var message: String
    var hint: String?
    var status = ExitStatus.failure
  }

  let offered: OfferedClients
  /// What the policy would be without it.
  let draft: PolicyDraft
  let style: Style
  let environment: Environment

  /// The bedtime of `request`; nil for nobody. Where it names no group, somebody at the terminal is asked.
  func answer(to request: SetupRequest) throws(Refusal) -> Bedtime? {
    guard request.groups.isEmpty else {
      if draft.systemsOfDevices.isEmpty { throw SetupMessages.noDevices }
      if let refusal = draft.refusalOfDevices { throw SetupMessages.noGroupThere(refusal) }
      var bedtime = Bedtime()
      for group in request.groups {
        bedtime = try with(group, bedtime, isOption: true)
        if let added = bedtime.group(group.name) { tell(SetupMessages.added(added, offered), indent: "  ") }
      }
      return try toldOfDoubts(with(hours: request.bedtime ?? Bedtime.usualHours, bedtime))
    }
    return environment.inputIsTerminal ? try asked(hours: request.bedtime) : nil
  }

  // MARK: - At the terminal

  /// What somebody answers; nil for nobody. `hours` that are given are not asked for.
  private func asked(hours: String?) throws(Refusal) -> Bedtime? {
    if offered.all.isEmpty { return nil }
    tell(SetupMessages.connected(offered.all.count))
    let lines = offered.lines.flatMap { line in
      style.wrapped(line.trimmedStart, indent: String(line.prefix { $0 == " " }), following: "      ")
    }
    environment.error(lines.joined(separator: "\n") + "\n")
    tell(SetupMessages.howToGroup)
    var bedtime = Bedtime()
    var slips = 0
    while slips < 3 {
      environment.error(SetupMessages.askForGroup(isFirst: bedtime.groups.isEmpty))
      guard let answer = environment.input() else {
        environment.error("\n")
        // Who was to be in bed is known if there is a group.
        if !bedtime.groups.isEmpty { break }
        let ended = SetupMessages.inputEnded
        throw Refusal(message: ended.message, hint: ended.hint, status: .usage)
      }
      if answer.allSatisfy(\.isWhitespace) { break }
      do throws(Refusal) {
        let groups = GivenGroup.answer(answer)
        if groups.isEmpty { throw SetupMessages.noName }
        for group in groups {
          bedtime = try with(group, bedtime)
          if let added = bedtime.group(group.name) { tell(SetupMessages.added(added, offered), indent: "  ") }
        }
        slips = 0
      } catch {
        slips += 1
        tell(error)
      }
    }
    if slips == 3 { tell(SetupMessages.enoughSlips(isFirst: bedtime.groups.isEmpty)) }
    guard !bedtime.groups.isEmpty else { return nil }
    if let hours { return try toldOfDoubts(with(hours: hours, bedtime)) }
    return askedForHours(bedtime)
  }

  /// A slip is told, and asked about again; after three the usual hours are written. So are hours that may mean something
  /// else than they say, until they are given a second time.
  private func askedForHours(_ bedtime: Bedtime) -> Bedtime {
    var isUnderstood = true
    var doubtful: String?
    tell(SetupMessages.nightsOfDays)
    for _ in 0..<3 {
      environment.error(SetupMessages.askForHours)
      guard let answer = environment.input() else {
        environment.error("\n")
        break
      }
      if answer.allSatisfy(\.isWhitespace) { break }
      do throws(Refusal) {
        let wanted = try with(hours: answer, bedtime)
        let doubts = self.doubts(about: wanted)
        for doubt in doubts where wanted.hours != doubtful { tell(Refusal(message: doubt.message, hint: doubt.hint)) }
        let isMeant = wanted.hours == doubtful || !doubts.contains { $0.severity == .warning }
        if isMeant { return wanted }
        tell(SetupMessages.sameAgain, indent: "  ")
        doubtful = wanted.hours
        isUnderstood = false
      } catch {
        tell(error)
        isUnderstood = false
      }
    }
    if !isUnderstood { tell(SetupMessages.usualHours) }
    return bedtime
  }

  private func tell(_ text: String, indent: String = "") {
    environment.error(style.wrapped(text.escaped, indent: indent).joined(separator: "\n") + "\n")
  }

  private func tell(_ refusal: Refusal) { tell(refusal.message + (refusal.hint.map { "; " + $0 } ?? ""), indent: "  ") }

  // MARK: - Trying it

  /// What is given of a group that is there already comes to its devices. `isOption` where the command line gives it.
  private func with(_ given: GivenGroup, _ bedtime: Bedtime, isOption: Bool = false) throws(Refusal) -> Bedtime {
    var bedtime = bedtime
    let group = try group(given, taken: Set(bedtime.devices.map(\.name.text)), isOption: isOption)
    if let place = bedtime.groups.firstIndex(where: { $0.name == group.name }) {
      guard group.system == bedtime.groups[place].system else { throw SetupMessages.devicesApart(group.name) }
      bedtime.groups[place].devices = (bedtime.groups[place].devices + group.devices).uniqued(on: \.mac)
    } else {
      bedtime.groups.append(group)
    }
    try check(bedtime)
    return bedtime
  }

  private func with(hours: String, _ bedtime: Bedtime) throws(Refusal) -> Bedtime {
    var bedtime = bedtime
    bedtime.hours = hours.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    do throws(Refusal) {
      try check(bedtime)
    } catch {
      // What is asked for are the hours alone, and not the whole sentence.
      var refusal = error
      refusal.hint = error.hint?.exchanging("'" + bedtime.beginning, for: "'")
      throw refusal
    }
    return bedtime
  }

  private func check(_ bedtime: Bedtime) throws(Refusal) {
    let loaded = self.loaded(bedtime)
    guard loaded.policy == nil, let error = loaded.diagnostics.first(where: { $0.severity == .error }) else { return }
    // One time has two readings, and neither ends in the morning.
    throw Refusal(message: error.message, hint: error.code == "time.alone" ? SetupMessages.bothEnds : error.hint)
  }

  private func loaded(_ bedtime: Bedtime) -> LoadedPolicy {
    var draft = draft
    draft.bedtime = bedtime
    return draft.loaded(environment)
  }

  /// What may be meant otherwise in the hours of `bedtime`: all that the usual ones would not be told.
  private func doubts(about bedtime: Bedtime) -> [Diagnostic] {
    var usual = bedtime
    usual.hours = Bedtime.usualHours
    let known = Set(advised(usual).map(\.code))
    return advised(bedtime).filter { !known.contains($0.code) }
  }

  /// What `validate` would say, such as which nights `weekdays` are.
  private func advised(_ bedtime: Bedtime) -> [Diagnostic] {
    loaded(bedtime).advised(at: environment.now()).diagnostics
  }

  /// `bedtime`, after its doubts were told: on the command line nobody can be asked again.
  private func toldOfDoubts(_ bedtime: Bedtime) -> Bedtime {
    for doubt in doubts(about: bedtime) { tell(Refusal(message: doubt.message, hint: doubt.hint)) }
    return bedtime
  }

  /// The devices that are meant; one that is not connected can be given by its address.
  private func group(
    _ given: GivenGroup, taken: Set<String>, isOption: Bool
  ) throws(Refusal) -> Bedtime.Group {
    var members: [(system: Name, name: Name, mac: MACAddress)] = []
    if given.devices.isEmpty {
      members = offered.belonging(to: given.name).map { ($0.system, $0.name, $0.mac) }
      if members.isEmpty { throw SetupMessages.nothingCalled(given.name, isOption: isOption) }
    }
    for text in given.devices {
      // Nobody who writes a command line has seen the numbers.
      let numbered = isOption ? nil : Int(text).flatMap { offered[$0] }
      if let known = numbered ?? offered.named(text) {
        members.append((known.system, known.name, known.mac))
      } else if let mac = MACAddress(text), mac.isOfOneCard, let system = draft.systemOfDevices,
        let name = offered.name(forDeviceOf: given.name, taken: taken.union(members.map(\.name.text)))
      {
        members.append((system, name, mac))
      } else {
        throw SetupMessages.noSuchDevice(text, offered, isOption: isOption)
      }
    }
    guard let system = members.first?.system, members.allSatisfy({ $0.system == system }) else {
      throw SetupMessages.devicesApart(given.name)
    }
    let devices = members.uniqued(on: \.mac).map { (name: $0.name, mac: $0.mac) }
    return Bedtime.Group(name: given.name, system: system, devices: devices)
  }
}
