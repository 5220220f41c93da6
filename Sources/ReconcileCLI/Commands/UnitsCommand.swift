import Controller
import Documents
import Host
import Planning
import Policies
import Providers
import Text

/// `reconcile units`: systemd units that run the policy.
enum UnitsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    try checkPage(invocation)
    let loaded = try loaded(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let request = try UnitRequest(policy, path: loaded.path, invocation, environment)
    loaded.write(to: environment.error, environment)
    if !invocation.has(.asPage) {
      for file in request.missingFiles(environment) { warn(UnitsMessages.notThere(file), environment) }
    }
    let files =
      invocation.has(.asPage)
      ? [request.page, request.pageSocket]
      : invocation.has(.asDaemon) ? [request.daemon] : [request.service, request.timer]
    guard let folder = invocation.value(.output) else {
      environment.output(files.map(\.shown).joined(separator: "\n"))
      return .success
    }
    let status = write(files, of: request.policy.text, to: folder, invocation, environment)
    // Nobody reads the comments of a file that was written just now.
    if status == .success { for note in request.notes { environment.error("note: \(note.escaped)\n") } }
    return status
  }

  private static func checkPage(_ invocation: Invocation) throws(UsageError) {
    guard invocation.has(.asPage) else { return }
    for option in [Option.notifyCredential, .notifyFormat, .notifyBefore] where invocation.has(option) {
      throw UsageError.pageNotifiesNobody(option)
    }
    if invocation.has(.asDaemon) { throw UsageError.pageAndDaemon }
  }

  /// Each file has a name of ours, whatever the policy says; one that is there is replaced, and what it alone said is told.
  private static func write(
    _ files: [UnitFile], of policy: String, to folder: String, _ invocation: Invocation, _ environment: Environment
  ) -> ExitStatus {
    let files = files.map { file in
      (file: file, path: folder.hasSuffix("/") ? folder + file.name : "\(folder)/\(file.name)")
    }
    let ours = Set(OptionTable(environment.kinds).of(.units).map { "--\($0.name)" })
    // All are looked at before any is written: half of them would be a timer of another service.
    do throws(FileError) {
      for (file, path) in files { try refuseLink(path, named: file.name, in: folder, environment) }
    } catch {
      environment.error("reconcile: \(UnitsMessages.notWritten(error).escaped)\n")
      return .failure
    }
    for (file, path) in files {
      let replaced = replaced(file, at: path, environment)
      let hidden = replaced == nil ? PackagedUnit(hiddenBy: path, environment.files) : nil
      let warnings = [
        hidden.flatMap { unit in
          unit.policy(notFollowedBy: UnitText(file.text)).map {
            UnitsMessages.otherPolicy($0, of: unit.path, than: policy, in: path)
          }
        },
        replaced?.policy.map { UnitsMessages.otherPolicy($0, than: policy, in: path) },
        replaced.flatMap {
          UnitsMessages.lost($0, ours: ours, state: invocation.has(.state) ? nil : $0.state, in: path)
        },
        UnitDropIns(of: path, environment.files).startedInstead(of: UnitText(file.text))
          .map { UnitsMessages.startedInstead($0.command, by: $0.path, of: file.name) },
      ].compactMap(\.self)
      do throws(FileError) {
        try environment.replace(path, file.text)
      } catch {
        environment.error("reconcile: \(UnitsMessages.notWritten(error).escaped)\n")
        return .failure
      }
      environment.output(UnitsMessages.written(path).escaped + "\n")
      for warning in warnings { warn(warning, environment) }
    }
    environment.output(UnitsMessages.reload + "\n")
    return .success
  }

  private static func warn(_ warning: Message, _ environment: Environment) {
    environment.error("warning: \(warning.text.escaped)\n")
    if let hint = warning.hint { environment.error("hint: \(hint.escaped)\n") }
  }

  /// What the unit at `path` says that `file` does not; nil where there is none.
  private static func replaced(_ file: UnitFile, at path: String, _ environment: Environment) -> ReplacedUnit? {
    guard let old = try? environment.files.bytes(of: path, limit: 1 << 16) else { return nil }
    return ReplacedUnit(UnitText(String(decoding: old, as: UTF8.self)), by: UnitText(file.text))
  }

  /// A masked unit is a link to `/dev/null`, and what a link leads to would be replaced.
  private static func refuseLink(
    _ path: String, named name: String, in folder: String, _ environment: Environment
  ) throws(FileError) {
    guard let goal = environment.files.resolved(path) else {
      // On a disk that is not mounted, say.
      let isThere = (try? environment.files.names(in: folder).contains(name)) ?? false
      if isThere { throw FileError(path: path, reason: UnitsMessages.isLinkToNothing) }
      return
    }
    guard let folder = environment.files.resolved(folder), goal != "\(folder)/\(name)" else { return }
    throw FileError(path: path, reason: UnitsMessages.isLink(to: goal))
  }

  /// The policy, which must name systems: there is nothing to run otherwise.
  private static func loaded(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> LoadedPolicy {
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy, policy.systems.isEmpty else { return loaded }
    return LoadedPolicy(path: loaded.path, environment, takesSketches: false)
  }
}
