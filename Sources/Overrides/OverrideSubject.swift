package import Controller
import Documents
package import Policies
import Text

/// The target of an override that is to be made, and the state it is to have: both fit the policy.
package struct OverrideSubject {
  package let target: Name
  package let state: TargetState
  /// The targets with a state of their own that it is about.
  let members: [Name]
  /// Those of `target` that are only observed, beside others that are not: nothing is made for them.
  let leftOut: [Name]
  /// The target of targets that was named where this is one of its members; nil where it was named itself.
  private var named: Name?

  /// The target of targets that was named where overrides are made for its members; nil where one is made for what was named.
  var group: Name? { named ?? (leftOut.isEmpty ? nil : target) }

  /// Checks the words of a command line.
  package init(target word: String, state stateWord: String, _ policy: Policy) throws(UsageError) {
    let (members, leftOut) = try Self.parts(of: word, policy)
    state = try Self.state(stateWord, of: members, policy.kinds)
    target = Name(word.lowercased())
    self.members = members.map(\.name)
    self.leftOut = leftOut
  }

  /// What overrides are made for: `target`, or each of its members where some are left out, who would else be in it as soon
  /// as they are no longer only observed, and perhaps guarded.
  var targets: [Name] { leftOut.isEmpty ? [target] : members }

  /// Who is left out, and why; nil where nobody is.
  var omission: OverrideRefusal? {
    leftOut.isEmpty ? nil : OverrideMessages.leftOut(leftOut, of: named ?? target)
  }

  /// What `lock` is to hold where it is off, or what that is for it: the target that `word` names, or its members one by one
  /// where that is not one word for all of them.
  package static func locking(_ word: String, _ policy: Policy) throws(UsageError) -> [OverrideSubject] {
    let (members, leftOut) = try parts(of: word, policy)
    guard Set(members.map(\.states)).count > 1 else { return [try OverrideSubject(locking: word, policy)] }
    var subjects: [OverrideSubject] = []
    for member in members { subjects.append(try OverrideSubject(locking: member.name.text, policy)) }
    // Who is left out is said once.
    return subjects.enumerated().map { number, subject in
      OverrideSubject(subject, of: Name(word.lowercased()), leftOut: number == 0 ? leftOut : [])
    }
  }

  /// `member` of the target of targets `named`, of which these are `leftOut`.
  private init(_ member: OverrideSubject, of named: Name, leftOut: [Name]) {
    (target, state, members) = (member.target, member.state, member.members)
    (self.leftOut, self.named) = (leftOut, named)
  }

  /// The target that `lock` is to hold where it is off: `off`, or what that is for it.
  package init(locking word: String, _ policy: Policy) throws(UsageError) {
    let pairs = Set(try Self.members(of: word, policy).map { $0.states ?? .onOff })
    // What is paused does nothing for a while: nobody locks that.
    if pairs == [.activePaused] { throw OverrideMessages.lockOfPause(word) }
    let pair = pairs.count == 1 ? pairs.first.flatMap { $0 == .activePaused ? nil : $0 } : nil
    try self.init(target: word, state: (pair ?? .onOff).off.rawValue, policy)
  }

  /// The states that all targets can be given that `words` name.
  package static func states(ofAll words: [String], _ policy: Policy) throws(UsageError) -> [TargetState] {
    var members: [Target] = []
    for word in words { members += try Self.members(of: word, policy) }
    return (members.first?.overridingStates ?? []).filter { state in
      members.allSatisfy { $0.overridingStates.contains(state) && $0.permits(state) }
    }
  }

  /// The targets with a state of their own that `word` stands for, none of which is only observed.
  static func members(of word: String, _ policy: Policy) throws(UsageError) -> [Target] {
    try parts(of: word, policy).members
  }

  /// The same, beside those that are only observed. Throws where there is nothing else.
  private static func parts(
    of word: String, _ policy: Policy
  ) throws(UsageError) -> (members: [Target], leftOut: [Name]) {
    let all = policy.members(of: [try name(of: word, policy)]).compactMap(policy.target)
    let leftOut = all.filter { $0.enforcement == .observe }
    let members = leftOut.count == all.count ? all : all.filter { $0.enforcement != .observe }
    if let refusal = members.lazy.compactMap(refusal).first { throw refusal }
    return (members, leftOut.map(\.name))
  }

  /// The target that `word` names.
  static func name(of word: String, _ policy: Policy) throws(UsageError) -> Name {
    let name = Name(word.lowercased())
    guard policy.target(name) != nil else {
      let names = policy.everyTarget.map(\.name.text)
      throw PassMessages.noSuchTarget(word, known: names)
    }
    return name
  }

  /// Why `member` cannot be overridden: it has no states, or nothing is ever written for it; nil where it can.
  static func refusal(of member: Target) -> UsageError? {
    if case .action(_, _, let action) = member.selector {
      return OverrideMessages.overrideOfAction(member.name.text, opens: action.opens != nil)
    }
    return member.enforcement == .observe ? OverrideMessages.overrideOfObserved(member.name.text) : nil
  }

  private static func state(
    _ word: String, of members: [Target], _ kinds: SystemKinds
  ) throws(UsageError) -> TargetState {
    let state = kinds.state(word.lowercased())
    for member in members where !member.overridingStates.contains(where: { $0 == state }) {
      let states = member.overridingStates.map(\.rawValue)
      throw OverrideMessages.unsuitedState(
        word, member.name.text, states: states, meant: meant(word, among: states, kinds))
    }
    guard let state else { throw OverrideMessages.unsuitedState(word, "", states: [], meant: nil) }
    for member in members where !member.permits(state) { throw OverrideMessages.notPermitted(state, member) }
    return state
  }

  /// The state that a verb of the policy's sentences stands for, or that is meant by another word, or spelled nearly so.
  private static func meant(_ word: String, among states: [String], _ kinds: SystemKinds) -> String? {
    let meant = kinds.state(meantBy: word.lowercased())?.rawValue ?? Suggestion.nearest(to: word, among: states)
    return meant.flatMap { states.contains($0) ? $0 : nil }
  }
}

extension Target {
  /// The states that an override may give it, never `leave`. A sketch tells them by what holds otherwise.
  var overridingStates: [TargetState] {
    if let states { return states.states }
    if case .targets = selector { return [] }
    let pairs = StatePair.ofLanguage
    return pairs.first { otherwise.map($0.has) ?? false }?.states ?? pairs.flatMap(\.states)
  }
}
