import Controller
import Doctor
import Documents
import Host
import JSONTree
import Policies
import Presentation
import Providers
import Planning
import StateStore

/// `reconcile doctor`: can every system be reached, trusted, logged in to and read, and is every name there.
///
/// It is only ever handed a network to read from.
enum DoctorCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let settings = try invocation.passSettings()
    let loaded = try invocation.followedPolicy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let only = try policy.targets(named: settings.targets)
    let remembered = StateSnapshot(looking: invocation.places(environment), environment).beside(loaded.fingerprint)
      .looking(at: policy).named(by: policy)
    let examiner = Examiner(policy, environment, now: now, only: only, remembered, again: settings.again)
    let approvers = ApproverFindings(policy, PeopleFile(environment), invocation.places(environment))
    let places = invocation.places(environment)
    let unwritable = StateStore.obstacle(in: places.state.path)
    let isUnknown = remembered.warnings.contains { $0.message.code == "state.unknown" }
    // On a read-only disk no run can leave its mark.
    let upkeep = Upkeep(at: places, isReadable: !isUnknown && unwritable?.kind != .readOnlyDisk, environment)
    let machine = MachineFindings(
      loaded, policy, Zones(environment.files), upkeep,
      insteadOfIt: remembered.isAmongTurns
        ? nil
        : remembered.otherPolicy(than: policy).map {
          (path: $0, isThere: (try? environment.files.kind(of: $0)) != .some(nil))
        }, turns: remembered.turns,
      Enabling(loaded.path, environment),
      earlier: EarlierUnits(environment.files), now: now)
    let obstacle = StateMessages.nothingIsWritten(Moments(zone: policy.zone, now: now))
    let warnings =
      remembered.warnings + (isUnknown ? [] : [unwritable].compactMap(\.self).map(StateMessages.notWritable))
      + examiner.leftElsewhere + machine.findings
      + remembered.contended(in: policy, Moments(zone: policy.zone, now: now))
      + MachineFindings.ofPermissions(of: loaded, environment.files) + approvers.findings
    let (found, endedEarly) = environment.withNetwork(invocation.log(environment)) { network, stop in
      await Deadline(settings.deadlineSeconds).limit(network, stop) {
        let names = examiner.patients.map(\.system.name.text).joined(separator: ", ")
        let found = await Progress(environment).show("examining \(names)", network) {
          await examiner.examine(network, stop)
        }
        return (found, stop.reason)
      }
    }
    let diagnoses = found.map { Diagnosis($0) }
    environment.output(text(diagnoses, warnings, obstacle, policy, output, environment))
    let status = endedEarly?.status ?? diagnoses.exitStatus
    return status == .success && obstacle != nil ? .partialFailure : status
  }

  private static func text(
    _ diagnoses: [Diagnosis], _ warnings: [Finding], _ obstacle: Finding?, _ policy: Policy, _ output: OutputSettings,
    _ environment: Environment
  ) -> String {
    output.format == .json
      ? DoctorJSON(diagnoses: diagnoses, warnings: [obstacle].compactMap { $0 } + warnings).json.line
      : DoctorText(
        diagnoses, warnings, obstacle: obstacle, policy: policy, now: environment.now(),
        style: output.style(environment)
      ).text
  }
}
