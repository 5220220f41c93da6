import CivilTime
import JSONTree
import Policies
import Providers
public import Planning

extension StateStore {
  /// What is known of actions, by time. What cannot be read, because the file was edited by hand, is left out.
  public func actions() throws(StateError) -> [RecordedAction] {
    guard let text = try note(.actions), let rows = (try? JSON(parsing: Array(text.utf8)))?.elements else {
      return []
    }
    return rows.compactMap(RecordedAction.init(stored:)).sorted { $0.key < $1.key }
  }

  /// Replaces what is known by `actions`; writes nothing where that is the same.
  public func keep(_ actions: [RecordedAction]) throws(StateError) {
    guard try self.actions() != actions else { return }
    try setNote(.actions, JSON.array(actions.map(\.stored)).text)
  }

  /// Gives one action another standing, or forgets one that was never begun, and tells the history of it where there is
  /// something to tell: both or neither. Throws where the action is not known, or has come further than that already.
  public func note(_ key: ActionKey, _ standing: RecordedAction.Standing?, telling event: Event?) throws(StateError) {
    try database.atomically { () throws(StateError) in
      var all = try actions()
      guard let place = all.firstIndex(where: { $0.key == key }), all[place].standing.mayBecome(standing) else {
        throw Messages.actionNotOpen(key)
      }
      let failure = all[place].failure
      if let standing { all[place] = all[place].come(to: standing) } else { all.remove(at: place) }
      try setNote(.actions, JSON.array(all.map(\.stored)).text)
      if let event {
        try append(event)
        if let action = event.name, let outcome = event.outcome {
          // What was missed was tried in vain before, or never.
          let reason = (standing == nil ? failure : event.message)?.shortened(to: RecordedProblem.mostCharacters)
          try keep(EndedAction(key: key, action: action, outcome: outcome, failure: outcome == "done" ? nil : reason))
        }
      }
    }
  }

  /// Keeps why a run has not done each of these, as far as it is still expected.
  public func keep(failures: [ActionKey: String]) throws(StateError) {
    var all = try actions()
    for place in all.indices where all[place].standing == .expected {
      if let text = failures[all[place].key] { all[place].failure = text.shortened(to: RecordedProblem.mostCharacters) }
    }
    try keep(all)
  }

  /// Of how many targets it is known how the last action ended; more are not of use to anybody.
  private static let mostEnded = 100

  /// How the last action of each target ended, the latest first. What cannot be read, because the file was edited by hand,
  /// is left out.
  public func endedActions() throws(StateError) -> [EndedAction] {
    let rows = try note(.endedActions).flatMap { try? JSON(parsing: Array($0.utf8)) }?.elements ?? []
    return rows.compactMap(EndedAction.init(stored:))
  }

  private func keep(_ ended: EndedAction) throws(StateError) {
    let others = try endedActions().filter { $0.key.target != ended.key.target }
    let all = ([ended] + others).prefix(Self.mostEnded)
    try setNote(.endedActions, JSON.array(all.map(\.stored)).text)
  }
}

extension RecordedAction.Standing {
  /// What was begun is expected again only by the run that began it and knows that nothing came of it; what is settled stays so.
  fileprivate func mayBecome(_ other: RecordedAction.Standing?) -> Bool {
    switch (self, other) {
    case (.expected, .begun), (.expected, .settled), (.expected, nil), (.begun, .settled), (.begun, .expected): true
    case (.expected, .expected), (.begun, .begun), (.begun, nil), (.settled, _): false
    }
  }
}

extension EndedAction {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", key.target.text)
    members.add("at", key.at)
    members.add("action", action)
    members.add("outcome", outcome)
    members.add("failure", failure)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree.name("target"), let at = tree.instant("at"), let action = tree["action"]?.string,
      let outcome = tree["outcome"]?.string
    else { return nil }
    self.init(
      key: ActionKey(target: target, at: at), action: action, outcome: outcome, failure: tree["failure"]?.string)
  }
}

extension RecordedAction {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", key.target.text)
    members.add("at", key.at)
    members.add("system", system.text)
    members.add("action", action)
    members.add("standing", standing.rawValue)
    members.add("line", line)
    members.add("until", until)
    if !others.isEmpty { members.add("others", .array(others.map(\.stored))) }
    members.add("failure", failure)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree.name("target"), let at = tree.instant("at"), let system = tree.name("system"),
      let action = tree["action"]?.string, let standing = tree["standing"]?.string.flatMap(Standing.init(rawValue:))
    else { return nil }
    self.init(
      key: ActionKey(target: target, at: at), system: system, action: action, standing: standing,
      line: tree["line"]?.string, until: tree.instant("until"),
      others: (tree["others"]?.elements ?? []).compactMap(Line.init(stored:)), failure: tree["failure"]?.string)
  }
}

extension RecordedAction.Line {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("line", sentence)
    members.add("until", until)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let sentence = tree["line"]?.string, let until = tree.instant("until") else { return nil }
    self.init(sentence, until: until)
  }
}
