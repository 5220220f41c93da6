import Controller
import Documents
import Host
import Text

/// Every text about units that somebody reads.
enum UnitsMessages {
  static func unwritable(_ path: String, _ what: String) -> UsageError {
    UsageError(
      message: "'\(path)' cannot be written in a unit file: it has \(what)", hint: "give the policy another name")
  }

  static func stream(_ path: String) -> UsageError {
    UsageError(
      message: "'\(path)' can be read only once, but a service reads it at every run",
      hint: "give a file or a directory")
  }

  static func hidden(_ path: String, _ place: String) -> UsageError {
    let name = ShellWord.word(path.lastName) == path.lastName ? path.lastName : "policy.yaml"
    return UsageError(
      message: "a service cannot see '\(path)', as \(place) is hidden from it",
      hint: "move the policy to /etc/reconcile and run 'reconcile units /etc/reconcile/\(name)' "
        + "with the same options")
  }

  static func stateElsewhere(_ folder: String) -> UsageError {
    UsageError(
      message: "a service cannot keep its state in '\(folder)'",
      hint: "give a folder below /var/lib, such as --state /var/lib/reconcile")
  }

  // No path of a policy is part of these: they are comments of a unit, and a policy must not choose what is in one.

  static func secretFile(of system: String) -> String {
    closedFile("The secret of '\(system)'") + credentialInstead(in: "the policy")
  }

  static func secretVariable(_ name: String, of system: String) -> String {
    variable("The secret of '\(system)'", name) + credentialInstead(in: "the policy")
  }

  static func tokenFile(of person: String) -> String {
    closedFile("The token with which '\(person)' is told") + credentialInstead(in: PeopleFile.usualPath)
  }

  static func tokenVariable(_ name: String, of person: String) -> String {
    variable("The token with which '\(person)' is told", name) + credentialInstead(in: PeopleFile.usualPath)
  }

  static let peopleUnread =
    "\(PeopleFile.usualPath) could not be read. If it names tokens or ntfy servers, run 'sudo reconcile units', "
    + "which loads the tokens and allows the servers."

  private static func closedFile(_ what: String) -> String {
    "\(what) is a file. This service runs as its own user, who cannot read a private file. "
  }

  private static func variable(_ what: String, _ name: String) -> String {
    "\(what) is the variable '\(name)', which this service does not have, and anybody on this machine can read what "
      + "'Environment=' sets. "
  }

  static func authorities(in place: String, of system: String) -> String {
    "The authorities of '\(system)' are in \(place), which is hidden from this service. Move the file to /etc/reconcile."
  }

  static func foundByName(_ system: String) -> String {
    "'\(system)' is found by name, so the service may talk to every address of a home network."
  }

  static func toldByName(_ person: String) -> String {
    "The server that tells '\(person)' is found by name, so \(elsewhere)"
  }

  static let notifiedByName = "The server that is notified is found by name, so \(elsewhere)"

  static let notifiedUnread =
    "The address that is notified could not be read, so \(elsewhere) 'sudo reconcile units' reads the address."

  static let notifiedAbsent =
    "The address that is notified is not stored yet, so \(elsewhere) Once it is stored, run 'sudo reconcile units' again, "
    + "with the same options."

  /// A file that the service is to be handed.
  static func notThere(_ path: String) -> Message {
    Message(
      code: "units.not-there", "'\(path)' is not there",
      hint: "check the name, or store the secret before the service starts; without it the service does the rest")
  }

  static func nameServers(_ addresses: [String]) -> String {
    "/etc/resolv.conf asks \(addresses.listed()) for names, so the service may talk to "
      + (addresses.count == 1 ? "that server, too." : "those servers, too.")
      + " If that changes, run 'reconcile units' again, with the same options."
  }

  private static let elsewhere =
    "the service may talk to every address of a home network. If that server is elsewhere, add 'IPAddressAllow=any'."

  static func written(_ path: String) -> String { "wrote '\(path)'" }

  static func notWritten(_ error: FileError) -> String { "'\(error.path)' cannot be written: \(error.reason)" }

  static let isLinkToNothing = "it is a link that leads nowhere, or nowhere by now"

