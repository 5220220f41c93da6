import CivilTime
import Host
import Policies
import Synchronization
import Testing

/// How the machine's zone files are read.
@Suite struct ZonesTests {
  /// The machine's own, without the list where that is missing, and what was read of them.
  private final class Folder: Files {
    private let hasList: Bool
    private let paths = Mutex<[String]>([])

    init(hasList: Bool = true) { self.hasList = hasList }

    var read: [String] { paths.withLock { $0 } }

    func kind(of path: String) throws(FileError) -> FileKind? { try SystemFiles().kind(of: path) }

    func names(in path: String) throws(FileError) -> [String] { try SystemFiles().names(in: path) }

    func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
      paths.withLock { $0.append(String(path.dropFirst(Zones.folder.count))) }
      if !hasList, path.hasSuffix("tzdata.zi") { throw FileError(path: path, reason: "No such file or directory") }
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
}
