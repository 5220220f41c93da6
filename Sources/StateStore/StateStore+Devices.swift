package import Approvals
import CivilTime
import JSONTree
package import Planning
import Policies

/// Links and the devices that joined by them: rows of the table of approvals, each of which the history knows.
extension StateStore {
  /// The links that were made and not used.
  package func links() throws(StateError) -> [JoinLink] {
    try approvalRows(of: .link).compactMap { row in
      row[1].text.flatMap { JoinLink(stored: $0, hash: ApprovalRow.link.rest(of: row[0].text ?? "")) }
    }
  }

  /// The devices that joined, those that were there longest first.
  package func devices() throws(StateError) -> [JoinedDevice] {
    try approvalRows(of: .device).compactMap { row in
      row[1].text.flatMap { JoinedDevice(stored: $0, hash: ApprovalRow.device.rest(of: row[0].text ?? "")) }
    }.sorted { ($0.joined, $0.hash) < ($1.joined, $1.hash) }
  }

  /// Whether one of these hashes is that of a device that was let in and is not any more, by the history: a state that has
  /// never known it, as an older or an empty one, says nothing about it.
  package func hasForgotten(deviceIn hashes: [String]) throws(StateError) -> Bool {
    for hash in hashes {
      let member = "\"\(ApprovalRow.device.name(hash))\":null"
      let rows = try database.rows(
        "SELECT 1 FROM entries WHERE instr(body, '\"keeps\":') > 0 AND instr(body, ?) > 0 LIMIT 1", [.text(member)])
      if !rows.isEmpty { return true }
    }
    return false
  }

  /// Keeps a link, and forgets those that are not good any more at its time.
  package func keep(_ link: JoinLink, telling event: Event) throws(StateError) {
    try database.atomically { () throws(StateError) in
      for old in try links() where !old.isGood(at: link.made) {
        try forget(ApprovalRow.link.name(old.hash), telling: nil)
      }
      try keep([(ApprovalRow.link.name(link.hash), link.stored)], telling: [event])
    }
  }

  /// Keeps a device. Those that do not count any more are pruned with what else is old, once the clock is known to be steady:
  /// by one that is ahead for a moment all would be too old.
  package func keep(_ device: JoinedDevice, telling event: Event) throws(StateError) {
    try keep([(ApprovalRow.device.name(device.hash), device.stored)], telling: [event])
  }

  /// Uses the link of this hash for a device that will show what has the hash `device`: all of it or nothing, so that of two
  /// at once one wins. Nil where there is no such link, or it is not good any more.
  package func redeem(
    link hash: String, as device: String, at now: ClockReading, telling event: (JoinedDevice) -> Event
  ) throws(StateError) -> JoinedDevice? {
    try database.atomically { () throws(StateError) in
      guard let link = try links().first(where: { $0.hash == hash }) else { return nil }
      try forget(ApprovalRow.link.name(hash), telling: nil)
      guard link.isGood(at: now) else { return nil }
      let joined = JoinedDevice(
        person: link.person, name: link.device, hash: device, joined: now.wall, isProgram: false)
      try keep(joined, telling: event(joined))
      return joined
    }
  }

  /// Lets these act for nobody any more.
  package func forget(_ devices: [JoinedDevice], telling event: (JoinedDevice) -> Event) throws(StateError) {
    try database.atomically { () throws(StateError) in
      for device in devices { try forget(ApprovalRow.device.name(device.hash), telling: event(device)) }
    }
  }

  /// Lets nobody use these any more.
  package func forget(_ links: [JoinLink], telling event: (JoinLink) -> Event) throws(StateError) {
    try database.atomically { () throws(StateError) in
      for link in links { try forget(ApprovalRow.link.name(link.hash), telling: event(link)) }
    }
  }

  // MARK: The address

  /// The address of the page, as it was noted when it was last served.
  package func pageAddress() throws(StateError) -> String? { try note(.page) }

  /// Notes it; writes nothing where it is the same.
  package func keep(pageAddress address: String) throws(StateError) {
    if try pageAddress() != address { try setNote(.page, address) }
  }
}

extension JoinLink {
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("person", person.text)
    members.add("device", device)
    members.add("made", made.stored)
    return members.text
  }

  fileprivate init?(stored text: String, hash: String) {
    guard let tree = JSON(stored: text), let person = tree["person"]?.string,
      let made = tree["made"].flatMap(ClockReading.init(stored:))
    else { return nil }
    self.init(person: Name(person), device: tree["device"]?.string, hash: hash, made: made)
  }
}

extension JoinedDevice {
  fileprivate var stored: String {
    var members = StoredMembers()
    members.add("person", person.text)
    members.add("name", name)
    members.add("joined", joined)
    members.add("program", isProgram ? .bool(true) : nil)
    return members.text
  }

  fileprivate init?(stored text: String, hash: String) {
    guard let tree = JSON(stored: text), let person = tree["person"]?.string, let joined = tree.instant("joined")
    else { return nil }
    self.init(
      person: Name(person), name: tree["name"]?.string, hash: hash, joined: joined,
      isProgram: tree["program"]?.bool ?? false)
  }
}
