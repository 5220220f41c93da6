public import CivilTime
import JSONTree
public import Policies
import Providers
import Planning

extension StateStore {
  /// The policy that the last apply or watch followed; nil before the first, and where it is not the one that the history
  /// knows.
  public func followedPolicy() throws(StateError) -> PolicyFile? {
    guard let text = try note(.followed), try isTold(.followed), let tree = try? JSON(parsing: Array(text.utf8)),
      let path = tree["path"]?.string, let owner = tree["owner"]?.string
    else { return nil }
    return PolicyFile(path: path, owner: owner)
  }

  /// The files that were followed before that one.
  public func followedFiles() throws(StateError) -> FollowedFiles {
    try note(.followedBefore).map(FollowedFiles.init(stored:)) ?? FollowedFiles()
  }

  /// Follows `policy` from now on; writes nothing where it is followed already, but that turns are over. That it takes turns with
  /// another one is told once for each two. Returns what was followed before.
  ///
  /// Those overrides of which nobody noted the policy are made for what `bindings` says, by number; the others wait. Where
  /// `isSame`, the one that was followed before goes on at another place, and its overrides with it, those that are asked for
  /// among them; else they stay with it.
  @discardableResult
  public func follow(
    _ policy: PolicyFile, isSame: Bool, binding bindings: [String: PolicyFile] = [:], at now: Instant
  ) throws(StateError) -> FollowedFiles {
    let (before, files) = (try followedPolicy(), try followedFiles())
    if before == policy {
      guard let filesNow = files.endingTurns(at: now) else { return files }
      try database.atomically { () throws(StateError) in
        try setNote(.followedBefore, filesNow.stored)
        try append(Event(at: now, .followed, by: "reconcile", name: policy.path))
      }
      return filesNow
    }
    return try database.atomically { () throws(StateError) -> FollowedFiles in
      let (standing, told) = (try Fingerprints(standingIn: database), try Fingerprints(toldIn: database))
      for (id, owner) in bindings.sorted(by: { $0.key < $1.key }) {
        guard let number = Int64(id) else { continue }
        try bind("policy IS NULL AND id = ?", [.integer(number)], to: owner)
      }
      if let before, isSame {
        // Of one that nobody was asked about no owner is noted, here or there.
        try bind("policy = ? AND owner IS NOT NULL", [.text(before.path)], to: policy)
        try database.rows(
          "UPDATE overrides SET policy = ? WHERE policy = ? AND owner IS NULL",
          [.text(policy.path), .text(before.path)])
        try moveRequests(from: before.path, to: policy)
      }
      let members: [JSON.Member] = [.init("path", .string(policy.path)), .init("owner", .string(policy.owner))]
      try setNote(.followed, JSON.object(members).text)
      let standingNow = try Fingerprints(standingIn: database)
      var keeps = standingNow.changes(since: standing, told: told)
      // It is what this run says, whatever stood there.
      keeps["followed"] = standingNow["followed"]
      if let before, before.path != policy.path {
        let filesNow =
          isSame ? files : files.followed(by: policy, insteadOf: before, try note(.policy), at: now)
        if filesNow != files { try setNote(.followedBefore, filesNow.stored) }
        let isTurn = filesNow.turns(at: now) != nil && files.returned(policy.path, at: now) != nil
        let isTold = isTurn && !filesNow.haveNewTurns(since: files)
        let event = Event(
          at: now, isTold ? .sealed : isTurn ? .turns : .followed, by: "reconcile",
          name: isTold ? nil : policy.path, message: isTold ? nil : before.path)
        try append(event, keeping: keeps)
        return filesNow
      }
      try append(Event(at: now, .sealed, by: "reconcile"), keeping: keeps)
      return files
    }
  }

  /// The numbers of the overrides of which nobody noted the policy.
  public func unboundOverrides() throws(StateError) -> Set<String> {
    let rows = try database.rows("SELECT id FROM overrides WHERE policy IS NULL")
    return Set(rows.compactMap { $0[0].integer.map { String($0) } })
  }

  private func bind(_ condition: String, _ values: [Value], to policy: PolicyFile) throws(StateError) {
    try database.rows(
      "UPDATE overrides SET policy = ?, owner = ? WHERE \(condition)",
      [.text(policy.path), .text(policy.owner)] + values)
  }
}
