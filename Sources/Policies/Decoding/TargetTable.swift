import Documents

/// The targets of a policy, those with mistakes included, so that a mistake in one does not make its name unknown.
struct TargetTable {
  /// One name that a statement may use.
  private struct Entry {
    var name: Name
    /// Nil where it has a mistake.
    var target: Target?
    /// The states that it takes; nil where they are not known, or where it is a target of targets.
    var states: StatePair?
    /// Where it is defined.
    var span: SourceSpan
    /// For a target of targets its members.
    var members: [NameSyntaxInFile] = []
    /// Whether it is an action, which has no states.
    var isAction = false
    var isActive = true
    /// Whether the file writes `otherwise` for it.
    var hasOtherwise = false
    /// Whether a statement or an edge names it, or a target of targets that holds it.
    var isNamed = false

    /// Whether nothing in the file says what state it should have.
    var isLeftAlone: Bool { !isNamed && !hasOtherwise && target?.otherwise != nil }
  }

  /// A name and where the file writes it.
  struct NameSyntaxInFile {
    var name: Name
    var span: SourceSpan
  }

  private var entries: [Entry] = []
  private var index: [Name: Int] = [:]
  /// The names in small letters: there may be thousands, and as many sentences about others.
  private var inSmallLetters: Set<Name> = []
  private let systems: SystemTable
  private let parts: TargetParts
  /// The words of the language.
  var vocabulary: Vocabulary { systems.kinds.vocabulary }
  /// Whether the targets need not name anything yet.
  let isSketch: Bool

  /// The targets that are managed: in the order of the file, then systems without an entry of their own there.
  var activated: [Target] { entries.filter(\.isActive).compactMap(\.target) }

  /// The systems that are targets themselves and that nothing names: an override may.
  var implicit: [Target] { entries.filter { !$0.isActive }.compactMap(\.target) }

  /// Those of them that seem to be forgotten. Where other targets are on such a system it has what it is there for,
  /// unless something is written about itself.
  var forgotten: [Target] {
    let inUse = Set(activated.compactMap(\.selector.system))
    let unwritten = systems.entries.filter { $0.kind?.ownTarget != nil }.map(\.span)
    return implicit.filter { target in
      !inUse.contains(target.name) || !unwritten.contains(target.span)
    }
  }

  /// The names of all that is on or off, but for targets of targets: what `all` may mean. At most so many, the first ones.
  func switched(atMost most: Int) -> [String] {
    entries.lazy.filter { $0.isActive && $0.members.isEmpty && takes(.off, $0.name) }.prefix(most).map(\.name.text)
  }

  /// The actions that are never done because no edge names them.
  var unnamedActions: [Target] { entries.filter { $0.isAction && !$0.isNamed }.compactMap(\.target) }

  /// The targets that are left alone because no statement names them and nothing is written to hold `otherwise`.
  var unnamed: [Target] { entries.filter { $0.isActive && $0.isLeftAlone }.compactMap(\.target) }

  /// The names of those for which no `otherwise` is written.
  var asUsual: Set<Name> { Set(entries.lazy.filter { $0.isActive && !$0.hasOtherwise }.map(\.name)) }

  init(
    _ nodes: [Node.Entry], systems: SystemTable, parts: TargetParts, isSketch: Bool = false,
    into findings: inout Findings
  ) {
    self.systems = systems
    self.parts = parts
    self.isSketch = isSketch
    for node in nodes { add(node, into: &findings) }
    for system in systems.entries where index[system.name] == nil {
      if let own = system.kind?.ownTarget { add(Self.whole(system.name, own, at: system.span)) }
    }
    checkMembers(into: &findings)
    checkCircles(into: &findings)
    wake(entries.flatMap { $0.members.map(\.name) })
  }

  private mutating func add(_ node: Node.Entry, into findings: inout Findings) {
    let name = Name(node.key.text)
    if let kind = systems.kind(of: name), let own = kind.ownTarget {
      var entry = Self.whole(name, own, at: node.key.span)
      entry.hasOtherwise = Self.hasOtherwise(node)
      entry.target = TargetDecoder.whole(node, kind, own, systems.kinds, parts, into: &findings)
      return add(entry)
    }
    let decoded =
      isSketch
      ? TargetDecoder.sketch(node, systems: systems, parts, into: &findings)
      : TargetDecoder.decode(node, systems: systems, parts, into: &findings)
    add(
      Entry(
        name: name, target: decoded.target, states: decoded.states, span: node.key.span,
        members: decoded.members, isAction: decoded.isAction, hasOtherwise: Self.hasOtherwise(node)))
  }