  static func isLink(to goal: String) -> String {
    "it is a link to '\(goal)'"
      + (goal == "/dev/null" ? ", so the unit is masked ('systemctl unmask' undoes that)" : "")
  }

  /// What the unit that was at `path` did, and the one that is there now does not: options of the program, of which `ours`
  /// can be asked of `units`, and a state in `state`, nil where that is the same. Nil where nothing went away.
  static func lost(_ unit: ReplacedUnit, ours: Set<String>, state: String?, in path: String) -> Message? {
    let parts =
      (unit.options.isEmpty ? [] : ["was run with \(unit.options.listed())"])
      + (state.map { ["kept its state in \($0)"] } ?? [])
    guard !parts.isEmpty else { return nil }
    let again = unit.options.filter(ours.contains) + (state.map { ["--state \($0)"] } ?? [])
    let added = unit.options.filter { !ours.contains($0) }
    let ways =
      (again.isEmpty ? [] : ["run 'reconcile units' again with \(again.listed())"])
      + (added.isEmpty ? [] : ["put \(added.listed()) back with 'sudo systemctl edit \(path.lastName)'"])
    return Message(
      code: "units.lost",
      "the service in '\(path)' \(parts.joined(separator: " and ")), and no longer does"
        + (unit.options.isEmpty ? "" : "; it had ExecStart=\(unit.command)"),
      hint: "to keep that, \(ways.joined(separator: ", and "))")
  }

  /// The unit at `path` was for the policy `old`, and is for `new` now.
  static func otherPolicy(_ old: String, than new: String, in path: String) -> Message {
    Message(
      code: "units.other-policy", "the service in '\(path)' was for '\(old)', and is for '\(new)' now",
      hint: "unless another unit does, nothing follows '\(old)' any more; one policy can name the systems of both")
  }

  /// The unit at `path`, which is for the policy `new`, takes the place of the package's unit at `packaged`, which was for `old`.
  static func otherPolicy(_ old: String, of packaged: String, than new: String, in path: String) -> Message {
    Message(
      code: "units.other-policy",
      "the service in '\(path)' takes the place of '\(packaged)', which was for '\(old)', and is for '\(new)'",
      hint: "unless another unit does, nothing follows '\(old)' any more; remove the new files, and add the entries of "
        + "'\(new)' to that policy")
  }

  /// `dropIn` has systemd start `command`, or nothing, whatever the unit that is called `name` says.
  static func startedInstead(_ command: String, by dropIn: String, of name: String) -> Message {
    Message(
      code: "units.started-instead",
      "'\(dropIn)' sets ExecStart= itself, so '\(name)' starts "
        + (command.isEmpty ? "nothing" : "another command than what is written here: \(command)"),
      hint: "put the new policy and options there with 'sudo systemctl edit \(name)', or remove its ExecStart=")
  }

  static let reload = "run: sudo systemctl daemon-reload"

  private static func credentialInstead(in place: String) -> String {
    "Write {credential: NAME} in \(place) instead, store the secret in \(UnitRequest.folder)/NAME, and run "
      + "'reconcile units' again, with the same options."
  }

  static let service = "Apply the schedule of the home network"
  static let timer = "Apply the schedule of the home network every minute"
  static let daemon = "Keep the home network on its schedule"

  static let page = "Show the household its page"
  static let pageSocket = "Wait for visitors of the household's page"
  static let pageState =
    "It shares the state with reconcile.service, by a group that has to exist: "
    + "echo 'u reconcile -' | sudo systemd-sysusers -"
  static let pageNetwork = "It has only the socket that it is given, and no other network."
  static let pageAddress =
    "For the phones of a home: an address of this machine, such as 192.168.1.5:8383, in a drop-in with an empty "
    + "'ListenStream=' before it."

  /// Why there is a limit.
  static let bounds = "Far more than a household needs, and far less than a misbehaving system could take."
  /// Why the service may not talk to everybody.
  static let addresses = "It talks to no other address. If notifications go elsewhere, allow that, too."
  /// Why the timer is in UTC.
  static let utc = "In UTC, because a calendar in local time leaves out the hour that comes twice in autumn."
  /// Why one system call is allowed again.
  static let setpriority = "The threads of a Swift program set their own priority."
}
