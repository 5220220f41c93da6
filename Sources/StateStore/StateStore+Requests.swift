package import Approvals
package import CivilTime
import JSONTree
package import Planning
package import Policies

/// Requests, the tries of users, and PINs: rows of one table, each of which the history knows by its fingerprint. One that
/// somebody else has written there does not count.
extension StateStore {
  /// Every request that is remembered, the newest first.
  package func requests() throws(StateError) -> [ApprovalRequest] {
    let found = values(.requests, try approvalRows(of: .request)) { row in
      ApprovalRequest(stored: row[1].text ?? "", id: ApprovalRow.request.rest(of: row[0].text ?? ""))
    }
    return found.sorted { ($0.number, $0.id) > ($1.number, $1.id) }
  }

  /// Makes a request, tells the history of it with `events` (which are given its number), and returns it.
  package func make(
    _ wanted: ApprovalRequest, ending others: [ApprovalRequest] = [], telling events: (ApprovalRequest) -> [Event]
  ) throws(StateError) -> ApprovalRequest {
    try database.atomically { () throws(StateError) in
      var request = wanted
      let last = try note(.lastRequest).flatMap { Int64($0) } ?? 0
      let numbers = [0, last] + (try requests().map { Int64($0.number) })
      request.id = String((numbers.filter { $0 < Self.beyondCounting }.max() ?? 0) + 1)
      try setNote(.lastRequest, request.id)
      try keep(others + [request], telling: events(request))
      return request
    }
  }

  /// Writes requests as they are now, and `events` to the history: all of it or nothing.
  package func keep(_ requests: [ApprovalRequest], telling events: [Event] = []) throws(StateError) {
    try keep(requests.map { (ApprovalRow.request.name($0.id), $0.stored) }, telling: events)
  }

  /// Writes a request as it is now; the history tells of it later.
  package func note(_ request: ApprovalRequest) throws(StateError) {
    try keep([(ApprovalRow.request.name(request.id), request.stored)], telling: [])
  }

  /// Writes what came of somebody's decision, and what that user has tried by then, and does what was asked for where it
  /// was approved by just this decision. What ends with it is `ended`. All of it or nothing, so that of two at once one
  /// wins.
  ///
  /// Returns the overrides that were made or given another end.
  package func settle(
    _ decision: CodeDecision, of user: String, ending ended: [ApprovalRequest] = [], telling events: [Event],
    at now: Instant
  ) throws(StateError) -> [Override] {
    let request = decision.request
    return try database.atomically { () throws(StateError) in
      try keep(
        [
          (ApprovalRow.request.name(request.id), request.stored),
          (ApprovalRow.tries.name(user), decision.limit.stored),
        ] + ended.map { (ApprovalRow.request.name($0.id), $0.stored) }, telling: events)
      // A request that was approved before is not granted again.
      guard case .approved = decision.answer else { return [] }
      switch request.deed {
      case .make(let wanted):
        return try make(wanted.map { $0.granted(at: now) }.filter { !$0.range.isEmpty })
      case .end(let overrides):
        // What has ended meanwhile did not end now.
        let ended = Set(try allOverrides().filter { $0.until <= now }.map(\.id))
        return try end(overrides.map(\.id).filter { !ended.contains($0) }, at: now, now: now, by: request.asker)
      case .extend(let override, let until):
        return [try end(override.id, at: max(now, until), now: now, by: request.asker)]
      case .edit(let edit):
        try approve(edit)
        return []
      case .follow(let policy):
        try forgetApprovedEdits()
        try follow(policy, isSame: false, at: now)
        return []
      case .release(let objects):
        try keep(released: objects, by: request.id)
        return []
      }
    }
  }

  /// Lets open requests be about `policy`, which the one at `path` has become. The history is for the caller to tell.
  func moveRequests(from path: String, to policy: PolicyFile) throws(StateError) {
    for request in try requests() where request.ending == nil {
      let moved = request.moved(from: path, to: policy)
      guard moved != request else { continue }
      try database.rows(
        "UPDATE approvals SET body = ? WHERE name = ?",
        [.text(moved.stored), .text(ApprovalRow.request.name(moved.id))])
    }
  }

