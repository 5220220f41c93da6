package import Host

/// The units of an administrator's own that an earlier version of `reconcile units` has written, and that stand before those
/// of the package.
package struct EarlierUnits: Sendable {
  /// Where they are.
  package let paths: [String]

  /// Those on this machine, with what is beside them.
  package init(_ files: any Files) {
    paths = Self.services.map { "\(Enabling.folder)/\($0)" }.filter { path in
      guard let bytes = try? files.bytes(of: path, limit: 1 << 16) else { return false }
      return Self.isEarlier(UnitDropIns(of: path, files).applied(to: UnitText(String(decoding: bytes, as: UTF8.self))))
    }
  }

  private static let services = ["reconcile.service", EnabledUnits.watch]

  /// Whether `unit` hides when the machine was started, or gives the program secrets and not the file of approvers.
  private static func isEarlier(_ unit: UnitText) -> Bool {
    let secrets = unit.values(of: "LoadCredential")
    let hasPeople = secrets.contains { $0.hasPrefix("people.yaml:") }
    return unit.values(of: "ProcSubset").last == "pid" || !secrets.isEmpty && !hasPeople
  }
}
