import CivilTime
import Documents
import Hashing
import Host

/// What shows that a policy has to be read again: the bytes of its files, and those of its zone, whose rules an update
/// of the machine may change. Bytes and not times, so that nothing is missed, whatever was put in a file's place.
struct PolicyTrace: Hashable {
  private let digest: [UInt8]

  /// Of the policy at `path`; nil for a pipe, which can be read only once.
  init?(_ path: String, zone: Zone, _ files: any Files) {
    if (try? files.kind(of: path)) == .stream { return nil }
    let text = PolicyText(path: path, files: files)
    var parts = text.files.flatMap { [Array($0.name.utf8), $0.bytes] }
    parts += text.diagnostics.map { Array($0.message.utf8) }
    parts.append(Zones(files).bytes(of: zone))
    digest = Digest.sha256(parts.flatMap(Digest.sha256))
  }
}
