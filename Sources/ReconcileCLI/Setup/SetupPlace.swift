import Host
import Secrets
import Overrides
import Text

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

  /// What its policy is called as an owner: as the file is, so that two files have two. Only the file with the usual name has
  /// the usual one.
  var owner: String {
    let file = path.lastName.lowercased()
    let name = [".yaml", ".yml"].first { file.hasSuffix($0) }.map { file.dropLast($0.count) } ?? file[...]
    if name == "policy" { return Self.usualOwner }
    let words = name.unicodeScalars.map(Self.inOwner).joined().split(separator: "-").joined(separator: "-")
    let isName = words.first?.isLetter == true && words != Self.usualOwner
    let owner = String((isName ? words : "policy-" + words).prefix(63))
    return owner.hasSuffix("-") ? String(owner.dropLast()) : owner
  }

  private static let usualOwner = "home"

  /// Letters and digits as they are, those of other alphabets by their numbers, as they tell files apart, and a dash for the rest.
  private static func inOwner(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "0"..."9": String(scalar)
    case _ where !scalar.isASCII && scalar.properties.isAlphabetic: String(scalar.value, radix: 16)
    default: "-"
    }
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
