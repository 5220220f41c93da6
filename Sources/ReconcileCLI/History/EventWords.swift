import CivilTime
import Controller
import Policies
import Presentation
import Providers
import Planning

/// What happened, in one sentence for a parent. Nothing here is escaped.
struct EventWords {
  private let event: Event
  /// The times in it are told as on the day on which it happened.
  private let moments: Moments
  /// The states of the object's kind, where its switch is what they speak of; nil for any other.
  private let states: StatePair?

  init(_ event: Event, _ moments: Moments, _ kinds: SystemKinds) {
    self.event = event
    self.moments = moments
    let selector = event.object.flatMap { kinds.selector(of: $0) }
    states = selector?.object.isDirect == true ? selector?.states : nil
  }

  /// Whether something did not work.
  var isBad: Bool {
    switch event.kind {
    case .change: event.outcome != nil && event.outcome != "applied"
    case .action: !["done", "called-off"].contains(event.outcome)
    case .systemLost, .leftOut, .stuck, .contended, .problem, .gone, .setAside: true
    case .wrongCode, .codeNotSent, .releaseGivenUp: true
    case .moved, .contentionOver, .problemOver, .policy, .followed, .turns, .overrideMade, .overrideExtended,
      .overrideEnded, .kept, .systemBack,
      .sealed,
      .requestMade, .codeSent, .codeAsked, .pinUsed, .requestAgreed, .requestApproved, .requestDenied,
      .requestCancelled,
      .requestExpired, .requestReplaced, .requestWithdrawn, .editHeld, .editEnded, .pinSet, .pinReset,
      .linkMade, .deviceJoined, .deviceForgotten:
      false
    }
  }

  /// `kids off: 'Downtime-KidsRoom' disabled → enabled · schedule (policy-1: 'kids off 21:00–07:00') · applied`
  var text: String {
    switch event.kind {
    case .change: joined(subject + step, asked ?? why, event.outcome.map(Messages.outcome), event.message)
    case .moved: joined(subject + step, mover, by)
    case .action: joined("\(target): \(event.name ?? "?")\(dueAt)", decider, event.outcome, event.message)
    case .stuck: joined("\(target): \(event.name.map(\.quoted) ?? "")", event.message)
    case .contended: joined("\(target): \(event.name.map(\.quoted) ?? "")", event.message ?? Messages.contended)
    case .contentionOver: joined("\(target): \(event.name.map(\.quoted) ?? "")", Messages.contentionOver)
    case .problem: joined("\(target)\(event.state.map { " should be \($0)" } ?? "")", event.message)
    case .problemOver: "\(target): \(state), as it should be"
    case .gone: subject + (event.message ?? "")
    case .policy: joined(Messages.anotherPolicy, event.message, event.name.map(Messages.zoneMoved), by)
    case .followed: joined(Messages.followed(event.name ?? "?", before: event.message), by)
    case .turns: joined(StateMessages.takeTurns([event.name ?? "?", event.message ?? "?"].sorted()), by)
    case .overrideMade: joined("\(target): \(state)\(stretch)\(because)", override, by)
    case .overrideExtended: joined("\(target): \(state), now until \(end)\(because)", override, by)
    case .overrideEnded: joined("\(target): \(state) ended early\(because)", override, by)
    case .kept: event.message.map { subject + $0 } ?? joined(subject + Messages.kept, by)
    case .systemLost: joined("\(system): can no longer be read", event.message)
    case .systemBack: joined("\(system): can be read again", event.message)
    case .leftOut: StateMessages.leftOut(event.message ?? "?")
    case .sealed: joined(Messages.sealed, by)
    case .setAside: Messages.begunAnew(event.name ?? "?", overrides: event.message.flatMap { Int($0) })
    case .requestMade, .codeSent, .codeNotSent, .codeAsked, .wrongCode, .pinUsed, .requestAgreed, .requestApproved,
      .requestDenied, .requestCancelled, .requestExpired, .requestReplaced, .requestWithdrawn, .releaseGivenUp,
      .editHeld, .editEnded, .pinSet, .pinReset, .linkMade, .deviceJoined, .deviceForgotten:
      RequestEventWords(event, moments).text
    }
  }

  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var target: String { event.target?.text ?? system }
  private var system: String { event.system?.text ?? "?" }
  private var state: String { event.state?.rawValue ?? "" }
  private var stretch: String {
    (event.begins.map { " from \(moments.short($0))" } ?? "")
      + (event.until.map { " until \(moments.short($0))" } ?? "")
  }
  private var dueAt: String { event.begins.map { " due \(moments.short($0))" } ?? "" }
  private var end: String { event.until.map(moments.short) ?? "?" }
  private var because: String { event.message.map { " (\($0))" } ?? "" }
  private var override: String? { event.id.map { "\((event.override ?? .override).inWords) \($0)" } }
  private var by: String? { event.by.map { "by \($0)" } }

  /// The target and the object; a system's one switch has no name of its own.
  private var subject: String {
    "\(target)\(meaning): " + (event.object?.isWhole == true ? "" : event.name.map { $0.quoted + " " } ?? "")
  }

  /// What the switch comes to for the target, as a rule may block or allow; nothing where its positions say that.
  private var meaning: String {
    guard event.kind == .change || event.kind == .moved, event.object?.isWhole != true, states == nil,
      let state = event.state, state != .leave
    else { return "" }
    return " \(state.rawValue)"
  }

  private var step: String {
    [event.from, event.to].compactMap { $0 }.map(words).joined(separator: " → ")
  }

  private func words(_ setting: SwitchState) -> String {
    position(setting) + (setting.ends.map { " until \(moments.short($0))" } ?? "")
  }

  private func position(_ setting: SwitchState) -> String {
    guard let states, let isOn = setting.position.asSwitch else { return setting.position.rawValue }
    return (isOn ? states.on : states.off).rawValue
  }

  private var mover: String {
    switch event.cause {
    case .contended: Messages.contended
    case nil: Messages.endedRun
    default: Messages.outside
    }
  }

  /// `lock 2 ended`: what became of the override that decided before.
  private var former: String {
    let kind = (event.override ?? .override).inWords
    if let ended = event.ended { return Messages.ended("\(kind) \(ended)") }
    return event.uncounted.map { Messages.uncounted("\(kind) \($0)") } ?? Messages.cause(.override)
  }

  /// `released by anna`: who asked for a change that no policy wants.
  private var asked: String? {
    guard event.cause == .released, let by = event.by, by != "reconcile" else { return nil }
    return "\(Messages.cause(.released)) by \(by)"
  }

  /// `policy-1: 'kids off 21:00–07:00'`, as the line was then, or `lock 2`.
  private var decider: String? {
    if let sentence = event.sentence { return event.decidedBy.map { "\($0): \(sentence.quoted)" } }
    var parts = event.decidedBy?.split(separator: ":").map(String.init) ?? []
    if parts.first == "override", let kind = event.override { parts[0] = kind.inWords }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// `schedule (policy-1: 'kids off 21:00–07:00')`, or `lock 2`, which says both.
  private var why: String? {
    guard let cause = event.cause, cause != .override || event.decidedBy?.hasPrefix("override:") != true else {
      return decider
    }
    // New hours of what keeps them by itself come before an override, or after it; where it was moved, one has ended.
    let isMoved = event.from?.position != event.to?.position
    let words = cause == .override ? (isMoved ? former : Messages.overridden) : Messages.cause(cause)
    return words + (decider.map { " (\($0))" } ?? "")
  }
}
