import Approvals

extension StateStore {
  /// What calls for a run, whatever the schedule says, each as a word of its own: somebody is to be told something, an
  /// approver agreed to a release, or a guarded target follows another version of the policy.
  package func calls() throws(StateError) -> Set<String> {
    let wanted = try requests().filter { $0.ending == nil }.flatMap { request in
      request.codes.filter { $0.standing == .wanted }.map { "code-\(request.id)-\($0.approver)-\($0.asked)" }
    }
    let news = try news().map { "news-\($0.person)-\($0.text)" }
    let releases = try releases().map { "release-\($0.name)" }
    let approved = try approvedEdits().map { "approved-\($0.target)-\($0.version)" }
    return Set(wanted + news + releases + approved)
  }
}
