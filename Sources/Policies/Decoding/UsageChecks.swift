import CivilTime
import Documents

/// Warnings about a policy as a whole that need no evaluation.
struct UsageChecks {
  var targets: TargetTable
  var devices: DeviceTable
  var schedules: ScheduleTable
  var statements: [DecodedStatement]
  var edges: [Edge]
  /// The day of the run in the policy's zone; nil where it is not known.
  var today: CivilDate?

  /// Reports schedules that nothing uses, dates that are past, nights that end at midnight, a `leave` that strands,
  /// devices that no target names, and targets that are left alone because no statement names them.
  func report(into findings: inout Findings) {
    // After a mistake in a statement what it uses is not known, and everything it would have used looks unused.
    guard !findings.hasErrors else { return }
    reportUnusedSchedules(into: &findings)
    reportPastDates(into: &findings)
    reportOpenEnds(into: &findings)
    reportMeetingWeeks(into: &findings)
    reportStrandedTargets(into: &findings)
    reportUnusedDevices(into: &findings)
    for target in targets.unnamedActions { findings.add(.actionUnnamed(target.name.text), at: target.span) }
    for target in targets.unnamed + targets.forgotten {
      findings.add(.unnamed(target), at: target.span)
    }
  }

  // MARK: - Schedules

  private func reportUnusedSchedules(into findings: inout Findings) {
    var used = schedules.used
    for index in statements.indices {
      for part in statements[index].statement.when { part.insertUsedSchedules(into: &used) }
      used.formUnion(statements[index].schedulesBesideDays)
    }
    for edge in edges { edge.days.insertUsedSchedules(into: &used) }
    for schedule in schedules.decoded where !used.contains(schedule.name) {
      findings.add(.unusedSchedule(schedule.name.text), at: schedule.span)
    }
  }

  private func reportPastDates(into findings: inout Findings) {
    guard let today else { return }
    for schedule in schedules.decoded {
      guard let last = LastDay(of: schedule.parts, areDays: schedule.isSetOfDays), last.isPast(on: today) else {
        continue
      }
      findings.add(
        .datePast("the schedule '\(schedule.name)'", last: DateFigures.text(last.date)), at: schedule.span)
    }
    let past = statements.map { decoded in
      LastDay(of: decoded.statement.when).flatMap { $0.isPast(on: today) ? $0.date : nil }
    }
    let needed = neededLines(past.map { $0 != nil })
    for (index, last) in past.enumerated() {
      guard let last else { continue }
      findings.add(
        .datePast("this statement", last: DateFigures.text(last), needed: needed[index]),
        at: statements[index].whenSpan ?? statements[index].statement.span)
    }
    for edge in edges {
      guard let last = LastDay(of: edge), last.isPast(on: today) else { continue }
      findings.add(.datePast("this statement", last: DateFigures.text(last.date)), at: edge.span)
    }
  }

  /// For the last statements about targets of which only statements that are over speak what to write instead: without
  /// any, these targets are left alone.
  private func neededLines(_ isOver: [Bool]) -> [Int: String] {
    guard isOver.contains(true) else { return [:] }
    var last: [Name: Int] = [:]
    var spoken: Set<Name> = []
    for (index, decoded) in statements.enumerated() {
      let names = targets.leaves(of: decoded.statement.subjects)
      if isOver[index] { for name in names { last[name] = index } } else { spoken.formUnion(names) }
    }
    let alone = targets.activated.filter { $0.otherwise != nil && $0.otherwise != .leave && !spoken.contains($0.name) }
    return Dictionary(grouping: alone) { last[$0.name] ?? -1 }.filter { $0.key >= 0 }.compactMapValues { targets in
      let state = targets[0].otherwise
      return state.map { state in
        targets.filter { $0.otherwise == state }.map(\.name.text).joined(separator: ", ") + " \(state.rawValue)"
      }
    }
  }

  /// Reports ranges that end at midnight although the night may have been meant.
  private func reportOpenEnds(into findings: inout Findings) {
    let open = statements.indices.filter { !statements[$0].openEnds.all.isEmpty }
    if open.isEmpty, schedules.openEnds.isEmpty { return }
    let nights = ContinuedNights(statements.map(\.statement), targets, schedules.decoded)
    for index in open where !nights.follow(statements[index].statement) { findings.add(statements[index].openEnds) }
    reportOpenSchedules(nights, into: &findings)
  }

  /// The same of schedules: of those that no line uses, and those that one uses without anything to go on.
  private func reportOpenSchedules(_ nights: ContinuedNights, into findings: inout Findings) {
    if schedules.openEnds.isEmpty { return }
    var continued: Set<Name> = []
    var alone: Set<Name> = []
    for decoded in statements {
      var names = Set(decoded.schedulesBesideDays)
      for part in decoded.statement.when { part.insertUsedSchedules(into: &names) }
      names = names.filter { schedules.openEnds[$0] != nil }
      if names.isEmpty { continue }
      if nights.goOn(after: decoded.statement) { continued.formUnion(names) } else { alone.formUnion(names) }
    }
    for schedule in schedules.decoded {
      guard let open = schedules.openEnds[schedule.name] else { continue }
      if alone.contains(schedule.name) || !continued.contains(schedule.name) { findings.add(open) }
    }
  }