  /// What `user` has tried; nothing where that is not known.
  package func tries(of user: String) throws(StateError) -> TryLimit {
    try approvalRows(of: .tries, named: user).first.flatMap { $0[1].text }.flatMap(TryLimit.init(stored:)) ?? TryLimit()
  }

  // MARK: Rows

  /// The rows of a sort that the history knows as they are there.
  func approvalRows(of sort: ApprovalRow, named name: String? = nil) throws(StateError) -> [[Value]] {
    // To search the index for a name, SQLite reads other texts as well, which are long: `+` has it look at the names alone.
    let rows =
      if let name {
        try database.rows("SELECT name, body FROM approvals WHERE +name = ?", [.text(sort.name(name))])
      } else {
        // In the order of bytes a dot comes directly after the dash.
        try database.rows(
          "SELECT name, body FROM approvals WHERE +name >= ? AND +name < ? ORDER BY name",
          [.text(sort.name("")), .text(sort.rawValue + ".")])
      }
    guard !rows.isEmpty else { return [] }
    let told = try Fingerprints(toldIn: database)
    return rows.filter { row in row[0].text.flatMap { told[$0] } == Fingerprints.fingerprint(of: [row[1]]) }
  }

  /// Writes rows, and tells the history of them in the last of `events`; if there is none, in an entry of its own.
  func keep(_ rows: [(name: String, body: String)], telling events: [Event]) throws(StateError) {
    try database.atomically { () throws(StateError) in
      var keeps: [String: String?] = [:]
      for row in rows {
        try database.rows(
          "INSERT OR REPLACE INTO approvals(name, body) VALUES(?, ?)", [.text(row.name), .text(row.body)])
        keeps[row.name] = .some(Fingerprints.fingerprint(of: [.text(row.body)]))
      }
      for event in events.dropLast() { try append(event) }
      guard let last = events.last else {
        return try append(Event(at: try lastTime(), .sealed, by: "reconcile"), keeping: keeps)
      }
      try append(last, keeping: keeps)
    }
  }

  /// Takes a row away, and tells the history of it.
  func forget(_ name: String, telling event: Event?) throws(StateError) {
    try removeRow(name)
    let last = try lastTime()
    try append(event ?? Event(at: last, .sealed, by: "reconcile"), keeping: [name: nil])
  }

  private func removeRow(_ name: String) throws(StateError) {
    try database.rows("DELETE FROM approvals WHERE name = ?", [.text(name)])
  }

  private func lastTime() throws(StateError) -> Instant {
    try database.rows("SELECT at FROM entries ORDER BY number DESC LIMIT 1").first?[0].instant
      ?? Instant(secondsSinceEpoch: 0)
  }

  /// Forgets requests that ended before `limit`, and what was tried before it. What was said about an edit that is still
  /// held stays: it is not asked for again.
  func pruneApprovals(before limit: Instant) throws(StateError) {
    let needed = Set(try approvedEdits().compactMap(\.request))
    for request in try requests()
    where (request.endedAt ?? request.expires) < limit && !needed.contains(request.id) {
      try removeRow(ApprovalRow.request.name(request.id))
    }
    for link in try links() where link.made.wall < limit {
      try removeRow(ApprovalRow.link.name(link.hash))
    }
    for device in try devices() where device.expires < limit {
      try removeRow(ApprovalRow.device.name(device.hash))
    }
  }
}

/// A sort of rows in the table of approvals, by what their names begin with.
enum ApprovalRow: String, CaseIterable {
  case request
  case tries
  case pin
  case news
  /// The version of the policy in which a guarded target is approved.
  case approved
  /// The text of a version of the policy.
  case version
  /// What an approver agreed to open.
  case release
  /// A link that was made for a person.
  case link
  /// What acts for a person since a link was used.
  case device

  /// `request-3`
  func name(_ rest: String) -> String { rawValue + "-" + rest }
  func holds(_ name: String) -> Bool { name.hasPrefix(rawValue + "-") }
  func rest(of name: String) -> String { String(name.dropFirst(rawValue.count + 1)) }
}

extension ApprovalRequest {
  /// Its id as a number; later ones are greater.
  var number: Int { Int(id) ?? 0 }
}

extension Override {
  /// What was asked for, from the moment of approval.
  package func granted(at now: Instant) -> Override {
    var granted = self
    granted.from = max(from, now)
    granted.madeAt = now
    return granted
  }
}
