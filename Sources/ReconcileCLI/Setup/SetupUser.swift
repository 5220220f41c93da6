import Host
import Secrets

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
