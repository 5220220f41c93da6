import CivilTime
import Controller
import Documents
import HTTPTransport
import Policies
import Providers
import Planning
import Secrets
import Text

/// What the doctor says when all is well, and of clocks, versions, rights and targets.
enum DoctorMessages {
  /// Nil where the file says nothing of its clock.
  static func otherClock(of system: System, _ zone: Zone) -> Message? {
    guard let clock = system.clockZone else { return nil }
    if case .unknown(let suggestions)? = system.clock {
      return Message(
        code: "clock.zone", "the policy names the unknown time zone '\(clock)' for its clock, so it keeps no hours",
        hint: "write the zone that the \(system.kind.noun) is set to"
          + (suggestions.first.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return Message(
      code: "clock.zone",
      "its clock is in '\(clock)', as the policy says, but the policy is in '\(zone.name)', so it keeps no hours",
      hint: "set the time zone of the \(system.kind.noun) to \(zone.name), and write that in the policy")
  }

  // MARK: The machine

  static func oldZone(_ name: String, present: String) -> Message {
    Message(
      code: "zone.old", "'\(name)' is an old name of the time zone '\(present)', and some systems no longer have it",
      hint: "write 'timezone: \(present)' in the policy: every time stays as it is")
  }

  static func staleZones(_ edition: String) -> Message {
    Message(
      code: "zone.stale", "the rules of time zones on this machine are those of \(edition), more than a year old",
      hint: "update the package tzdata; in a container take a newer image")
  }

  static let isUTC = Message(
    code: "zone.utc", "the policy and this machine are in UTC, so 21:00 in the policy is 21:00 UTC",
    hint: "if your home is elsewhere, write its time zone, such as 'timezone: Europe/Berlin'")

  static func notEnabled(_ standing: Upkeep.Standing, _ enabling: Enabling) -> Message {
    let so =
      switch standing {
      case .running: "so it may not start again with this machine"
      case .late, .never: "so nothing keeps the schedule"
      case .unknown: "and it is unknown whether anything else keeps the schedule"
      }
    return Message(code: "run.not-enabled", "no timer or watch is enabled, \(so)", hint: hint(enabling))
  }

  private static func hint(_ enabling: Enabling) -> String {
    switch enabling {
    case .enable, .move: enabling.command
    case .install: "no service can see this policy where it is; '\(enabling.command)' copies it and starts the timer"
    case .write: "no unit follows this policy; '\(enabling.command)' writes a service and a timer that do"
    }
  }

  /// Runs follow the policy at `path`, which `isThere` or not; `units` are enabled.
  static func otherPolicy(_ path: String, isThere: Bool, _ units: EnabledUnits?, _ enabling: Enabling) -> Message {
    var next: String? = hint(enabling)
    switch enabling {
    case _ where units == nil: next = nil
    case .enable(let unit) where units?.names.contains(unit) == true:
      next = "\(unit) follows this policy, so its next run should change that"
    // Units for this one would take the place of those that follow the other one.
    case .write, .install, .move:
      if isThere { next = "one unit follows one policy: add the entries of this one to '\(path)'" }
    case .enable: break
    }
    return Message(code: "run.other-policy", "runs follow '\(path)', not this policy", hint: next)
  }

  /// `last` is when it ran last; nil for never.
  static func stopped(since last: String?, isAhead: Bool, unit: String?) -> Message {
    let when =
      last.map { isAhead ? StateMessages.ranAhead($0) : "nothing has run since \($0)" } ?? "nothing has run yet"
    let status = unit.map { "systemctl status \($0)" + ($0 == EnabledUnits.timer ? " reconcile.service" : "") }
    return Message(
      code: "run.stopped", when + (unit.map { ", although \($0) is enabled" } ?? ", so nothing keeps the schedule"),
      hint: status ?? "run 'reconcile apply' every minute, or 'reconcile watch'")
  }

  static let bothEnabled = Message(
    code: "run.twice",
    "\(EnabledUnits.timer) and \(EnabledUnits.watch) are both enabled, and each stops the other when it starts",
    hint: "sudo systemctl disable \(EnabledUnits.watch)")

  /// The unit at `path` was written by an earlier version.
  static func earlierUnit(_ path: String) -> Message {
    Message(
      code: "run.earlier-unit",
      "'\(path)' is a unit of an earlier version: its runs do not know how approvers are reached, or make no codes for them",
      hint: "write it again: 'sudo reconcile units --output /etc/systemd/system', with the same options")
  }

  static let notTried = Message(code: "not-tried", "not checked")

  // MARK: The way

  static func nameFound(_ system: System) -> String {
    AddressClass(address: system.url.host) == nil
      ? "'\(system.url.host)' has an address" : "'\(system.url.host)' is an address"
  }

  static func portAnswers(_ system: System) -> String { "port \(system.url.port) answers" }

  static func unresolved(_ system: System, hint: String) -> Message {
    Message(code: "name.unresolved", "'\(system.url.host)' has no address", hint: hint)
  }

  static func nothingListens(_ error: TransportError) -> Message {
    Message(
      code: "port.refused", error.message,
      hint: "check that it is on and in this network, that 'url' has its address and port, and that no firewall blocks "
        + "it")
  }

  static func silent(_ error: TransportError) -> Message {
    Message(
      code: "port.timed-out", error.message,
      hint: "check that it is on, that 'url' has its address, and that no firewall blocks it; if it is slow, raise "
        + "'timeout'")
  }

  // MARK: Clock, secret

  static let clocksAgree = "agrees with this machine's clock"

  static func clocksDiffer(_ leadSeconds: Int64) -> Message {
    let gap = DurationText.text(seconds: abs(leadSeconds))
    return Message(
      code: "clock.differs", "the system's clock is \(gap) \(leadSeconds > 0 ? "ahead of" : "behind") this machine's",
      hint: "schedules follow this machine's clock; 'timedatectl' shows whether it is synchronized")
  }

  static let noSecret = "none in the policy"

  static func secretFound(_ source: SecretSource, _ system: System) -> String {
    switch source {
    case .credential(let name, _): "credential '\(name)' may go to '\(system.url.origin)'"
    case .file(let path): "'\(path)' may go to '\(system.url.origin)'"
    case .environment(let name): "variable '\(name)' may go to '\(system.url.origin)'"
    }
  }

  /// A secret that would go to any kind of system at its address.
  static func anyKind(_ source: SecretSource, _ system: System, _ binding: SecretBinding) -> CheckResult {
    var line = binding
    line.kind = system.kind.name
    return CheckResult(
      .secret, .advice,
      Message(
        code: "secret.any-kind", secretFound(source, system) + ", whatever kind of system is there",
        hint: "if it is only for systems of kind '\(system.kind.name)', change \(place(of: source)) to"),
      toWrite: [CheckResult.Addition(place: "the line", text: line.line)])
  }

  /// A line that is to be copied is taken out of the hint, which is broken into lines.
  static func secretRefused(_ error: SecretError) -> CheckResult {
    guard let hint = error.message.hint, let border = hint.place(of: ": for ") else {
      return CheckResult(.secret, .failed, error.message)
    }
    return CheckResult(
      .secret, .failed, Message(code: error.message.code, error.message.text, hint: String(hint[..<border.lowerBound])),
      toWrite: [CheckResult.Addition(place: "the line", text: "for " + hint[border.upperBound...])])
  }

  /// With the whole `line` that names the key which was seen: better than to leave the choice to the policy.
  static func secretRefused(
    _ error: SecretError, _ line: String, in source: SecretSource, _ system: System
  ) -> CheckResult {
    let instead =
      if case .authorities = system.tls {
        "add that authority to this machine's trust store and remove 'tls' from the policy; or, "
      } else {
        ""
      }
    return CheckResult(
      .secret, .failed,
      Message(
        code: error.message.code, error.message.text,
        hint: instead + "if this is your system, change \(place(of: source)) to"),
      toWrite: [CheckResult.Addition(place: "the line", text: line)])
  }

  private static func place(of source: SecretSource) -> String {
    switch source {
    case .credential(_, let path), .file(let path): "line 2 of '\(path)'"
    case .environment(let name): "\(name)_FOR"
    }
  }

  static func plaintextRefused(_ error: TransportError) -> Message {
    Message(code: "secret.plaintext", error.message, hint: "use 'https' in the system's 'url'")
  }

  // MARK: Version, site, rights

  static let versionUnknown = Message(
    code: "version.unknown", "the version could not be read", hint: "everything that is needed could be read")

  static func tooOld(_ error: ProviderError) -> Message {
    Message(code: "version.unsupported", error.message.text, hint: error.message.hint)
  }

  static func partUnread(_ error: ProviderError) -> Message {
    Message(code: "site.unread", error.message.text, hint: advice(on: error))
  }

  static func rightsMissing(_ error: ProviderError) -> Message {
    Message(code: "rights.missing", error.message.text, hint: error.message.hint)
  }

  // MARK: Targets

  static let noTarget = Message(
    code: "targets.none", "no target is on this system",
    hint: "plan and apply never use it; add a target for it, or remove it from the policy")

  static func allThere(_ count: Int) -> String {
    "every name was found: \(count == 1 ? "1 object" : "\(count) objects")"
  }

  /// How many findings are left out.
  static func others(_ count: Int) -> Message {
    Message(
      code: "targets.others", count == 1 ? "1 more like these" : "\(count) more like these",
      hint: "'reconcile plan' lists everything")
  }

  static func unread(_ error: ProviderError) -> Message {
    Message(code: "targets.unread", error.message.text, hint: advice(on: error))
  }

  /// `targets` are all that it is said of.
  static func problem(_ finding: Finding, of targets: [Name], on system: System) -> Message {
    let place = place(targets)
    if finding.message.code == "target.selects-nothing", let kind = finding.kind, let name = finding.name {
      return Message(
        code: finding.message.code, "\(place)no \(system.kind.one(of: kind)) matches '\(name)'",
        hint: finding.message.hint)
    }
    // Without a name it is about all of a kind, and the message says which.
    let object =
      finding.name.map { name in (finding.kind.map { system.kind.one(of: $0) + " " } ?? "") + "'\(name)'" } ?? ""
    // Some messages go on from the name ("not found"), others are sentences of their own.
    let isSentence = ["the ", "its ", "it "].contains { finding.message.text.hasPrefix($0) }
    let says = finding.name.map { finding.message.text.holds("'\($0)'") } ?? object.isEmpty
    return Message(
      code: finding.message.code, place + (says ? "" : object + (isSentence ? ": " : " ")) + finding.message.text,
      hint: finding.message.hint)
  }

  /// `targets` are all that it is said of.
  static func warning(_ finding: Finding, of targets: [Name]) -> Message {
    Message(code: finding.message.code, place(targets) + finding.message.text, hint: finding.message.hint)
  }

  /// `'kids', 'guests': `, or nothing.
  private static func place(_ targets: [Name]) -> String {
    targets.isEmpty ? "" : targets.map { "'\($0.text)'" }.joined(separator: ", ") + ": "
  }

  static func caveat(_ message: Message, of object: ObservedObject, on system: System) -> Message {
    let place =
      message.text.holds(object.name.quoted) ? "" : "\(system.kind.one(of: object.kind)) \(object.name.quoted): "
    return Message(code: message.code, place + message.text, hint: message.hint)
  }

  static func ownSchedule(_ object: ObservedObject, on system: System, hint: String) -> Message {
    Message(
      code: "targets.own-schedule",
      "\(system.kind.one(of: object.kind)) \(object.name.quoted) works only during its own schedule"
        + (object.ownSchedule.map { ": \($0)" } ?? ""),
      hint: hint)
  }
}
