import JSONTree
import Policies
import Providers

/// What was looked up in the catalogues of systems: a note for each system. One that cannot be read is looked up again.
extension StateStore {
  /// What was looked up, by system.
  func lookups() throws(StateError) -> [Name: Lookups] {
    var lookups: [Name: Lookups] = [:]
    for row in try database.notes(.lookups) {
      guard let system = row[0].text.flatMap(StateNote.lookups.subject),
        let found = row[1].text.flatMap(Lookups.init(stored:))
      else { continue }
      lookups[Name(system)] = found
    }
    return lookups
  }

  /// Replaces them by `lookups`.
  func keep(_ lookups: [Name: Lookups]) throws(StateError) {
    for gone in try self.lookups().keys.filter({ lookups[$0] == nil }).sorted() {
      try removeNote(named: StateNote.lookups.name(of: gone.text))
    }
    for (system, found) in lookups.sorted(by: { $0.key < $1.key }) {
      try setNote(.lookups, of: system.text, found.stored)
    }
  }
}

extension Lookups {
  fileprivate var stored: String {
    let members = found.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
    return JSON.object([.init("version", .string(version)), .init("found", .object(members))]).text
  }

  fileprivate init?(stored text: String) {
    guard let tree = try? JSON(parsing: Array(text.utf8)), let version = tree["version"]?.string,
      let members = tree["found"]?.members
    else { return nil }
    let pairs = members.compactMap { member in member.value.string.map { (member.name, $0) } }
    self.init(version: version, found: Dictionary(pairs) { first, _ in first })
  }
}
