package import Host

/// Which of the units that run the program are enabled, so that systemd starts them with the machine.
package struct EnabledUnits: Hashable, Sendable {
  /// Their names, the timer first.
  package var names: [String]

  /// What starts a run every minute.
  package static let timer = "reconcile.timer"
  /// What stays, and runs when something is due.
  package static let watch = "reconcile-watch.service"

  package init(names: [String]) { self.names = names }

  /// As the links say that `systemctl enable` makes; nil where systemd does not run the machine, as in most containers,
  /// or where they cannot be read. Everybody may read them, with or without a bus.
  package init?(_ files: any Files) {
    guard (try? files.kind(of: Self.booted)) == .some(.folder) else { return nil }
    do throws(FileError) {
      names = []
      for (unit, folder) in Self.places {
        for root in Self.roots where try Self.holds(unit, root + "/" + folder, files) {
          names.append(unit)
          break
        }
      }
    } catch {
      return nil
    }
  }

  /// What tells that systemd is the first process; see sd_booted(3).
  private static let booted = "/run/systemd/system"
  private static let roots = ["/etc/systemd/system", booted]
  private static let places = [(timer, "timers.target.wants"), (watch, "multi-user.target.wants")]

  private static func holds(_ unit: String, _ folder: String, _ files: any Files) throws(FileError) -> Bool {
    guard try files.kind(of: folder) == .folder else { return false }
    return try files.names(in: folder).contains(unit)
  }
}
