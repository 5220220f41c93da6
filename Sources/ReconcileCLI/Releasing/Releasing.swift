import CivilTime
import JSONTree
import Journal
import Policies
import Reconciliation
import Synchronization

/// Looks how the objects stand that were left behind, asks, and opens them as an apply would: each is read, moved and
/// read back, and what was done is remembered.
struct Releasing {
  let request: ReleaseRequest
  let invocation: Invocation
  let settings: RunSettings
  let policy: Policy
  let fingerprint: String
  let environment: Environment

  /// Does what was asked for with what `memory` says. Throws where the state cannot be written.
  func run(_ memory: Memory) -> Result<ExitStatus, JournalError> {
    let left = memory.closings.filter { !policy.names($0.key, called: $0.closing.name) }
    let chosen = request.chosen(from: left)
    let report = ReleaseReport(
      policy: policy, now: environment.now(), unknownWords: request.unknownWords(among: left), closings: chosen)
    if chosen.isEmpty {
      show(report)
      return .success(.success)
    }
    return request.keeps ? keep(report) : open(report)
  }

  private func show(_ report: ReleaseReport) {
    environment.output(settings.format == .json ? report.json.line : report.text)
  }

  // MARK: Keeping

  /// Forgets them, and writes nowhere else.
  private func keep(_ report: ReleaseReport) -> Result<ExitStatus, JournalError> {
    let keys = Set(report.closings.map(\.key))
    do throws(JournalError) {
      try StateWriting.perform(in: StatePath.made(invocation, environment), environment) {
        (journal) throws(JournalError) in
        let before = try journal.memory()
        var after = before
        for key in keys { after.objects[key]?.closing = nil }
        try journal.record(report.closings.map(kept), before: before, after: after, at: report.now)
      }
    } catch {
      return .failure(error)
    }
    show(report)
    if settings.format == .text { environment.output("\n" + ReleaseWording.kept(keys.count) + "\n") }
    return .success(.success)
  }

  private func kept(_ key: ObjectKey, _ closing: Closing) -> Event {
    Event(
      at: environment.now(), .kept, by: OverrideSurroundings.person(environment), target: closing.target,
      system: key.system, object: key.kind, id: key.id.isEmpty ? nil : key.id, name: closing.name)
  }

  // MARK: Opening

  private func open(_ asked: ReleaseReport) -> Result<ExitStatus, JournalError> {
    var report = asked
    let keys = Set(report.closings.map(\.key))
    let (look, status) = look(at: keys)
    guard let look else { return .success(status) }
    report.report = look
    guard report.openable > 0 else {
      show(report)
      return .success(look.exitStatus(detailed: false))
    }
    if !request.isAgreed {
      show(report)
      guard environment.inputIsTerminal, environment.outputIsTerminal else {
        let isNamed = !invocation.operands.isEmpty || invocation.has(.all)
        if settings.format == .text { environment.output("\n" + ReleaseWording.notAgreed(named: isNamed) + "\n") }
        return .success(.refused)
      }
      environment.error("\n" + ReleaseWording.question(report.openable))
      let answer = environment.input()?.lowercased() ?? ""
      guard answer == "y" || answer == "yes" else {
        environment.output(ReleaseWording.declined + "\n")
        return .success(.refused)
      }
    }
    return write(report, keys)
  }

  /// How they stand now; nothing is written.
  private func look(at keys: Set<ObjectKey>) -> (Report?, ExitStatus) {
    let remembered = Remembered(looking: invocation, environment).beside(fingerprint)
    guard let run = run(remembered, keys) else { return (nil, .failure) }
    let found = Mutex<Report?>(nil)
    let status = environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let plan = await run.look(at: run.open(network, stop), network, stop)
        found.withLock { $0 = Report(.apply, plan: plan) }
        return stop.reason?.status ?? .success
      }
    }
    return (found.withLock { $0 }, status)
  }

  /// Opens them. They are read again: nobody knows how long the question was looked at.
  private func write(_ asked: ReleaseReport, _ keys: Set<ObjectKey>) -> Result<ExitStatus, JournalError> {
    guard environment.now().secondsSinceEpoch >= Version.releasedAt else {
      return .failure(Wording.clockTooEarly(environment.now()))
    }
    let state: State
    do throws(State.Refusal) {
      state = try State.opened(invocation, environment)
    } catch {
      return .success(error.tell(environment))
    }
    // What runs compare with the policy of the last one must not take this one for one that followed the new policy.
    let policyBefore = state.remembered.memory?.policy ?? fingerprint
    guard let run = run(state.remembered.beside(policyBefore), keys) else { return .success(.failure) }
    let result = Mutex<RunResult?>(nil)
    let status = environment.withNetwork(settings.log(environment)) { network, stop in
      await run.withDeadline(network, stop) {
        let opened = run.open(network, stop)
        let report = await run.apply(to: opened, network, stop)
        result.withLock { $0 = RunResult(report, opened) }
        return stop.reason?.status ?? report.exitStatus(detailed: false)
      }
    }
    guard let result = result.withLock({ $0 }) else { return .success(status) }
    _ = state.keep(
      result, policy: policy, fingerprint: policyBefore, by: OverrideSurroundings.person(environment), environment)
    var report = asked
    report.report = result.report
    show(report)
    return .success(status)
  }

  private func run(_ remembered: Remembered, _ keys: Set<ObjectKey>) -> Run? {
    try? Run(policy, settings, environment, now: environment.now(), remembered, releasing: keys)
  }
}
