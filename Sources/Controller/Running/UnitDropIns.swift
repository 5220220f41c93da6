package import Host

/// What is beside a unit file and sets more, such as what `systemctl edit` writes: what they say counts for more than the unit.
package struct UnitDropIns: Sendable {
  private var all: [(path: String, text: UnitText)] = []

  /// Those of the unit at `path`.
  package init(of path: String, _ files: any Files) {
    let folder = path + ".d"
    guard (try? files.kind(of: folder)) == .some(.folder), let names = try? files.names(in: folder) else { return }
    all = names.filter { $0.hasSuffix(".conf") }.compactMap { name in
      let path = "\(folder)/\(name)"
      return (try? files.bytes(of: path, limit: Self.limit)).map {
        (path, UnitText(String(decoding: $0, as: UTF8.self)))
      }
    }
  }

  /// `unit` with all that they set.
  package func applied(to unit: UnitText) -> UnitText { all.reduce(unit) { $0.adding($1.text) } }

  /// The last one of those because of which something else is started than `unit` says, and what is; nil where that is not so,
  /// or `unit` starts nothing.
  package func startedInstead(of unit: UnitText) -> (path: String, command: String)? {
    guard let own = unit.values(of: UnitText.start).first.map(UnitCommand.init),
      let last = all.last(where: { $0.text.sets(UnitText.start) })
    else { return nil }
    let started = applied(to: unit).values(of: UnitText.start)
    return started.contains { UnitCommand($0).covers(own) } ? nil : (last.path, started.joined(separator: "; "))
  }

  private static let limit = 1 << 16
}
