import CivilTime
import Documents
import Policies

/// The comparison of one system: first every target says which objects it selects, then each object is decided once.
struct Comparison {
  private let system: System
  private let objects: [ResourceKind: [LiveObject]]
  private let observation: Observation
  private let readable: Set<ResourceKind>
  private let now: Instant
  private var selected: [(target: Target, verdict: Verdict, selection: Selection)] = []
  private var unreadable: [Finding] = []

  init(system: System, observation: Observation, readable: Set<ResourceKind>, now: Instant) {
    self.system = system
    self.observation = observation
    self.readable = readable
    self.now = now
    objects = Dictionary(grouping: observation.objects, by: \.kind)
  }

  /// Lets `target` pick its objects.
  mutating func select(_ target: Target, verdict: Verdict) {
    guard let kind = target.selector.kind else { return }
    guard readable.contains(kind) else {
      unreadable.append(finding(Wording.notYetReadable(kind), target, name: nil))
      return
    }
    let live = (objects[kind] ?? []).sorted(by: LiveObject.inReportOrder)
    selected.append((target, verdict, selection(of: target, from: live, kind: kind)))
  }

  private func selection(of target: Target, from live: [LiveObject], kind: ResourceKind) -> Selection {
    switch target.selector {
    case .aclRules(_, let names), .firewallPolicies(_, let names), .wifi(_, let names), .groups(_, let names, _),
      .lists(_, let names, _):
      return Selection(names, from: live, kind: kind)
    case .blocking, .domains, .targets, .unspecified:
      return Selection(everyOne: live)
    }
  }

  /// Adds the lines, problems and warnings of this system to `plan`.
  func finish(into plan: inout Plan) {
    let owners = ownersOfShared
    var told: Set<Notice> = []
    for (target, verdict, selection) in selected {
      var lines: [Line] = []
      for object in selection.chosen {
        if let targets = owners[object] {
          let notice = Wording.selectedTwice(by: targets)
          lines.append(line(object, target, verdict, to: nil, .problem, [notice]))
        } else {
          lines.append(decide(object, target, verdict))
        }
      }
      lines += selection.refused.map { line($0.object, target, verdict, to: nil, .problem, [$0.reason]) }
      lines += selection.leftAlone.map { line($0.object, target, verdict, to: nil, .leave, [$0.reason]) }
      lines.sort { ($0.kind, $0.name, $0.id ?? "") < ($1.kind, $1.name, $1.id ?? "") }
      plan.lines += lines
      plan.problems += problems(of: lines, target, alreadyTold: &told)
      plan.problems += selection.missing.map { finding($0.reason, target, name: $0.name) }
      plan.warnings += selection.warnings.map { finding($0, target, name: nil) }
    }
    plan.problems += unreadable
    plan.warnings += observation.warnings.map { Finding($0, system: system.name) }
  }

  /// One problem for each thing that is wrong, however many objects it concerns.
  private func problems(of lines: [Line], _ target: Target, alreadyTold: inout Set<Notice>) -> [Finding] {
    var problems: [Finding] = []
    for line in lines where line.action == .problem {
      for notice in line.notes {
        let isPerObject = notice.code != Wording.Code.ambiguous && notice.code != Wording.Code.twoTargets
        if isPerObject || alreadyTold.insert(notice.about(line)).inserted {
          problems.append(finding(notice, target, name: line.name))
        }
      }
    }
    return problems
  }

  /// Objects that more than one target selects, with the targets in the order of the file.
  private var ownersOfShared: [LiveObject: [Name]] {
    var owners: [LiveObject: [Name]] = [:]
    for (target, _, selection) in selected {
      for object in selection.chosen { owners[object, default: []].append(target.name) }
    }
    return owners.filter { $0.value.count > 1 }
  }

  private func decide(_ object: LiveObject, _ target: Target, _ verdict: Verdict) -> Line {
    let enforcement = target.enforcement ?? .normal
    if case .pihole(_, let pauseLimitSeconds) = system.kind, object.kind == .blocking {
      let decision = BlockingDecision(
        verdict: verdict, live: object.setting, now: now, enforcement: enforcement,
        pauseLimitSeconds: pauseLimitSeconds)
      return line(object, target, verdict, to: decision.to, decision.action, [])
    }
    guard let position = wantedPosition(of: object, target, verdict.state) else {
      return line(object, target, verdict, to: nil, .leave, [])
    }
    let to = Setting(position)
    if object.setting == to { return line(object, target, verdict, to: to, .none, []) }
    if position == .enabled, let refusal = object.refusalToEnable {
      return line(object, target, verdict, to: to, .problem, [refusal])
    }
    // Without a memory of what was seen before, `yield` is like `normal`.
    return line(object, target, verdict, to: to, enforcement == .observe ? .observe : .change, [])
  }

  /// Where the switch of `object` belongs in `state`; nil where nothing is wanted.
  ///
  /// | state | rule that blocks | rule that allows, SSID | `when-off: enabled` | `when-off: disabled` |
  /// |---|---|---|---|---|
  /// | off | enabled | disabled | enabled | disabled |
  /// | on | disabled | enabled | disabled | enabled |
  private func wantedPosition(of object: LiveObject, _ target: Target, _ state: TargetState) -> Setting.Position? {
    guard let whenOff = target.selector.whenOff ?? object.whenOff else { return nil }
    switch state {
    case .off: return whenOff == .enabled ? .enabled : .disabled
    case .on: return whenOff == .enabled ? .disabled : .enabled
    case .active, .paused, .leave: return nil
    }
  }

  private func line(
    _ object: LiveObject, _ target: Target, _ verdict: Verdict, to: Setting?, _ action: Line.Action, _ notes: [Notice]
  ) -> Line {
    Line(
      target: target.name, system: system.name, kind: object.kind, id: object.id, name: object.name,
      from: object.setting, to: to, verdict: verdict, action: action, notes: notes)
  }

  private func finding(_ notice: Notice, _ target: Target, name: String?) -> Finding {
    Finding(
      notice, system: system.name, target: target.name, kind: target.selector.kind, name: name,
      file: target.span.file, line: target.span.start.line)
  }
}

extension Selector {
  /// What the switch reads while the target is off, where the target says it.
  var whenOff: SwitchPosition? {
    switch self {
    case .groups(_, _, let whenOff), .lists(_, _, let whenOff): whenOff
    case .aclRules, .firewallPolicies, .wifi, .blocking, .domains, .targets, .unspecified: nil
    }
  }
}

extension Selection {
  /// Every object, where there is nothing to choose.
  init(everyOne objects: [LiveObject]) { chosen = objects }
}

extension Notice {
  /// A key under which the same notice about the same name is told once: an ambiguous name stands on several objects,
  /// and an object of two targets on two lines.
  fileprivate func about(_ line: Line) -> Notice {
    Notice(code: code, message + "\t" + FoldedName(line.name).text)
  }
}