  /// Reports where odd and even weeks change their turns.
  private func reportMeetingWeeks(into findings: inout Findings) {
    guard let today else { return }
    let meetings = WeekParity.meetings(from: today, years: 10)
    guard !meetings.isEmpty else { return }
    for schedule in schedules.decoded where schedule.parts.contains(where: \.hasParity) {
      findings.add(.oddWeeksMeet(meetings), at: schedule.span)
    }
    for decoded in statements where decoded.statement.when.contains(where: \.hasParity) {
      findings.add(.oddWeeksMeet(meetings), at: decoded.whenSpan ?? decoded.statement.span)
    }
    for edge in edges where edge.days.hasParity { findings.add(.oddWeeksMeet(meetings), at: edge.span) }
  }

  // MARK: - Devices

  private func reportUnusedDevices(into findings: inout Findings) {
    // The targets of a sketch need not say yet what they name.
    guard !targets.isSketch, !devices.devices.isEmpty else { return }
    let used = targets.activated.namedDevices
    for device in devices.devices where !used.contains(device.name) {
      findings.add(.unusedDevice(device.name.text), at: device.span)
    }
  }

  // MARK: - Leave

  private func reportStrandedTargets(into findings: inout Findings) {
    guard targets.activated.contains(where: { $0.otherwise == .leave }) else { return }
    var brought: [Name: Set<TargetState>] = [:]
    for statement in statements.map(\.statement) {
      for target in targets.leaves(of: statement.subjects) {
        brought[target, default: []].formUnion([statement.state, statement.atOtherTimes].compactMap(\.self))
      }
    }
    // A door is to be left alone otherwise: what locks it need not unlock it. So is a lamp that somebody turns on by hand.
    for target in targets.activated where target.otherwise == .leave && !target.isMovedByHand {
      let states = brought[target.name] ?? []
      guard states.count == 1, let always = states.first else { continue }
      findings.add(
        .stranded(target.name.text, always: always.rawValue, never: targets.vocabulary.opposite(of: always).rawValue),
        at: target.span)
    }
  }
}

extension Target {
  /// Whether its objects are things that people use, such as lamps and doors: these turn on and open by hand what the
  /// policy has turned off. What nobody reads is not among them.
  fileprivate var isMovedByHand: Bool {
    if states?.permission != nil { return true }
    return selector.kind.map { $0.object.isDirect && !$0.isUnreadable } ?? false
  }
}

extension Schedule {
  /// Whether it speaks of odd or even weeks itself, and not only through a schedule that it names.
  fileprivate var hasParity: Bool {
    let clauses =
      clauses
      + exceptions.flatMap { exception -> [Clause] in
        switch exception {
        case .windowsStarting(let days): [.windows(on: days, at: [])]
        case .instants(let clauses): clauses
        }
      }
    return clauses.contains { clause in
      if case .windows(let days, _) = clause { days.hasParity } else { false }
    }
  }

  /// Adds the named schedules in it, those in exceptions included.
  fileprivate func insertUsedSchedules(into used: inout Set<Name>) {
    for clause in clauses { clause.insertUsedSchedules(into: &used) }
    for exception in exceptions {
      switch exception {
      case .windowsStarting(let days): days.insertUsedSchedules(into: &used)
      case .instants(let clauses): for clause in clauses { clause.insertUsedSchedules(into: &used) }
      }
    }
  }
}

extension Schedule.Clause {
  fileprivate func insertUsedSchedules(into used: inout Set<Name>) {
    switch self {
    case .schedule(let name): used.insert(name)
    case .windows(let days, _): days.insertUsedSchedules(into: &used)
    case .times: break
    }
  }
}

extension Days {
  fileprivate func insertUsedSchedules(into used: inout Set<Name>) {
    switch self {
    case .schedule(let name): used.insert(name)
    case .eves(let days): days.insertUsedSchedules(into: &used)
    case .union(let members): for member in members { member.insertUsedSchedules(into: &used) }
    case .daily, .weekdays, .dates, .yearly, .cycle, .ordinal, .parity, .calendar: break
    }
  }

  /// Whether days of odd or even weeks are among them.
  fileprivate var hasParity: Bool {
    switch self {
    case .parity: true
    case .union(let members): members.contains(where: \.hasParity)
    case .daily, .weekdays, .dates, .yearly, .cycle, .ordinal, .calendar, .eves, .schedule: false
    }
  }
}
