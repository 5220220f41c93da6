import Policies
import Providers

extension Setup {
  /// What `init` proposes of a BuilderOS host: its capsules, as a comment.
  static let builderOS = Setup(
    name: "studio", scheme: .http, exampleHost: "studio.local:8080", mayRepeat: false, secret: ("API key", "key"),
    credential: { $0 + "-key" }, objects: [.capsule]
  ) { found in
    let usable = found.objects.filter { $0.switchBlocker == nil }
    let counts = ObjectNameCounts(usable)
    let names = usable.map { DraftName($0, among: counts).item }.sorted()
    guard !names.isEmpty else { return Draft() }
    return Draft(proposals: [
      DraftProposal(
        "Capsules of '\(found.system)'. They are stopped and started when the schedule changes.",
        outside: "When the hours of the sentence are over, all of them are started",
        target: "\(found.system)-capsules", system: found.system, key: "capsules", items: names,
        statement: "\(found.system)-capsules stopped 01:00–06:00")
    ])
  }
}
