import CivilTime
import Host
import Planning
import Policies
import Providers
import StateStore

/// The other policy files that runs with this state followed lately and that are still at their places: what they have
/// switched is theirs, and nothing that the file of this run has left behind.
struct KeepingFiles {
  private struct File {
    var path: String
    /// As it is now, or was when it was last without errors; nil where neither is known.
    var policy: Policy?
    /// What tells the policy of its last run from others.
    var fingerprint: String?
  }

  private let files: [File]

  /// Those beside the file of the run, as far as something that they switched is in `memory`.
  init(
    _ following: Following, _ memory: RecordedState, _ store: StateStore, _ environment: Environment
  ) throws(StateError) {
    let others = following.keepers(at: environment.now())
    guard !others.isEmpty, !memory.closings.isEmpty else {
      files = []
      return
    }
    files = try others.map { (path) throws(StateError) in
      var policy = LoadedPolicy(path: path, environment, takesSketches: false).policy
      if policy == nil, let good = try store.lastGoodPolicy(of: path) {
        policy = LastGoodPolicy(good, of: path, environment)?.policy
      }
      return File(path: path, policy: policy, fingerprint: following.fingerprint(of: path) ?? memory.policy)
    }
  }

  /// `memory`, in which each object that one of them has and has switched off says so.
  func marking(_ memory: RecordedState) -> RecordedState {
    if files.isEmpty { return memory }
    var marked = memory
    for file in files.reversed() {
      for key in Self.kept(by: file, memory) {
        marked.objects[key]?.closing?.keeper = file.path
        marked.objects[key]?.underWay?.before?.closing?.keeper = file.path
      }
    }
    return marked
  }

  private static func kept(by file: File, _ memory: RecordedState) -> [ObjectKey] {
    guard let policy = file.policy else {
      // Nobody knows what it has. What its last run saw is rather kept shut than opened.
      return memory.closings.map(\.key).filter { memory.objects[$0]?.policy == file.fingerprint }
    }
    let moves = memory.moves(to: policy)
    let present = { (key: ObjectKey) in ObjectKey(system: moves.now(key.system), kind: key.kind, id: key.id) }
    let closings = memory.closings
    // Also what no line of it names: an override may.
    let others = Set(
      policy.leavingBehind(closings.map { (present($0.key), $0.closing) }, wanting: policy.unnamedTargets).map(\.key))
    return closings.map(\.key).filter { !others.contains(present($0)) }
  }
}
