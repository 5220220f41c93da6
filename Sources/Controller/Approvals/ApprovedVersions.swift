import Approvals
import Host
import Planning
import Policies
import StateStore

/// The targets whose guards hold edits of the policy, as the state knows them, with the versions that they follow.
struct ApprovedVersions: Sendable {
  /// What is in the state.
  private(set) var edits: [ApprovedEdit] = []
  private var editOf: [Name: ApprovedEdit] = [:]
  /// The targets with their versions; one whose version cannot be read is left out.
  private(set) var targets: [ApprovedTarget] = []
  /// The requests about edits.
  private(set) var requests: [ApprovalRequest] = []
  /// All that is kept, also what is about something else, while an edit is held.
  private var everyRequest: [ApprovalRequest] = []
  private var policies: [String: Policy] = [:]

  /// No guard holds an edit.
  init() {}

  /// What `store` knows, for a run of the policy at `path`.
  init(_ store: StateStore, path: String, _ environment: Environment) throws(StateError) {
    try readEdits(store)
    guard !edits.isEmpty else { return }
    for version in try store.policyVersions() {
      let text = PolicyText(files: version.files.map { ($0.name, $0.bytes) })
      policies[version.fingerprint] = LoadedPolicy(path, text, environment, takesSketches: true).policy
    }
    targets = edits.compactMap { edit in
      policies[edit.version].map { ApprovedTarget(edit.target, in: $0, version: edit.version, since: edit.since) }
    }
    try readRequests(store)
  }

  private mutating func readEdits(_ store: StateStore) throws(StateError) {
    edits = try store.approvedEdits()
    editOf = Dictionary(edits.map { ($0.target, $0) }) { first, _ in first }
  }

  private mutating func readRequests(_ store: StateStore) throws(StateError) {
    let numbers = Set(edits.compactMap(\.request))
    everyRequest = numbers.isEmpty && edits.allSatisfy { $0.heldSince == nil } ? [] : try store.requests()
    requests = everyRequest.filter { numbers.contains($0.id) }
  }

  /// So many versions of the policy may wait, beside the one that is followed: every run reads and compares each of them. Beyond
  /// that no guard begins to hold edits, and nobody is asked.
  static let mostWaiting = 8

  /// The versions in which edits wait: those that are followed instead, and those that approvers are asked for.
  static func waiting(_ edits: [ApprovedEdit], _ requests: [ApprovalRequest]) -> Set<String> {
    let named = Set(edits.compactMap(\.request))
    return Set(
      edits.filter { $0.heldSince != nil }.map(\.version)
        + requests.filter { named.contains($0.id) }.compactMap(\.deed.version))
  }

  /// Whether no further one may wait.
  var isFull: Bool { Self.waiting(edits, requests).count >= Self.mostWaiting }

  /// Whether `asker` has asked as often at `now` as it may within a day.
  func hasAskedEnough(_ asker: String, at now: ClockReading) -> Bool {
    everyRequest.count { $0.asker == asker && !now.isAtLeast(RequestLimits.day, after: $0.made) }
      >= RequestLimits.mostPerDay
  }

  /// The same versions, beside the edits and the requests that `store` knows by now.
  func asked(by store: StateStore) throws(StateError) -> ApprovedVersions {
    var asked = self
    try asked.readEdits(store)
    try asked.readRequests(store)
    return asked
  }

  /// Whether no guard holds edits.
  var isEmpty: Bool { edits.isEmpty }

  /// The version of this fingerprint; nil where it is not kept.
  func policy(_ version: String) -> Policy? { policies[version] }

  /// What is known of the edit of `target`.
  func edit(of target: Name) -> ApprovedEdit? { editOf[target] }

  /// The requests about edits as they stand, by target.
  var asked: [Name: String] {
    Dictionary(
      uniqueKeysWithValues: editOf.keys.compactMap { target in
        request(of: target).map { (target, "\($0.id) \($0.ending?.rawValue ?? "")") }
      })
  }

  /// The request about the edit of `target`.
  func request(of target: Name) -> ApprovalRequest? {
    edit(of: target)?.request.flatMap { id in requests.first { $0.id == id } }
  }
}
