package import Host
package import StateStore
import Text

/// The folder that holds the state of a run: the first of these that applies, and never another one if that cannot be
/// opened.
package struct StateDirectory: Hashable, Sendable {
  /// The variable by which systemd gives it.
  package static let variable = "STATE_DIRECTORY"

  /// The folder: `--state`, else what systemd gives, else the machine's where it exists, else one of the user's.
  package let path: String
  /// Whether it is one of the user's own that nobody has named.
  private let isOwn: Bool

  /// That of the machine's service, whatever variables say.
  package static func ofMachine(at path: String) -> StateDirectory { StateDirectory(path: path, isOwn: false) }

  private init(path: String, isOwn: Bool) { (self.path, self.isOwn) = (path, isOwn) }

  /// The one that is `given` by name, or the one that is meant where none is.
  package init(given: String?, _ environment: Environment) {
    if let given {
      (path, isOwn) = (given, false)
    } else if let given = Self.value(of: Self.variable, environment) {
      // systemd separates several by colons; ours has one.
      (path, isOwn) = (String(given.prefix { $0 != ":" }), false)
    } else if Self.isOfMachineThere(environment) {
      (path, isOwn) = (environment.machineState, false)
    } else {
      path = Self.ofUser(environment)
      isOwn = path != environment.machineState
    }
  }

  /// Makes the folders above it where it is one of the user's own. A folder that was named by hand or by systemd is made
  /// itself, but nothing above it: a slip of the finger must not leave folders behind.
  func makeFoldersAbove() {
    if isOwn { FoldersAbove.make(path) }
  }

  /// The state in it, to be read; nil if there is none yet. Throws also where an apply would stop, as the folder above it is not
  /// there: the state that is meant may be somewhere else.
  package func store() throws(StateError) -> StateStore? {
    if let store = try StateStore(reading: path) { return store }
    if !isOwn { try StateStore.requireFolderAbove(path) }
    return nil
  }

  /// The file in it, which whoever makes an override writes.
  package var file: String { path + "/" + StateStore.fileName }

  private static func ofUser(_ environment: Environment) -> String {
    if let home = value(of: "XDG_STATE_HOME", environment) { return home + "/reconcile" }
    // No HOME: not a login user.
    return value(of: "HOME", environment).map { $0 + "/.local/state/reconcile" } ?? environment.machineState
  }

  /// A folder that may not be looked at is there too: systemd keeps it in one that is closed to others. So is a link to what is
  /// not there, such as a disk that is not mounted, on which the locks may be.
  private static func isOfMachineThere(_ environment: Environment) -> Bool {
    let (files, path) = (environment.files, environment.machineState)
    do throws(FileError) {
      if let kind = try files.kind(of: path) { return kind == .folder }
      return (try? files.names(in: path.folderAbove).contains(path.lastName)) ?? false
    } catch {
      return true
    }
  }

  private static func value(of name: String, _ environment: Environment) -> String? {
    environment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
