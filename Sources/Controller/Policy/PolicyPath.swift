import Hashing
package import Host
import Text

/// Which policy is meant.
package struct PolicyPath {
  /// The path as the person named it.
  package var path: String

  /// The one that was named, else `$RECONCILE_POLICY`, else `policy.yaml` here, else `/etc/reconcile/policy.yaml`. A variable
  /// that is empty is not set; a name that is empty is no other policy's.
  package init(given named: String?, _ environment: Environment) {
    if let named {
      path = named
    } else if let given = environment.variable("RECONCILE_POLICY"), !given.isEmpty {
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
  /// The one that the package's units follow.
  package static let installed = "/etc/reconcile/policy.yaml"
}

/// What tells one policy from another, from one run to the next.
enum PolicyFingerprint {
  /// The SHA-256 (hex) over the last part of each file's name, its length and its bytes, in the order in which they
  /// were read. Not over folders: the same policy is the same wherever it is called from.
  static func of(_ files: [(name: String, bytes: [UInt8])]) -> String {
    let all = files.flatMap { name, bytes in
      return Array("\(name.lastName)\u{0}\(bytes.count)\u{0}".utf8) + bytes
    }
    return Digest.hex(Digest.sha256(all))
  }

  /// As much of one as somebody compares.
  static func short(_ fingerprint: String) -> String { String(fingerprint.prefix(12)) }
}

extension LoadedPolicy {
  /// What tells it from another one.
  package var fingerprint: String { PolicyFingerprint.of(text.everything) }
}
