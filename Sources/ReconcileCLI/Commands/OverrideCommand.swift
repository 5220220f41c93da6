import CivilTime
import JSONTree
import Journal
import Policies
import Reconciliation

/// `reconcile override`: lets something else than the schedule hold for a while. It writes to the state and nowhere
/// else; the next run brings it about.
enum OverrideCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let request = try OverrideRequest(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    if request.needsPolicy, loaded.policy == nil { return loaded.refuse(environment) }
    let surroundings = OverrideSurroundings(policy: loaded.policy, invocation, environment)
    switch request {
    case .list: return list(surroundings, settings, environment)
    case .end(let id): return try change(id, nil, surroundings, settings, environment)
    case .extend(let id, let end): return try change(id, end, surroundings, settings, environment)
    case .make(let target, let state, let end):
      guard let policy = loaded.policy else { return loaded.refuse(environment) }
      let subject = try OverrideSubject(target: target, state: state, policy)
      let because = invocation.value(.because).flatMap { $0.isEmpty ? nil : $0 }
      return try make(subject, end, because, surroundings, settings, environment)
    }
  }

  private static func list(
    _ surroundings: OverrideSurroundings, _ settings: RunSettings, _ environment: Environment
  ) -> ExitStatus {
    do throws(JournalError) {
      let journal = try Journal(reading: surroundings.folder)
      let list = OverrideList(try journal?.overrides(), surroundings)
      for warning in StateWording.unreadable(journal?.unreadable ?? [:]) { environment.warn(warning.notice.message) }
      environment.output(settings.format == .json ? list.json.text + "\n" : list.text(settings.style(environment)))
      return .success
    } catch {
      return error.report(environment, hint: Wording.nothingWritten(error, reading: true))
    }
  }

  private static func make(
    _ subject: OverrideSubject, _ end: OverrideEnd, _ because: String?, _ surroundings: OverrideSurroundings,
    _ settings: RunSettings, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let now = surroundings.now
    let until = try end.instant(after: now, in: surroundings.zone, now: now)
    do throws(JournalError) {
      let written = try StateWriting.perform(in: surroundings.madeFolder(), environment) {
        (journal) throws(JournalError) -> WrittenOverride in
        let override = try journal.make(
          subject.state, of: subject.target, from: now, until: until, because: because, by: surroundings.person)
        return WrittenOverride(
          deed: .made, override: override, all: try journal.overrides(), previousEnd: until, surroundings: surroundings)
      }
      return tell(written, settings, environment)
    } catch {
      return error.report(environment, hint: Wording.nothingWritten(error, reading: false))
    }
  }

  /// Gives the override `id` another end, now where `end` is nil.
  private static func change(
    _ id: String, _ end: OverrideEnd?, _ surroundings: OverrideSurroundings, _ settings: RunSettings,
    _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let change = OverrideChange(id: id, end: end, surroundings: surroundings)
    let outcome: Result<WrittenOverride, UsageError>
    do throws(JournalError) {
      outcome = try StateWriting.perform(in: surroundings.madeFolder(), environment, change.write)
    } catch {
      return error.report(environment, hint: Wording.nothingWritten(error, reading: false))
    }
    return tell(try outcome.get(), settings, environment)
  }

  private static func tell(
    _ written: WrittenOverride, _ settings: RunSettings, _ environment: Environment
  ) -> ExitStatus {
    environment.output(settings.format == .json ? written.json.text + "\n" : written.text)
    return .success
  }
}

extension OverrideRequest {
  /// Whether it must be understood in the policy's words: a target, or a time or a day in the policy's zone.
  fileprivate var needsPolicy: Bool {
    switch self {
    case .list, .end: false
    case .extend(_, .lasting(let length)): length.days != 0
    case .extend(_, .until), .make: true
    }
  }
}
