import Controller
import Host

/// A unit of the package, which one of the same name in the administrator's folder takes the place of, although nothing is written
/// over.
struct PackagedUnit {
  /// Where it is.
  let path: String
  private let text: UnitText
  private let dropIns: UnitDropIns
  private let files: any Files

  /// The one of which systemd reads the unit at `place` instead; nil where there is none.
  init?(hiddenBy place: String, _ files: any Files) {
    guard let slash = place.lastIndex(of: "/") else { return nil }
    let (folder, name) = (String(place[..<slash]), place[slash...])
    guard folder == Enabling.folder || files.resolved(folder) == Enabling.folder else { return nil }
    let places = ["/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"].map { $0 + name }
    guard let path = places.first(where: { (try? files.kind(of: $0)) == .regular }),
      let bytes = try? files.bytes(of: path, limit: 1 << 16)
    else { return nil }
    self.path = path
    self.files = files
    text = UnitText(String(decoding: bytes, as: UTF8.self))
    dropIns = UnitDropIns(of: Enabling.folder + name, files)
  }

  /// The policy that it follows and `new` does not; nil where that is the same, or is not there.
  func policy(notFollowedBy new: UnitText) -> String? {
    let replaced = ReplacedUnit(dropIns.applied(to: text), by: dropIns.applied(to: new))
    return replaced.policy.flatMap { (try? files.kind(of: $0)) == .some(nil) ? nil : $0 }
  }
}
