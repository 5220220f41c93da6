import Journal

/// Which folder holds the state of a run: the first of these that applies, and never another one if that cannot be
/// opened.
enum StatePath {
  /// Where a service's state is kept.
  static let ofMachine = "/var/lib/reconcile"

  /// The folder: `--state`, else what systemd gives, else the machine's where it exists, else one of the user's.
  static func folder(_ invocation: Invocation, _ environment: Environment) -> String {
    if let given = invocation.value(.state) { return given }
    if let given = variable("STATE_DIRECTORY", environment) {
      // systemd separates several by colons; ours has one.
      return String(given.prefix { $0 != ":" })
    }
    if isOfMachineThere(environment) { return ofMachine }
    return ofUser(environment)
  }

  /// The folder, with those above it made where it is one of the user's own. A folder that was named by hand or by
  /// systemd is made itself, but nothing above it: a slip of the finger must not leave folders behind.
  static func made(_ invocation: Invocation, _ environment: Environment) -> String {
    let path = folder(invocation, environment)
    let isNamed = invocation.value(.state) != nil || variable("STATE_DIRECTORY", environment) != nil
    if !isNamed, path != ofMachine { FoldersAbove.make(path) }
    return path
  }

  /// The file in that folder, which whoever makes an override writes.
  static func file(_ invocation: Invocation, _ environment: Environment) -> String {
    folder(invocation, environment) + "/" + Journal.fileName
  }

  private static func ofUser(_ environment: Environment) -> String {
    if let home = variable("XDG_STATE_HOME", environment) { return home + "/reconcile" }
    // Who has no home is no person.
    return variable("HOME", environment).map { $0 + "/.local/state/reconcile" } ?? ofMachine
  }

  /// A folder that may not be looked at is there too: systemd keeps it in one that is closed to others.
  private static func isOfMachineThere(_ environment: Environment) -> Bool {
    do throws(FileError) {
      return try environment.files.kind(of: ofMachine) == .folder
    } catch {
      return true
    }
  }

  private static func variable(_ name: String, _ environment: Environment) -> String? {
    environment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
