import CivilTime
import Host
import Policies
import Synchronization
import Testing

/// How the machine's zone files are read.
@Suite struct ZonesTests {
  /// The machine's own, without those that are missing, and what was read of them.
  private final class Folder: Files {
    private let missing: Set<String>
    private let paths = Mutex<[String]>([])

    init(missing: Set<String> = []) { self.missing = missing }

    convenience init(hasList: Bool) { self.init(missing: hasList ? [] : ["tzdata.zi"]) }

    var read: [String] { paths.withLock { $0 } }

    func kind(of path: String) throws(FileError) -> FileKind? { try SystemFiles().kind(of: path) }

    func names(in path: String) throws(FileError) -> [String] { try SystemFiles().names(in: path) }

    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      let name = String(path.dropFirst(Zones.folder.count))
      paths.withLock { $0.append(name) }
      if missing.contains(name) { throw FileError(path: path, reason: "No such file or directory") }
      return try SystemFiles().bytes(of: path, limit: limit)
    }

    func resolved(_ path: String) -> String? { SystemFiles().resolved(path) }
  }

  /// The list of all zones is long, and every run asks for one.
  @Test func oneFileIsReadForAZoneThatIsThere() {
    for hasList in [true, false] {
      let folder = Folder(hasList: hasList)
      guard case .zone(let zone) = Zones(folder).look("Europe/Berlin") else {
        Issue.record("no zone")
        continue
      }
      #expect(zone.name == "Europe/Berlin")
      #expect(folder.read == ["Europe/Berlin"])
    }
  }

  /// Also where a file or a folder of that name is there.
  @Test(arguments: ["posix/Europe/Berlin", "europe/berlin", "America/Argentina", "Europe/../Europe/Berlin", "CET"])
  func whatTheListDoesNotHaveIsUnknown(_ name: String) {
    guard case .unknown = Zones(Folder()).look(name) else {
      Issue.record("\(name) is a zone")
      return
    }
  }

  @Test func aZoneThatIsNotThereOnAMachineWithoutAListCannotBeTold() {
    guard case .unreadable(let reason) = Zones(Folder(hasList: false)).look("Europe/Berlinn") else {
      Issue.record("it was told")
      return
    }
    #expect(reason.contains("tzdata.zi"))
  }

  // MARK: Old names

  /// Debian 13 and Ubuntu 24.04 have the files of old names in a package of their own, which an upgrade does not bring.
  @Test(arguments: [
    ("Asia/Calcutta", "Asia/Kolkata"), ("US/Pacific", "America/Los_Angeles"), ("Europe/Kiev", "Europe/Kyiv"),
  ])
  func anOldNameWorksWithoutAFileOfItsOwn(_ name: String, _ present: String) {
    let zones = Zones(Folder(missing: [name]))
    guard case .zone(let old) = zones.look(name), case .zone(let new) = zones.look(present) else {
      Issue.record("no zone")
      return
    }
    #expect(old.name == name)
    #expect(old.hasRules(of: new))
    // Whoever watches has to see that an update changed them.
    #expect(zones.bytes(of: old) == zones.bytes(of: new) && !zones.bytes(of: old).isEmpty)
  }

  @Test func whereEvenTheZoneItselfHasNoFileItCannotBeTold() {
    guard case .unreadable = Zones(Folder(missing: ["Asia/Calcutta", "Asia/Kolkata"])).look("Asia/Calcutta") else {
      Issue.record("it was told")
      return
    }
  }

  @Test(arguments: [
    ("Asia/Calcutta", "Asia/Kolkata"), ("US/Pacific", "America/Los_Angeles"), ("Europe/Belfast", "Europe/London"),
    ("Europe/Berlin", nil), ("Asia/Kolkata", nil), ("UTC", nil), ("Europe/Nowhere", nil),
    // Links, and the names of places in countries today.
    ("Europe/Oslo", nil), ("Europe/Amsterdam", nil), ("Arctic/Longyearbyen", nil), ("Europe/Vaduz", nil),
  ])
  func onlyOldNamesHaveAPresentOne(_ name: String, _ present: String?) {
    #expect(Zones(Folder()).presentName(of: name) == present)
    #expect(Zones(Folder(missing: ["zone.tab"])).presentName(of: name) == nil)
  }
}
