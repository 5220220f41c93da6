import CivilTime
import Controller
import Documents
import Presentation
import Policies
import Text

/// Every text of `status`.
enum StatusMessages {
  /// Whether something runs the program. `look` is when a run last looked, whoever started it; `canMark` unless runs can
  /// leave no mark.
  static func upkeep(_ upkeep: Upkeep, lastLook look: Instant?, canMark: Bool = true, _ moments: Moments) -> String {
    let units = (upkeep.units?.names ?? []).listed("or")
    let last = upkeep.lastRun(beside: upkeep.isIdle ? nil : look).map { moments.minute($0) } ?? ""
    switch upkeep.standing {
    case .running where upkeep.units == nil: return "Last run \(last)."
    case .running where units.isEmpty: return "Last run \(last), but no timer or watch is enabled."
    case .running: return "Last run \(last), by \(units)."
    case .late where !canMark: return "Whether anything has run since \(last) is unknown."
    case .late:
      return (upkeep.isAhead ? StateMessages.ranAhead(last).capitalizedFirst : "Nothing has run since \(last)")
        + (units.isEmpty ? "" : ", although \(units) is enabled")
        + byHand(upkeep, look, moments) + "."
    case .never where upkeep.units != nil && units.isEmpty:
      return "No timer or watch is enabled" + byHand(upkeep, look, moments) + "."
    case .never:
      return "It has not run yet" + (units.isEmpty ? "" : ". \(units) is enabled, so it should within a minute")
        + byHand(upkeep, look, moments) + "."
    case .unknown: return "Whether it runs, and which overrides hold, is unknown."
    }
  }

  /// `; last look 20:30, by hand`, where that was after the last run.
  private static func byHand(_ upkeep: Upkeep, _ look: Instant?, _ moments: Moments) -> String {
    guard let look, look - (upkeep.lastRun ?? look + -1_000) > 300 else { return "" }
    return "; last look \(moments.minute(look)), by hand"
  }

  /// The line to type so that something runs it, or to find out why it does not; nil where nothing has to be done, or
  /// nobody here knows what.
  static func remedy(_ upkeep: Upkeep, _ enabling: Enabling) -> String? {
    guard upkeep.isIdle, let units = upkeep.units else { return nil }
    guard let unit = units.names.first else { return enabling.command }
    return "systemctl status \(unit)" + (unit == EnabledUnits.timer ? " reconcile.service" : "")
  }

  static func lastGood(_ since: String) -> String {
    "The policy has errors. Runs use its last valid version, from \(since):"
  }

  static func otherPolicy(_ path: String) -> String { "Runs follow '\(path)', not this policy." }

  /// That `target` is left alone, and its system still keeps `hours`.
  static func goesOn(_ target: Name, _ hours: String, by noun: String) -> Message {
    Message(
      code: "made.goes-on",
      "'\(target)' is left alone, but the \(noun) keeps blocking it every day \(hours), by its own clock")
  }

  /// Of a target that is not known to be as it is wanted.
  static func shouldBe(_ state: String) -> String { "should be \(state)" }

  static func moreTargets(_ states: [(state: String, count: Int)]) -> String {
    let count = states.reduce(0) { $0 + $1.count }
    if states.count == 1 { return "\(count) more: " + (count > 1 ? "all " : "") + states[0].state }
    return "\(count) more: " + states.map { "\($0.count) \($0.state)" }.joined(separator: ", ")
  }

  /// Of what is not shown here; a plan `hasAll` of it, or not.
  static func moreNotes(_ count: Int, planHasAll hasAll: Bool) -> String {
    "\(count) more; 'reconcile \(hasAll ? "plan" : "status --format json")' shows all"
  }

  static func request(_ id: String, _ asker: String, _ deed: String) -> String {
    "request \(id): \(asker) asks for \(deed)"
  }

  static func requests(_ count: Int) -> String {
    "\(count) requests wait for an answer ('reconcile requests')"
  }

  static func next(_ at: String, _ targets: [String]) -> String { "Next change: \(at) (\(targets.listed(atMost: 3)))." }
  static let nextRun = "at the next run"
  /// Changes are known up to a day that may be over by this clock.
  static func noNext(_ now: Instant) -> String {
    now < Evaluator.horizon ? "Nothing changes before 2100." : "After 2099 the next change is unknown."
  }
  static let noTargets = "The policy has no targets."
}

extension Moments {
  /// To the minute: marks of runs are no more exact.
  func minute(_ instant: Instant) -> String {
    let seconds = instant.secondsSinceEpoch
    return short(Instant(secondsSinceEpoch: seconds - (seconds % 60 + 60) % 60))
  }
}