  private static func hasOtherwise(_ node: Node.Entry) -> Bool {
    guard case .mapping(let entries) = node.value.content else { return false }
    return entries.contains { $0.key.text == PolicyKey.TargetOption.otherwise.rawValue }
  }

  private static func whole(_ name: Name, _ own: SelectorKind, at span: SourceSpan) -> Entry {
    let target = Target(
      name: name, selector: .whole(system: name, own), otherwise: own.states?.usual, enforcement: .normal, span: span)
    return Entry(name: name, target: target, states: own.states, span: span, isActive: false)
  }

  private mutating func add(_ entry: Entry) {
    index[entry.name] = entries.count
    inSmallLetters.insert(Name(entry.name.text.lowercased()))
    entries.append(entry)
  }

  /// Marks that something names these, or a target of targets that holds them.
  mutating func wake(_ names: [Name]) {
    for name in leaves(of: names) { if let place = index[name] { entries[place].isActive = true } }
  }

  /// Looks after those of which a statement speaks, and leaves alone what none names: a thing that was merely listed
  /// must not be switched by that.
  mutating func settle(_ statements: [Statement], _ edges: [Edge]) {
    for statement in statements.indices { name(statements[statement].subjects) }
    for edge in edges { name(edge.subjects) }
    for place in entries.indices where entries[place].isActive && entries[place].isLeftAlone {
      entries[place].target?.otherwise = .leave
    }
    suit(statements)
  }

  private mutating func name(_ subjects: [Name]) {
    for name in leaves(of: subjects) {
      guard let place = index[name] else { continue }
      entries[place].isActive = true
      entries[place].isNamed = true
    }
  }

  /// Gives the targets of a sketch the states that go with what is said of them: what is paused is else active.
  private mutating func suit(_ statements: [Statement]) {
    guard isSketch else { return }
    for statement in statements {
      guard let pair = vocabulary.pair(of: statement.state) else { continue }
      for name in leaves(of: statement.subjects) {
        guard let place = index[name], entries[place].target?.selector == .unspecified else { continue }
        if pair != .onOff || entries[place].target?.states == nil { entries[place].target?.states = pair }
        if entries[place].target?.otherwise == .on { entries[place].target?.otherwise = pair.usual }
      }
    }
  }

  // MARK: - Names

  /// What is wrong with `name` where a target is expected, or nil. Proposed is what `fits` there.
  func problem(with name: Name, schedules: Set<Name> = [], where fits: (Name) -> Bool = { _ in true }) -> PolicyMessage?
  {
    // What is only written in another case has a diagnostic of its own.
    if index[name] != nil || inSmallLetters.contains(name) { return nil }
    if let system = systems.entry(name) {
      // A system whose kind is not known has its own diagnostic.
      return system.kind.map { .systemAsTarget(name.text, $0) }
    }
    if schedules.contains(name) { return .scheduleAsTarget(name.text) }
    let candidates = entries.map(\.name.text)
    let near = Spelling.nearest(to: name.text, in: candidates) {
      NameRules.fault(of: $0, vocabulary) == nil && fits(Name($0))
    }
    return .unknownTarget(name.text, suggestion: near, known: candidates)
  }

  /// Whether a statement may want `state` of the target `name`.
  func takes(_ state: TargetState, _ name: Name) -> Bool {
    problem(with: state, for: name, proposal: { _ in nil }) == nil
  }

