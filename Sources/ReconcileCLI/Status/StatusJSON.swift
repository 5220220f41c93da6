import CivilTime
import Controller
import JSONTree
import Overrides
import Planning
import Policies
import Presentation

extension HouseholdStatus {
  /// One object, its keys in a fixed order.
  var json: JSON {
    let systems = policy.systemOfTargets
    return .object(
      [
        .formatVersion,
        .init("policy", .string(policy.path)),
        .init("timezone", .string(policy.zone.name)),
        .init("now", .instant(now)),
        .init("running", running),
        .init("follows", .text(otherPolicy)),
        .init("targets", .array(targets.map { target($0, systems) })),
      ] + (actions.isEmpty ? [] : [.init("actions", .array(actions.map(action)))]) + [
        .init("problems", .array(problems.map(\.json))),
        .init("warnings", .array((unknown + warnings + unasked).map(\.json))),
        .init("requests", .array(requests.map { $0.json(now) })),
        .init("nextChange", .instant(next.first?.at)),
      ])
  }

  /// That the state cannot be read; the text says it beside what runs the program.
  private var unknown: [Finding] { [stateError].compactMap(\.self).map(StateMessages.unknown) }

  private var running: JSON {
    .object([
      .init("status", .string(upkeep.standing.rawValue)),
      .init("units", upkeep.units.map { .array($0.names.map { .string($0) }) } ?? .null),
      .init("lastRun", .instant(upkeep.lastRun)),
      .init("lastLook", .instant(lastLook)),
    ])
  }

  private func target(_ explanation: Explanation, _ systems: [Name: Name]) -> JSON {
    let verdict = explanation.verdict
    return .object(
      explanation.standing(on: systems[explanation.target], isDoubtful: troubled.contains(explanation.target))
        + verdict.decidedBy.members(policy, because: verdict.because))
  }

  private func action(_ action: ActionExplanation) -> JSON {
    let due = open.filter { $0.due.key.target == action.target }.map { JSON.object($0.members) }
    return .object(
      [.init("target", .string(action.target.text))] + (due.isEmpty ? [] : [.init("due", .array(due))])
        + [.init("next", .instant(action.first?.at))]
        + (action.first?.keeper.map { [.init("unless", $0.json)] } ?? []))
  }
}
