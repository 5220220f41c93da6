import CivilTime
import Documents
import Policies
import Reconciliation

/// The words for one object of a report.
struct LineWords {
  private let line: Line
  private let outcome: Outcome?
  private let overrides: [Override]
  private let moments: Moments

  /// `overrides` are those that hold.
  init(_ line: Line, outcome: Outcome?, overrides: [Override], moments: Moments) {
    self.line = line
    self.outcome = outcome
    self.overrides = overrides
    self.moments = moments
  }

  /// The sign in the first column.
  enum Mark {
    case change, applied, inPlace, leftAlone, problem

    var symbol: String {
      switch self {
      case .change: "~"
      case .applied: "✓"
      case .inPlace: " "
      case .leftAlone: "·"
      case .problem: "!"
      }
    }

    func styled(_ text: String, _ style: Style) -> String {
      switch self {
      case .change: style.change(text)
      case .applied: style.good(text)
      case .problem: style.bad(text)
      case .inPlace, .leftAlone: text
      }
    }
  }

  var mark: Mark {
    switch outcome {
    case .applied: return .applied
    case .unverified, .superseded, .failed, .skipped: return .problem
    case nil: break
    }
    switch line.action {
    case .change: return .change
    case .none: return .inPlace
    case .leave, .observe, .temporary, .yield: return .leftAlone
    case .problem: return .problem
    }
  }

  /// Where the switch stands and where it goes. What works only inside a schedule of its own is never called in place.
  var state: String {
    guard let schedule = line.ownSchedule else { return position(inPlace: ", in place") }
    return position(inPlace: "") + ", " + schedule.message
  }

  /// What a person should know, but for what `state` says already.
  var notes: [Notice] {
    (line.notes + (outcome?.notices ?? [])).map { note in
      note == line.ownSchedule ? Notice(code: note.code, note.hint ?? "") : note
    }
  }

  private func position(inPlace: String) -> String {
    let from = line.from.map(words) ?? "absent"
    let step = line.to.map { "\(from) → \(words($0))" } ?? from
    switch line.action {
    case .change: return step + (outcome.map { ", " + $0.inWords } ?? "")
    // What is in place is named as it is wanted: a fuse ends some seconds after the pause does.
    case .none: return (line.to.map(words) ?? from) + inPlace
    case .leave: return from + ", left alone"
    case .observe: return step + ", only observed"
    case .temporary: return from + ", a person's pause, left alone"
    case .yield: return step + ", stands"
    case .problem: return from
    }
  }

  private func words(_ setting: Setting) -> String {
    setting.position.rawValue + (setting.ends.map { " until \(moments.short($0))" } ?? "")
  }

  /// `off since 21:00 until Sat 07:00 · policy-1, line 25`; nil for what stands as it should, and for an entry that is
  /// removed, which no line of the policy is about.
  func reason(_ policy: Policy) -> String? {
    guard line.action != .none, line.to?.position != .absent else { return nil }
    let verdict = line.verdict
    let since = verdict.since.map { " since \(moments.short($0))" } ?? ""
    let until = verdict.until.map { " until \(moments.short($0))" } ?? ""
    let because = verdict.because(policy).map { " (\($0))" } ?? ""
    let decider = verdict.decidedBy.name(policy) + overrideEnd + because
    return verdict.state.rawValue + since + until + " · " + decider
  }

  /// ` until 21:30` where an override decides: the state may go on after it.
  private var overrideEnd: String {
    let override = overrides.first { $0.id == line.verdict.override }
    return override.map { " until \(moments.short($0.until))" } ?? ""
  }

  /// Why it differs; nil where it does not, and where no earlier run is remembered.
  var cause: String? {
    switch line.cause {
    case nil: nil
    case .schedule: "schedule"
    case .policy: "policy"
    case .override: "override"
    case .firstRun: "first run"
    case .outside: "outside" + lastInPlace
    case .contended: "contended" + lastInPlace
    }
  }

  /// Runs that saw nothing new leave no trace for a quarter of an hour, so it may have been in place later, too.
  private var lastInPlace: String { line.inPlaceAt.map { ", in place until \(moments.short($0)) or later" } ?? "" }
}

extension Outcome {
  fileprivate var inWords: String {
    switch self {
    case .applied: "done"
    case .unverified: "sent, not confirmed"
    case .superseded: "changed meanwhile, not touched"
    case .failed: "failed"
    case .skipped: "not tried"
    }
  }
}
