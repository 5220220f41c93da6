import Host

/// Where a first policy is written.
struct SetupPlace: Hashable, Sendable {
  /// The file that the package's timer and daemon follow.
  static let followed = "/etc/reconcile/policy.yaml"

  /// The file to write.
  var path: String

  /// The file `given` on the command line, else the one that the timer follows, else one in the folder of this run.
  init(given: String?, _ environment: Environment) {
    path = given ?? (environment.isWritable("/etc/reconcile") ? Self.followed : "policy.yaml")
  }

  /// Whether the timer follows it.
  var isFollowed: Bool { path == Self.followed }

  /// The schema for editors, beside it.
  var schema: String { (path.lastIndex(of: "/").map { path[...$0] } ?? "") + Self.schemaName }

  /// What the schema is called there.
  static let schemaName = "policy.schema.json"
}
