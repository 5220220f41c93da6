import Documents

/// The schedules of a policy: which hold times, which use which, and that none uses itself.
struct ScheduleTable {
  /// What a sentence may know of them.
  private(set) var names: ScheduleNames
  /// Those without a mistake, in the order of the file.
  private(set) var decoded: [NamedSchedule] = []
  /// Those that another one names.
  private(set) var used: Set<Name> = []

  /// What to say of ranges in them that end at midnight, unless a line that uses them has something that goes on there.
  private(set) var openEnds: [Name: Findings] = [:]

  /// How many schedules may use one another in a row.
  static let deepest = 16

  private struct Entry {
    var name: Name
    var span: SourceSpan
    var lexed: LexedWhen
    var uses: [LexedWhen.Use]
  }

  init(
    _ nodes: [Node.Entry], others: [Name: String], _ vocabulary: Vocabulary, calendars: CalendarDecoder,
    into findings: inout Findings
  ) {
    names = ScheduleNames(spellings: nodes.map(\.key.text), vocabulary: vocabulary, others: others)
    var calendars = calendars
    for node in nodes { names.kinds[Name(node.key.text)] = .broken }
    var found: [Name: NamedSchedule] = [:]
    let entries = nodes.compactMap { node -> Entry? in
      let name = Name(node.key.text)
      if Self.isCutByComma(node, vocabulary) || findings.areTooMany() { return nil }
      if case .mapping(let map) = node.value.content {
        let spans = (name: node.key.span, value: node.value.span)
        names.calendars.insert(name)
        found[name] = calendars.decode(name, map, spans, into: &findings)
        if let schedule = found[name] { names.kinds[name] = schedule.isSetOfDays ? .days : .times }
        return nil
      }
      let lexed = LexedWhen(node.value, node.key.text, vocabulary, into: &findings)
      return Entry(name: Name(node.key.text), span: node.key.span, lexed: lexed, uses: lexed.uses(names))
    }
    var order = DependencyOrder(entries)
    order.visitAll(into: &findings)
    for entry in order.usedBeforeUsers where entry.lexed.isWhole && !order.circular.contains(entry.name) {
      names.kinds[entry.name] = kind(of: entry)
    }
    if entries.contains(where: { $0.uses.contains { names.kinds[$0.name] == nil } }) {
      names.uses = Dictionary(
        entries.map { ($0.name, $0.uses.map(\.name)) }, uniquingKeysWith: { first, _ in first })
    }
    for entry in order.usedBeforeUsers {
      names.defined = entry.name
      guard let schedule = decode(entry, into: &findings) else { continue }
      found[entry.name] = schedule
      if !order.circular.contains(entry.name) {
        names.timesOfDay[entry.name] = schedule.timesOfDay(names.timesOfDay)
      }
    }
    names.defined = nil
    used = Set(entries.flatMap { $0.uses.map(\.name) })
    decoded = nodes.compactMap { found.removeValue(forKey: Name($0.key.text)) }
  }

  /// Whether it is no name, with nothing under it: days that a comma has cut off from those before them.
  static func isCutByComma(_ node: Node.Entry, _ vocabulary: Vocabulary) -> Bool {
    node.value.scalarText == "" && NameRules.fault(of: node.key.text, vocabulary) == .form
  }

  private mutating func decode(_ entry: Entry, into findings: inout Findings) -> NamedSchedule? {
    let when = WhenReader(entry.lexed, names, into: &findings)
    let resolved = when.resolve(names: names, into: &findings)
    let open = when.openEnds
    if !open.all.isEmpty { openEnds[entry.name] = open }
    guard let parts = resolved, !parts.isEmpty else {
      names.kinds[entry.name] = .broken
      return nil
    }
    return NamedSchedule(
      name: entry.name, parts: parts, isSetOfDays: names.kinds[entry.name] == .days, span: entry.span)
  }

  /// A schedule is a set of days if no part of it, and no schedule that it names alone, holds times.
  private func kind(of entry: Entry) -> ScheduleNames.Kind {
    let usesTimes = entry.uses.contains { !$0.isOfEves && names.kinds[$0.name] == .times }
    return entry.lexed.holdsTimes || usesTimes ? .times : .days
  }

  // MARK: - Order

  /// Visits schedules so that each comes after those it uses; finds circles and too long chains on the way.
  private struct DependencyOrder {
    private let entries: [Entry]
    private let index: [Name: Int]
    private var depths: [Name: Int] = [:]
    private(set) var usedBeforeUsers: [Entry] = []
    /// Those that use themselves, and those that use one of them.
    private(set) var circular: Set<Name> = []

    init(_ entries: [Entry]) {
      self.entries = entries
      index = Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func visitAll(into findings: inout Findings) {
      for entry in entries { _ = visit(entry, path: [], into: &findings) }
    }

    /// How many schedules are in a row from `entry` on. A row that is too long is not followed to its end, which
    /// may be thousands away.
    private mutating func visit(_ entry: Entry, path: [Name], into findings: inout Findings) -> Int {
      if let depth = depths[entry.name] { return depth }
      let path = path + [entry.name]
      guard path.count <= ScheduleTable.deepest else {
        reportDepth(of: path[0], into: &findings)
        return 1
      }
      var depth = 1
      for use in entry.uses {
        guard let place = index[use.name] else { continue }
        if let start = path.firstIndex(of: use.name) {
          findings.add(.scheduleCircle((path[start...] + [use.name]).map(\.text)), at: use.span)
          circular.insert(entry.name)
          continue
        }
        depth = max(depth, visit(entries[place], path: path, into: &findings) + 1)
        if circular.contains(use.name) { circular.insert(entry.name) }
      }
      if depth == ScheduleTable.deepest + 1 { reportDepth(of: entry.name, into: &findings) }
      depths[entry.name] = depth
      usedBeforeUsers.append(entry)
      return depth
    }

    private func reportDepth(of name: Name, into findings: inout Findings) {
      let span = index[name].map { entries[$0].span }
      findings.add(.scheduleDepth(name.text, limit: ScheduleTable.deepest), at: span)
    }
  }
}
