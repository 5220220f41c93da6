package import Host

/// Which policy is meant.
package struct PolicyPath {
  /// The path as the person named it.
  package var path: String

  /// The one that was named, else `$RECONCILE_POLICY`, else `policy.yaml` here, else `/etc/reconcile/policy.yaml`.
  package init(given named: String?, _ environment: Environment) {
    let given = named ?? environment.variable("RECONCILE_POLICY")
    if let given, !given.isEmpty {
      path = given
    } else if (try? environment.files.kind(of: Self.here)) != nil {
      path = Self.here
    } else {
      path = Self.installed
    }
  }

  /// Whether nobody named it, and none is where it is looked for.
  package func isMissing(_ environment: Environment) -> Bool {
    path == Self.installed && (try? environment.files.kind(of: path)) == .some(nil)
  }

  private static let here = "policy.yaml"
  private static let installed = "/etc/reconcile/policy.yaml"
}
