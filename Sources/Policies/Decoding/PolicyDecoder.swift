import CivilTime
public import Documents

/// One file of a policy, read into a tree.
public struct PolicyDocument: Sendable {
  /// The file as the person named it; the same as in the spans of its nodes.
  public var file: String
  /// The whole document.
  public var root: Node

  /// One file of a policy.
  public init(file: String, root: Node) {
    self.file = file
    self.root = root
  }
}

/// Turns the documents of a policy into a `Policy`, or says everything that is wrong with them.
public enum PolicyDecoder {
  /// The policy that `documents` hold, and every diagnostic, sorted by place.
  ///
  /// Several documents are the files of one directory, in name order. The policy is nil where there is an error;
  /// warnings may be beside a policy.
  public static func decode(
    _ documents: [PolicyDocument], path: String, context: PolicyContext
  ) -> (policy: Policy?, diagnostics: [Diagnostic]) {
    var decoding = Decoding(path: path, context: context)
    let policy = decoding.policy(from: documents)
    return (decoding.findings.hasErrors ? nil : policy, decoding.findings.sorted(files: documents.map(\.file)))
  }

  /// One run of the decoder: the parts in an order in which each knows the names it may use.
  private struct Decoding {
    let path: String
    let context: PolicyContext
    var findings = Findings()

    mutating func policy(from documents: [PolicyDocument]) -> Policy? {
      let map = PolicyMap(documents, into: &findings)
      let head = PolicyHead(map, context: context, into: &findings)
      let people = PeopleTable(
        map.merged("people", twice: PolicyMessage.personTwice, into: &findings), context.kinds.vocabulary,
        into: &findings)
      let devices = DeviceTable(
        map.merged("devices", twice: PolicyMessage.deviceNamedTwice, into: &findings), context.kinds.vocabulary,
        into: &findings)
      let systemEntries = map.merged("systems", into: &findings)
      let targetEntries = map.merged("targets", into: &findings)
      let scheduleEntries = map.merged("schedules", into: &findings)
      let systems = SystemTable(systemEntries, context.kinds, into: &findings)
      checkOwner(systems, head, into: &findings)
      checkNames(systems: systemEntries, targets: targetEntries, schedules: scheduleEntries, table: systems)

      let isSketch = context.takesSketches && systemEntries.isEmpty
      var targets = TargetTable(
        targetEntries, systems: systems,
        parts: TargetParts(guards: GuardDecoder(people: people), devices: devices), isSketch: isSketch, into: &findings)
      let schedules = ScheduleTable(
        scheduleEntries, others: otherNames(systems: systemEntries, targets: targetEntries),
        context.kinds.vocabulary, calendars: CalendarDecoder(context, zone: head.zone), into: &findings)
      var names = schedules.names
      names.present = { [now = context.now, zone = head.zone] in
        now.flatMap { now in zone.map { PresentMoment(zone: $0, now: now) } }
      }
      var decoder = StatementDecoder(targets: targets, schedules: names)
      let (statements, edges) = decoder.decode(map.concatenated("policy", into: &findings), into: &findings)
      let tests = TestDecoder(targets: targets, zone: head.zone)
        .decode(map.concatenated("tests", into: &findings), into: &findings)

      checkGuards(targets, into: &findings)
      for count in EntryCount.over(of: targets.activated) {
        findings.add(.tooManyEntries(count), at: count.target.span)
      }
      let persons = people.people(targets, schedules: Set(scheduleEntries.map { Name($0.key.text) }), into: &findings)
      let plain = statements.map(\.statement)
      targets.wake(tests.flatMap { $0.expect.map(\.target) })
      targets.settle(plain, edges)
      UsageChecks(
        targets: targets, devices: devices, schedules: schedules, statements: statements, edges: edges,
        today: context.now.flatMap { now in head.zone.map { $0.local(now).date } }
      ).report(into: &findings)
      guard let zone = head.zone else { return nil }
      var policy = Policy(
        path: path, kinds: context.kinds, zone: zone, owner: head.owner, maxChanges: head.maxChanges,
        systems: systems.decoded.map { $0.lookingUpItsClock(besides: zone, context.zone) },
        targets: targets.activated, schedules: schedules.decoded, statements: plain, tests: tests)
      policy.zoneSpan = head.zoneSpan
      policy.unnamedTargets = Set(targets.unnamed.map(\.name))
      policy.targetsAsUsual = targets.asUsual
      policy.implicitTargets = targets.implicit
      policy.edges = edges
      policy.people = persons
      policy.devices = devices.devices
      return policy
    }

    /// Whoever lets what a file owns be removed has to say which file that is.
    private func checkOwner(_ systems: SystemTable, _ head: PolicyHead, into findings: inout Findings) {
      guard !head.hasOwner else { return }
      for system in systems.decoded {
        for setting in system.kind.settings where system.flag(setting.key) {
          guard case .flag(needsOwner: true) = setting.form else { continue }
          findings.add(.pruneNeedsOwner(setting.key, of: system.name.text), at: system.span)
        }
      }
    }

    /// Every run compares what each of them holds.
    private func checkGuards(_ targets: TargetTable, into findings: inout Findings) {
      let holding = (targets.activated + targets.implicit).filter { $0.guarding?.holdsEdits ?? false }
      guard holding.count > Guard.mostHoldingEdits else { return }
      findings.add(.guardsHoldingEditsMany(holding.count), at: holding[Guard.mostHoldingEdits].span)
    }

    /// Systems, targets and schedules share one name space; a system and its own target are one thing.
    private mutating func checkNames(
      systems: [Node.Entry], targets: [Node.Entry], schedules: [Node.Entry], table: SystemTable
    ) {
      var first: [String: SourceSpan] = [:]
      let roles: [(NameRules.Role, [Node.Entry])] = [(.system, systems), (.target, targets), (.schedule, schedules)]
      lazy var taken = Set(roles.flatMap { $0.1.map(\.key.text) })
      for (role, entries) in roles {
        for entry in entries {
          let text = entry.key.text
          if let fault = NameRules.fault(of: text, context.kinds.vocabulary) {
            let proposal = NameRules.proposal(for: text, role, taken: taken, context.kinds.vocabulary)
            let message = PolicyMessage.nameForm(text, fault: fault, proposal: proposal)
            // `{holidays: 2026-12-23..2027-01-06, 2027-04-06..2027-04-10}`
            let isCut = role == .schedule && ScheduleTable.isCutByComma(entry, context.kinds.vocabulary)
            findings.add(isCut ? message.cutByComma : message, at: entry.key.span)
          }
          guard let span = first[text] else {
            first[text] = entry.key.span
            continue
          }
          if role == .target, table.kind(of: Name(text))?.ownTarget != nil { continue }
          findings.add(
            .nameTwice(text), at: entry.key.span,
            related: Diagnostic.Related(span: span, message: "first defined here"))
        }
      }
    }

    private func otherNames(systems: [Node.Entry], targets: [Node.Entry]) -> [Name: String] {
      var names: [Name: String] = [:]
      for entry in systems { names[Name(entry.key.text)] = "system" }
      for entry in targets { names[Name(entry.key.text)] = "target" }
      return names
    }
  }
}
