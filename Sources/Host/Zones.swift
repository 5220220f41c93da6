package import CivilTime
package import Policies
import Text

/// The time zones of the machine: what `tzdata.zi` lists, read from the zone files beside it.
package struct Zones: Sendable {
  private let files: any Files

  package init(_ files: any Files) { self.files = files }

  /// Where the zone files are; the name of a zone goes behind it.
  package static let folder = "/usr/share/zoneinfo/"
  /// More than any zone file or list is long.
  private static let limit = 4 << 20

  /// The zone that a policy calls `name`.
  package func look(_ name: String) -> ZoneLookup {
    if name == Zone.utc.name { return .zone(.utc) }
    // Every run asks for one name, and nearly always it is right: then the list need not be read.
    if ZoneCatalogue.hasPolicyForm(name), let bytes = try? files.bytes(of: Self.folder + name, limit: Self.limit) {
      return read(name, bytes)
    }
    do throws(FileError) {
      let catalogue = ZoneCatalogue(tzdata: try files.bytes(of: Self.folder + "tzdata.zi", limit: Self.limit))
      guard catalogue.accepts(name) else { return .unknown(suggestions: catalogue.nearest(to: name)) }
      // Some systems have the files of old names in a package of their own, which an update does not bring.
      if let present = catalogue.target(ofLink: name),
        let bytes = try? files.bytes(of: Self.folder + present, limit: Self.limit)
      {
        return read(name, bytes)
      }
      return read(name, try files.bytes(of: Self.folder + name, limit: Self.limit))
    } catch {
      return .unreadable(reason: "'\(error.path)': \(error.reason); is the package tzdata installed?")
    }
  }

  /// The zone of this name, also one by which a policy does not call it; nil if there is none. For calendars, whose
  /// programs write any name.
  package func any(_ name: String) -> Zone? {
    if name == Zone.utc.name { return .utc }
    guard !name.isEmpty, name.utf8.count < 64, name.first != "/", !name.holds(".."),
      let bytes = try? files.bytes(of: Self.folder + name, limit: Self.limit)
    else { return nil }
    return try? Zone(name: name, bytes: bytes)
  }

  private func read(_ name: String, _ bytes: [UInt8]) -> ZoneLookup {
    do throws(ZoneFileError) {
      return .zone(try Zone(name: name, bytes: bytes))
    } catch {
      return .unreadable(reason: "'\(Self.folder)\(name)' is damaged")
    }
  }

  /// The machine's own zone; UTC where it cannot be told.
  package var ofMachine: Zone {
    guard let name = machineZone, case .zone(let zone) = look(name) else { return .utc }
    return zone
  }

  /// The bytes of the file that `zone` was read from; none where it cannot be read, or was read from none.
  package func bytes(of zone: Zone) -> [UInt8] {
    if let bytes = try? files.bytes(of: Self.folder + zone.name, limit: Self.limit) { return bytes }
    guard let present = list?.target(ofLink: zone.name) else { return [] }
    return (try? files.bytes(of: Self.folder + present, limit: Self.limit)) ?? []
  }

  /// What a zone is called today, where `name` is an old name of it, which some systems no longer have; nil where it is none,
  /// or where the lists cannot be read.
  package func presentName(of name: String) -> String? {
    guard let table = try? files.bytes(of: Self.folder + "zone.tab", limit: Self.limit), let list,
      let present = list.target(ofLink: name), ZoneCatalogue.hasPolicyForm(present),
      !ZoneCatalogue.isOfACountry(name, table: table)
    else { return nil }
    return present
  }

  /// Of which edition the machine's rules of time zones are, such as `2025b`; nil where the list does not say it.
  package var edition: String? {
    guard let bytes = try? files.bytes(of: Self.folder + "tzdata.zi", limit: Self.limit) else { return nil }
    let words = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "#", words[1] == "version" else { return nil }
    return String(words[2])
  }

  private var list: ZoneCatalogue? {
    (try? files.bytes(of: Self.folder + "tzdata.zi", limit: Self.limit)).map { ZoneCatalogue(tzdata: $0) }
  }

  /// The machine's own zone, as far as its link tells, by a name that a policy may use.
  package var machineZone: String? {
    files.resolved("/etc/localtime").flatMap { $0.hasPrefix(Self.folder) ? usable($0) : nil }
  }

  /// The zone that `text` means, the path of a zone file or a name, by a name that a policy may use; nil for none.
  package func usable(_ text: String) -> String? {
    guard let list = try? files.bytes(of: Self.folder + "tzdata.zi", limit: Self.limit) else { return nil }
    let name = text.hasPrefix(Self.folder) ? String(text.dropFirst(Self.folder.count)) : text
    guard (try? files.kind(of: Self.folder + name)) == .some(.regular) else { return nil }
    let catalogue = ZoneCatalogue(tzdata: list)
    return catalogue.accepts(name) ? name : catalogue.nearest(to: name).first
  }
}
