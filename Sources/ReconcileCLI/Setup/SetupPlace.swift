import Host
import Secrets
import Overrides

/// Where a first policy is written.
struct SetupPlace: Hashable, Sendable {
  /// The file that the package's timer and daemon follow.
  static let followed = "/etc/reconcile/policy.yaml"

  /// The file to write.
  var path: String
  /// Whether there is a policy that the timer follows already.
  var hasFollowed: Bool

  /// The file `given` on the command line, else the one that the timer follows, else one in the folder of this run.
  init(given: String?, _ environment: Environment) {
    path = given ?? (environment.isWritable("/etc/reconcile") ? Self.followed : "policy.yaml")
    hasFollowed = (try? environment.files.kind(of: Self.followed)) != .some(nil)
  }

  /// Whether the timer follows it.
  var isFollowed: Bool { path == Self.followed }

  /// What its policy is called as an owner: as the file is, unless it is called as usual or has no name for that.
  var owner: String {
    let name = path.split(separator: "/").last?.split(separator: ".").first?.lowercased() ?? ""
    let isName =
      name.utf8.count <= 63 && name.first?.isLetter == true
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
    return isName && name != "policy" ? name : "home"
  }

  /// The schema for editors, beside it.
  var schema: String { (path.lastIndex(of: "/").map { path[...$0] } ?? "") + Self.schemaName }

  /// What the schema is called there.
  static let schemaName = "policy.schema.json"
}

/// Who runs `init`, as far as commands that are to be typed depend on it.
struct SetupUser: Hashable, Sendable {
  /// Whether files of root take `sudo`: for another user, and in the shell of one who runs this alone with it.
  var root: Bool
  /// Whether the same rights as now take `sudo`.
  var same: Bool

  init(_ environment: Environment) {
    let isRoot = environment.secrets.runningUser == 0
    same = isRoot && environment.variable("SUDO_USER") != nil
    root = !isRoot || same
  }
}
