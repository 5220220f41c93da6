import Calendars
import CivilTime
import Documents
import Foundation
import LibYAML
import PiHole
import Policies
import TestSupport
import UniFi

/// A policy decoded from text as the program does it, with the zones of the machine.
struct DecodedPolicy {
  var policy: Policy?
  var diagnostics: [Diagnostic]

  /// Decodes one file called `policy.yaml`.
  init(
    _ text: String, now: Instant? = nil, kinds: SystemKinds = .shipped, takesSketches: Bool = false,
    zone: @escaping @Sendable (String) -> ZoneLookup = machineZone
  ) throws {
    try self.init(["policy.yaml": text], now: now, kinds: kinds, takesSketches: takesSketches, zone: zone)
  }

  /// Decodes the files of a folder.
  init(
    _ files: [String: String], now: Instant? = nil, kinds: SystemKinds = .shipped, takesSketches: Bool = false,
    calendars: [String: [UInt8]] = [:], zone: @escaping @Sendable (String) -> ZoneLookup = machineZone
  ) throws {
    var problems: [Diagnostic] = []
    var documents: [PolicyDocument] = []
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      let read = YAMLReader.read(Array(text.utf8), file: file)
      problems += read.diagnostics
      if let node = read.node { documents.append(PolicyDocument(file: file, root: node)) }
    }
    var context = PolicyContext(
      kinds: kinds, zone: zone, machineZone: "Europe/Berlin", now: now, takesSketches: takesSketches)
    context.calendar = { path, zone in
      guard let bytes = calendars[path] else {
        return .unreadable(Message(code: "calendar.path", "calendar '\(path)' not found"))
      }
      do throws(CalendarFault) {
        let events = try CalendarReader.events(in: bytes, zone: zone, zones: { Self.anyZone($0) })
        return .events(events, file: path)
      } catch {
        return .fault(error, file: path)
      }
    }
    let decoded = PolicyDecoder.decode(documents, path: "policy.yaml", context: context)
    policy = decoded.policy
    diagnostics = problems + decoded.diagnostics
    // As `validate` shows them.
    if let policy, let now {
      diagnostics = (diagnostics + PolicyAdvice.diagnostics(on: policy, now: now, presentName: Self.presentName))
        .inTextOrder()
    }
  }

  /// One line for each diagnostic: `line:column severity code message | hint`, the file before it where there are
  /// several.
  func lines(showsFile: Bool = false) -> [String] {
    diagnostics.map { diagnostic in
      let start = diagnostic.span.map { span in
        (showsFile ? span.file + ":" : "") + "\(span.start.line):\(span.start.column)-\(span.end.column)"
      }
      let related = diagnostic.related.map { " (\($0.message), \($0.span.file):\($0.span.start.line))" } ?? ""
      return "\(start ?? "-") \(diagnostic.severity) \(diagnostic.code) \(diagnostic.message)\(related)"
        + (diagnostic.hint.map { " | " + $0 } ?? "")
    }
  }

  static let catalogue = ZoneCatalogue(
    tzdata: (try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/tzdata.zi"))).map(Array.init) ?? [])

  /// What a zone is called today by the lists of the machine, where `name` is an old name of it.
  @Sendable private static func presentName(_ name: String) -> String? {
    guard let table = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/zone.tab")),
      !ZoneCatalogue.isOfACountry(name, table: Array(table))
    else { return nil }
    return catalogue.target(ofLink: name)
  }

  /// A zone by any name of the machine.
  private static func anyZone(_ name: String) -> Zone? {
    if name == "UTC" { return .utc }
    let bytes = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
    return bytes.flatMap { try? Zone(name: name, bytes: Array($0)) }
  }

  @Sendable static func machineZone(_ name: String) -> ZoneLookup {
    guard catalogue.accepts(name) else { return .unknown(suggestions: catalogue.nearest(to: name)) }
    do {
      let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
      return .zone(try Zone(name: name, bytes: Array(bytes)))
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}
