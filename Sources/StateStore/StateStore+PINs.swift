package import Approvals
package import Planning
import JSONTree
package import Policies

extension StateStore {
  /// What is known of the PIN of `person`; nil if there is none, and where it is not the one that the history knows.
  package func pin(of person: Name) throws(StateError) -> PersonPIN? {
    try approvalRows(of: .pin, named: person.text).first.flatMap { $0[1].text }.flatMap(PersonPIN.init(stored:))
  }

  /// Everybody's PIN that is known, as `pin(of:)` has it, also of people whom no policy names any more.
  package func pins() throws(StateError) -> [Name: PersonPIN] {
    var pins: [Name: PersonPIN] = [:]
    for row in try approvalRows(of: .pin) {
      guard let name = row[0].text, let pin = row[1].text.flatMap(PersonPIN.init(stored:)) else { continue }
      pins[Name(ApprovalRow.pin.rest(of: name))] = pin
    }
    return pins
  }

  /// Keeps `pin` as that of `person`; nil takes it away. `event` tells the history of it; where nothing is to be told,
  /// as of a right one, the history knows its fingerprint all the same.
  package func keep(_ pin: PersonPIN?, of person: Name, telling event: Event?) throws(StateError) {
    let name = ApprovalRow.pin.name(person.text)
    try database.atomically { () throws(StateError) in
      if let pin { return try keep([(name, pin.stored)], telling: event.map { [$0] } ?? []) }
      try forget(name, telling: event)
    }
  }
}

extension PersonPIN {
  /// What is known, as text.
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("hash", hash)
    members.add("wrong", wrong == 0 ? nil : .integer(wrong))
    members.add("waits", waits == 0 ? nil : .integer(waits))
    members.add("blockedSince", blockedSince?.stored)
    return members.text
  }

  /// What `stored` wrote.
  fileprivate init?(stored text: String) {
    guard let tree = JSON(stored: text), let hash = tree["hash"]?.string, let wrong = tree.count("wrong"),
      let waits = tree.count("waits")
    else { return nil }
    self.init(hash: hash)
    (self.wrong, self.waits) = (wrong, waits)
    if let since = tree["blockedSince"] {
      guard let reading = ClockReading(stored: since) else { return nil }
      blockedSince = reading
    }
  }
}
