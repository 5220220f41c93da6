package import Approvals
package import CivilTime
import JSONTree
package import Planning
package import Policies

/// A target whose guard holds edits of the policy, as the state knows it.
package struct ApprovedEdit: Hashable, Sendable {
  /// Which target.
  package var target: Name
  /// What tells the version that its approvers agreed to last from every other.
  package var version: String
  /// When its guard began.
  package var since: Instant
  /// Since when an edit is held; nil where none is.
  package var heldSince: Instant?
  /// The request about that edit.
  package var request: String?

  /// A target that nobody has edited yet.
  package init(_ target: Name, version: String, since: Instant) {
    (self.target, self.version, self.since) = (target, version, since)
  }
}

/// The text of a version of the policy.
package struct PolicyVersion: Hashable, Sendable {
  /// What tells it from every other.
  package var fingerprint: String
  /// Its files in name order.
  package var files: [GoodPolicy.File]

  /// A version from its parts.
  package init(fingerprint: String, files: [GoodPolicy.File]) { (self.fingerprint, self.files) = (fingerprint, files) }
}

/// Which versions of the policy guards hold. Rows of the table of approvals, each of which the history knows.
extension StateStore {
  /// The targets whose guards hold edits, in the order of their names.
  package func approvedEdits() throws(StateError) -> [ApprovedEdit] {
    try approvalRows(of: .approved).compactMap { row in
      row[1].text.flatMap { ApprovedEdit(stored: $0, Name(ApprovalRow.approved.rest(of: row[0].text ?? ""))) }
    }
  }

  /// The versions that are kept.
  package func policyVersions() throws(StateError) -> [PolicyVersion] {
    try approvalRows(of: .version).compactMap { row in
      row[1].text.flatMap { PolicyVersion(stored: $0, ApprovalRow.version.rest(of: row[0].text ?? "")) }
    }
  }

  /// Replaces what is known of edits by `approved`, and of versions by those of `versions` that are still needed; ends
  /// requests, and makes `asked` ones, whose numbers their targets then have. All of it or nothing.
  package func keep(
    _ approved: [ApprovedEdit], _ versions: [PolicyVersion], ending: [ApprovalRequest], asking asked: [ApprovalRequest],
    telling events: [Event], asked event: (ApprovalRequest) -> Event
  ) throws(StateError) {
    try database.atomically { () throws(StateError) in
      var approved = approved
      if !ending.isEmpty || !events.isEmpty { try keep(ending, telling: events) }
      for wanted in asked {
        let request = try make(wanted) { [event($0)] }
        for place in approved.indices where wanted.targets.contains(approved[place].target) {
          approved[place].request = request.id
        }
      }
      try replace(approved, versions)
    }
  }

  private func replace(_ approved: [ApprovedEdit], _ versions: [PolicyVersion]) throws(StateError) {
    let (before, known) = (try approvedEdits(), try policyVersions())
    for old in before where !approved.contains(where: { $0.target == old.target }) {
      try forget(ApprovalRow.approved.name(old.target.text), telling: nil)
    }
    let changed = approved.filter { !before.contains($0) }
    let asked = try requests().filter { request in approved.contains { $0.request == request.id } }
    let needed = Set(approved.map(\.version) + asked.compactMap(\.deed.version))
    for version in known where !needed.contains(version.fingerprint) {
      try forget(ApprovalRow.version.name(version.fingerprint), telling: nil)
    }
    let new = versions.filter { version in needed.contains(version.fingerprint) && !known.contains(version) }
    let rows =
      changed.map { (ApprovalRow.approved.name($0.target.text), $0.stored) }
      + new.map { (ApprovalRow.version.name($0.fingerprint), $0.stored) }
    if !rows.isEmpty { try keep(rows, telling: []) }
  }

  /// Follows the version of `edit` for its targets from now on.
  func approve(_ edit: PolicyEdit) throws(StateError) {
    var approved = try approvedEdits()
    for place in approved.indices where edit.targets.contains(approved[place].target) {
      approved[place].version = edit.version
      approved[place].heldSince = nil
    }
    try replace(approved, [])
  }

  /// No guard holds an edit any more: another policy is followed.
  func forgetApprovedEdits() throws(StateError) { try replace([], []) }

  // MARK: - Released objects

  /// What approvers agreed to open and no run has opened yet.
  package func releases() throws(StateError) -> [(name: String, objects: [ReleasedObject])] {
    try approvalRows(of: .release).compactMap { row in
      guard let name = row[0].text, let tree = row[1].text.flatMap({ JSON(stored: $0) }),
        let objects = tree.all("objects", ReleasedObject.init(stored:))
      else { return nil }
      return (ApprovalRow.release.rest(of: name), objects)
    }
  }

  func keep(released objects: [ReleasedObject], by request: String) throws(StateError) {
    var members = StoredMembers()
    members.add("objects", .array(objects.map(\.stored)))
    try keep([(ApprovalRow.release.name(request), members.text)], telling: [])
  }

  /// Forgets that what `name` stands for is to be opened, and tells the history of it with `event`.
  package func forgetRelease(_ name: String, telling event: Event?) throws(StateError) {
    try database.atomically { () throws(StateError) in try forget(ApprovalRow.release.name(name), telling: event) }
  }
}

extension ApprovalRequest.Deed {
  /// The version that an edit is about.
  package var version: String? { if case .edit(let edit) = self { edit.version } else { nil } }
}

extension ApprovedEdit {
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("version", version)
    members.add("since", since)
    members.add("heldSince", heldSince)
    members.add("request", request)
    return members.text
  }

  fileprivate init?(stored text: String, _ target: Name) {
    guard let tree = JSON(stored: text), let version = tree["version"]?.string, let since = tree.instant("since") else {
      return nil
    }
    self.init(target, version: version, since: since)
    heldSince = tree.instant("heldSince")
    request = tree["request"]?.string
  }
}

extension PolicyVersion {
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("files", .array(files.map(\.stored)))
    return members.text
  }

  fileprivate init?(stored text: String, _ fingerprint: String) {
    guard let files = JSON(stored: text)?.all("files", GoodPolicy.File.init(stored:)), !files.isEmpty else {
      return nil
    }
    self.init(fingerprint: fingerprint, files: files)
  }
}