  /// The targets that are no targets of targets, of which `names` consist, each once.
  func leaves(of names: [Name]) -> [Name] {
    // One name that is no target of targets is by far the most frequent list.
    if names.count == 1, let place = index[names[0]], entries[place].members.isEmpty { return names }
    var seen: Set<Name> = []
    var leaves: [Name] = []
    // A list of its own instead of recursion: how deep targets hold targets is checked only later.
    var waiting = Array(names.reversed())
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let place = index[name] else { continue }
      if entries[place].members.isEmpty { leaves.append(name) }
      waiting += entries[place].members.reversed().map(\.name)
    }
    return leaves
  }

  // MARK: - States

  /// What is wrong with `state` for the target `name`, or nil. `proposal` rewrites the sentence with another state.
  func problem(with state: TargetState, for name: Name, proposal: (TargetState) -> String?) -> PolicyMessage? {
    if let place = index[name], entries[place].members.isEmpty, !entries[place].isAction,
      entries[place].states?.allows(state) ?? true
    {
      return nil
    }
    if let action = leaves(of: [name]).first(where: isAction) { return .stateOfAction(action.text) }
    let leaves = leaves(of: [name]).compactMap { leaf in
      index[leaf].flatMap { place in entries[place].states.map { (leaf, $0) } }
    }
    guard let odd = leaves.first(where: { !$0.1.allows(state) }) else { return nil }
    if let other = leaves.first(where: { $0.1 != odd.1 }) {
      return .mixedStates(name.text, odd.0.text, odd.1.words, other.0.text, other.1.words)
    }
    return .unsuitedState(
      state.rawValue, for: name.text, kind: odd.1, proposal: proposal(odd.1.meant(by: state, vocabulary)))
  }

  /// Whether `name` is an action.
  func isAction(_ name: Name) -> Bool { index[name].map { entries[$0].isAction } ?? false }

  /// Whether all that `name` stands for are actions.
  func isMadeOfActions(_ name: Name) -> Bool {
    let leaves = leaves(of: [name])
    return !leaves.isEmpty && leaves.allSatisfy(isAction)
  }

  /// What is wrong with an edge about `name`, or nil: all that the name stands for has to be something that is done.
  func problem(withEdgeOf name: Name) -> PolicyMessage? {
    for leaf in leaves(of: [name]) {
      guard let place = index[leaf], entries[place].isAction else {
        let states = index[leaf].flatMap { entries[$0].states }
        // What has a mistake of its own, or is of a sketch, has no states that are known.
        guard states != nil || isSketch else { continue }
        return .edgeOfStates(leaf.text, states ?? .onOff)
      }
      guard let target = entries[place].target, case .action(_, _, let action) = target.selector,
        let permission = action.permission, !target.permissions.contains(permission)
      else { continue }
      return .actionNotPermitted(leaf.text, action.name, permission)
    }
    return nil
  }

  /// What is wrong with `state` where a statement about `name` wants it and only a permission allows it; nil where nothing
  /// is. A word for several needs that of each.
  func missingPermission(for state: TargetState, of name: Name) -> PolicyMessage? {
    for leaf in leaves(of: [name]) {
      guard let place = index[leaf], let target = entries[place].target else { continue }
      let pair = entries[place].states ?? vocabulary.pair(of: state)
      guard let pair, pair.on == state, let permission = pair.permission, !target.permissions.contains(permission)
      else { continue }
      return .permissionNeeded(leaf.text, pair, permission)
    }
    return nil
  }

  // MARK: - Switches

  /// The states of the target `name`, or of the first that it stands for; nil where they are not known.
  func states(of name: Name) -> StatePair? {
    leaves(of: [name]).lazy.compactMap { index[$0].flatMap { entries[$0].states } }.first
  }

  /// Whether all that `name` stands for is on while its own switch is: a network is, a rule that blocks is not, and of other
  /// rules it is seen only when they are read.
  func isOnWhileEnabled(_ name: Name) -> Bool {
    leaves(of: [name]).allSatisfy { leaf in
      guard let target = index[leaf].flatMap({ entries[$0].target }) else { return true }
      return target.selector.isOnWhileEnabled
    }
  }

  // MARK: - Targets of targets

  private mutating func checkMembers(into findings: inout Findings) {
    for entry in entries {
      for member in entry.members {
        let problem = problem(with: member.name) { !holds($0, entry.name) }
        if let problem { findings.add(problem, at: member.span) }
      }
    }
  }

  /// Whether `name` is `wanted`, or a target of targets that holds it, also through others.
  private func holds(_ name: Name, _ wanted: Name) -> Bool {
    name.leads(to: wanted) { name in index[name].map { entries[$0].members.map(\.name) } ?? [] }
  }

  /// How many targets of targets may hold one another in a row.
  static let deepest = 16

  private func checkCircles(into findings: inout Findings) {
    var depths: [Name: Int] = [:]
    for entry in entries { _ = visit(entry, path: [], depths: &depths, into: &findings) }
  }

  /// How many targets are in a row from `entry` on. A row that is too long is not followed to its end.
  private func visit(
    _ entry: Entry, path: [Name], depths: inout [Name: Int], into findings: inout Findings
  ) -> Int {
    if let depth = depths[entry.name] { return depth }
    let path = path + [entry.name]
    guard path.count <= Self.deepest else {
      reportDepth(of: path[0], into: &findings)
      return 1
    }
    var depth = 1
    for member in entry.members {
      if let start = path.firstIndex(of: member.name) {
        findings.add(.targetCircle((path[start...] + [member.name]).map(\.text)), at: member.span)
      } else if let place = index[member.name] {
        depth = max(depth, visit(entries[place], path: path, depths: &depths, into: &findings) + 1)
      }
    }
    if depth == Self.deepest + 1 { reportDepth(of: entry.name, into: &findings) }
    depths[entry.name] = depth
    return depth
  }

  private func reportDepth(of name: Name, into findings: inout Findings) {
    findings.add(.targetDepth(name.text, limit: Self.deepest), at: index[name].map { entries[$0].span })
  }
}
