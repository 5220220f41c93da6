package import CivilTime
import Documents
package import Host
import Policies
import StateStore

extension LoadedPolicy {
  /// The policy at `path` for what tells how things are. A sketch says what holds when, and no run follows it: so it is refused
  /// where the state at `state` follows this very file, as runs do, and taken anywhere else.
  package init(path: String, followedAt state: String, _ environment: Environment) {
    let loaded = LoadedPolicy(path: path, environment, takesSketches: true)
    let isFollowed =
      loaded.isSketch
      && (try? StateStore(reading: state)?.followedPolicy())?.path == Following.place(of: path, environment)
    self = isFollowed ? LoadedPolicy(path: path, environment, takesSketches: false) : loaded
  }

  /// Whether it has targets and no system, so that no run can follow it.
  var isSketch: Bool { policy.map { $0.systems.isEmpty && !$0.targets.isEmpty } ?? false }

  /// The same for who checks it: with a note where it is a sketch.
  package func checked(at now: Instant) -> LoadedPolicy {
    let advised = advised(at: now)
    return isSketch ? advised.adding(Self.sketch(at: policy?.targets.first?.span)) : advised
  }

  private static func sketch(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .note, code: "policy.sketch", "the policy is a sketch: it has no systems, and no run can follow it",
      hint: "write them under 'systems'; '--complete' refuses a sketch", at: span)
  }
}
