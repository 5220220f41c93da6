import CivilTime
import JSONTree
import Policies
import Providers
import Planning

// How values are written into the file: JSON in a fixed order, so that the same value is always the same text; what
// does not apply is left out. What cannot be read again, because the file was edited by hand, is nil.

extension Event {
  /// The event as text.
  var stored: String {
    var members = StoredMembers()
    members.add("at", at)
    members.add("kind", kind.rawValue)
    members.add("by", by)
    members.add("target", target?.text)
    members.add("system", system?.text)
    members.add("object", object?.rawValue)
    members.add("id", id)
    members.add("name", name)
    members.add("from", from)
    members.add("to", to)
    members.add("state", state?.rawValue)
    members.add("until", until)
    members.add("cause", cause?.rawValue)
    members.add("decidedBy", decidedBy)
    members.add("outcome", outcome)
    members.add("message", message)
    members.add("begins", begins)
    members.add("override", override?.rawValue)
    members.add("ended", ended)
    members.add("uncounted", uncounted)
    members.add("sentence", sentence)
    members.add("request", request)
    members.add("wish", wish)
    members.add("also", also.isEmpty ? nil : .array(also.map(\.stored)))
    return members.text
  }

  /// The event that `stored` wrote.
  init?(stored text: String) {
    guard let tree = JSON(stored: text), let at = tree.instant("at"),
      let kind = tree["kind"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(
      at: at, kind, by: tree["by"]?.string, target: tree.name("target"), system: tree.name("system"),
      object: tree["object"]?.string.flatMap { ObjectKind(stored: $0, isWhole: tree["id"] == nil) },
      id: tree["id"]?.string,
      name: tree["name"]?.string, from: tree["from"].flatMap(SwitchState.init(stored:)),
      to: tree["to"].flatMap(SwitchState.init(stored:)),
      state: tree["state"]?.string.flatMap(TargetState.init(rawValue:)),
      until: tree.instant("until"), cause: tree["cause"]?.string.flatMap(Cause.init(rawValue:)),
      decidedBy: tree["decidedBy"]?.string, outcome: tree["outcome"]?.string, message: tree["message"]?.string,
      begins: tree.instant("begins"), override: tree["override"]?.string.flatMap(Override.Kind.init(rawValue:)),
      request: tree["request"]?.string, wish: tree["wish"]?.string,
      also: (tree["also"]?.elements ?? []).compactMap(Wished.init(stored:)))
    (ended, uncounted) = (tree["ended"]?.string, tree["uncounted"]?.string)
    sentence = tree["sentence"]?.string
  }
}

extension Event.Wished {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", target.text)
    members.add("state", state?.rawValue)
    members.add("begins", begins)
    members.add("until", until)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree.name("target") else { return nil }
    self.init(
      target: target, state: tree["state"]?.string.flatMap(TargetState.init(rawValue:)),
      begins: tree.instant("begins"), until: tree.instant("until"))
  }
}

extension RecordedObject {
  /// The object as text.
  var stored: String {
    var members = StoredMembers()
    members.add("setting", switchState)
    members.add("at", at)
    members.add("wanted", wanted)
    members.add("override", override)
    let locks = self.locks.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value.rawValue)) }
    members.add("locks", locks.isEmpty ? nil : .object(locks))
    members.add("inPlaceAt", inPlaceAt)
    members.add("hasBeenInPlace", hasBeenInPlace)
    members.add("shutAfter", shutAfter)
    members.add("cause", cause?.rawValue)
    members.add("movedAt", movedAt)
    members.add("found", found)
    members.add("foundBy", foundBy)
    members.add("foundTooLate", isFoundTooLate)
    members.add("isDoubtful", isDoubtful)
    members.add("policy", policy)
    members.add("closing", closing?.stored)
    members.add("tries", tries?.stored)
    members.add("asking", asking?.stored)
    members.add("address", address)
    members.add("maker", maker?.path)
    members.add("owner", maker?.owner)
    let others = ofOthers.sorted { $0.key < $1.key }.map { address, maker in
      JSON.object([
        .init("address", .string(address)), .init("maker", .string(maker.path)), .init("owner", .string(maker.owner)),
      ])
    }
    members.add("ofOthers", others.isEmpty ? nil : .array(others))
    members.add("refusedAt", refusedAt)
    members.add("hoursRefusedAt", hoursRefusedAt)
    members.add("content", contentMark)
    members.add("hours", hours)
    members.add("target", target?.text)
    members.add("state", wantedState)
    members.add("name", name)
    members.add("isKept", isKept)
    members.add("ownSchedule", ownSchedule)
    members.add("gone", gone?.stored)
    members.add("rivals", rivals?.stored)
    members.add("underWay", underWay?.stored)
    return members.text
  }

  /// The object that `stored` wrote.
  init?(stored text: String) {
    guard let tree = JSON(stored: text), let switchState = tree["setting"].flatMap(SwitchState.init(stored:)),
      let at = tree.instant("at")
    else { return nil }
    self.init(
      switchState: switchState, at: at, wanted: tree["wanted"].flatMap(SwitchState.init(stored:)),
      override: tree["override"]?.string, inPlaceAt: tree.instant("inPlaceAt"),
      hasBeenInPlace: tree["hasBeenInPlace"]?.bool ?? false,
      cause: tree["cause"]?.string.flatMap(Cause.init(rawValue:)),
      movedAt: (tree["movedAt"]?.elements ?? []).compactMap { $0.int.flatMap { Instant(stored: Int64($0)) } },
      found: tree["found"].flatMap(SwitchState.init(stored:)), isDoubtful: tree["isDoubtful"]?.bool ?? false,
      policy: tree["policy"]?.string, closing: tree["closing"].flatMap(Closing.init(stored:)),
      tries: tree["tries"].flatMap(Tries.init(stored:)),
      asking: tree["asking"].flatMap { Asking(stored: $0, by: tree["override"]?.string) })
    for lock in tree["locks"]?.members ?? [] {
      locks[lock.name] = lock.value.string.flatMap(SwitchState.Position.init(rawValue:))
    }
    shutAfter = tree.instant("shutAfter")
    foundBy = tree["foundBy"]?.string
    isFoundTooLate = tree["foundTooLate"]?.bool ?? false
    address = tree["address"]?.string
    if let path = tree["maker"]?.string, let owner = tree["owner"]?.string {
      maker = PolicyFile(path: path, owner: owner)
    }
    for other in tree["ofOthers"]?.elements ?? [] {
      guard let address = other["address"]?.string, let path = other["maker"]?.string,
        let owner = other["owner"]?.string
      else { continue }
      ofOthers[address] = PolicyFile(path: path, owner: owner)
    }
    refusedAt = tree.instant("refusedAt")
    hoursRefusedAt = tree.instant("hoursRefusedAt")
    contentMark = tree["content"]?.string
    hours = tree["hours"]?.string
    target = tree.name("target")
    wantedState = tree["state"]?.string
    name = tree["name"]?.string
    isKept = tree["isKept"]?.bool ?? false
    ownSchedule = tree["ownSchedule"]?.string
    gone = tree["gone"].flatMap(Gone.init(stored:))
    rivals = tree["rivals"].map(Rivals.init(stored:))
    underWay = tree["underWay"].map(UnderWay.init(stored:))
  }
}

extension Rivals {
  fileprivate var stored: JSON {
    .array(
      paths.compactMap { path in
        targets[path].map { .object([.init("path", .string(path)), .init("target", .string($0.text))]) }
      })
  }

  fileprivate init(stored tree: JSON) {
    let pairs = (tree.elements ?? []).prefix(2).compactMap { tree in
      tree["path"]?.string.flatMap { path in tree["target"]?.string.map { (path, Name($0)) } }
    }
    self.init(Dictionary(pairs) { first, _ in first })
  }
}

extension RecordedObject.Gone {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("since", since)
    members.add("newName", newName)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let since = tree.instant("since") else { return nil }
    self.init(since: since, newName: tree["newName"]?.string)
  }
}

extension UnderWay {
  /// What it holds is kept as text in text: nobody reads it but the run that finds out what came of it.
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("before", before?.stored)
    members.add("events", events.isEmpty ? nil : .array(events.map { .string($0.stored) }))
    return members.json
  }

  fileprivate init(stored tree: JSON) {
    self.init(
      before: tree["before"]?.string.flatMap(RecordedObject.init(stored:)),
      telling: (tree["events"]?.elements ?? []).compactMap { $0.string.flatMap(Event.init(stored:)) })
  }
}

extension Asking {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("name", name)
    members.add("noted", noted?.rawValue)
    members.add("asked", last?.position.rawValue)
    members.add("at", last?.at)
    members.add("isAnswered", last?.isAnswered ?? false)
    members.add("refused", refused?.position.rawValue)
    members.add("refusedAt", refused?.at)
    members.add("wish", .integer(newestWish))
    members.add("overrideEnds", overrideEnds)
    return members.json
  }

  /// Where a part cannot be read nothing counts, so that what is wanted is noted again and nothing is asked for. An earlier
  /// version did not note for which override it has asked: for the one that wanted it there, as far as anybody knows.
  fileprivate init?(stored tree: JSON, by override: String?) {
    guard let name = tree["name"]?.string else { return nil }
    self.init(name: name, noted: nil)
    if let word = tree["refused"] {
      guard let position = word.string.flatMap(SwitchState.Position.init(rawValue:)), let at = tree.instant("refusedAt")
      else { return nil }
      refused = Request(position, at: at, isAnswered: false)
    }
    if let wish = tree["wish"] {
      guard let number = wish.int else { return nil }
      newestWish = number
    } else {
      newestWish = override.flatMap { Int($0) } ?? 0
    }
    overrideEnds = tree.instant("overrideEnds")
    if let word = tree["noted"] {
      guard let position = word.string.flatMap(SwitchState.Position.init(rawValue:)) else { return nil }
      noted = position
    }
    if let word = tree["asked"] {
      guard let position = word.string.flatMap(SwitchState.Position.init(rawValue:)), let at = tree.instant("at")
      else { return nil }
      last = Request(position, at: at, isAnswered: tree["isAnswered"]?.bool ?? false)
    }
  }
}

extension RecordedObject.Tries {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("count", .integer(count))
    members.add("at", at)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let count = tree.count("count"), count > 0, let at = tree.instant("at") else { return nil }
    self.init(count: count, at: at)
  }
}

extension Closing {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("target", target.text)
    members.add("at", at)
    members.add("name", name)
    members.add("position", position.rawValue)
    members.add("leftAt", leftAt)
    members.add("isFound", isFound)
    members.add("isStrange", isStrange)
    if let guarding {
      members.add("approvers", .array(guarding.approvers.map { .string($0.text) }))
      members.add("all", guarding.needsAll)
    }
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let target = tree.name("target"), let at = tree.instant("at"), let name = tree["name"]?.string,
      let position = tree["position"]?.string.flatMap(SwitchState.Position.init(rawValue:))
    else { return nil }
    self.init(target: target, at: at, name: name, position: position, leftAt: tree.instant("leftAt"))
    isFound = tree["isFound"]?.bool ?? false
    isStrange = tree["isStrange"]?.bool ?? false
    let approvers = tree.names("approvers")
    if !approvers.isEmpty { guarding = Guard(approvers: approvers, needsAll: tree["all"]?.bool ?? false) }
  }
}

extension SwitchState {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("position", position.rawValue)
    members.add("ends", ends)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let position = tree["position"]?.string.flatMap(Position.init(rawValue:)) else { return nil }
    self.init(position, ends: tree.instant("ends"))
  }
}

extension Value {
  /// An instant; nil for anything else.
  var instant: Instant? { integer.flatMap(Instant.init(stored:)) }
}

extension Instant {
  /// An instant that was written as `seconds`; nil outside the years 1970 to 9999, where no run has ever been, and where
  /// calculating with it could overflow.
  init?(stored seconds: Int64) {
    guard let seconds = Int64(storedSeconds: seconds) else { return nil }
    self.init(secondsSinceEpoch: seconds)
  }
}

extension Int64 {
  /// Seconds that were written; nil for less than none, and for more than there are from 1970 to 9999.
  init?(storedSeconds seconds: Int64) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    self = seconds
  }
}

extension Int {
  /// A count that was written; nil for less than nothing, and for more than anything was ever counted to: one more could
  /// overflow.
  init?(storedCount count: Int) {
    guard (0...1_000_000).contains(count) else { return nil }
    self = count
  }
}

/// The members of an object in the order in which they are added, without those that are nil or false.
struct StoredMembers {
  private var list: [JSON.Member] = []

  var json: JSON { .object(list) }
  var text: String { json.text }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .string($0) }) }
  mutating func add(_ name: String, _ instant: Instant?) {
    add(name, instant.map { .integer(Int($0.secondsSinceEpoch)) })
  }
  mutating func add(_ name: String, _ switchState: SwitchState?) { add(name, switchState?.stored) }
  mutating func add(_ name: String, _ holds: Bool) { add(name, holds ? .bool(true) : nil) }
  mutating func add(_ name: String, _ instants: [Instant]) {
    add(name, instants.isEmpty ? nil : .array(instants.map { .integer(Int($0.secondsSinceEpoch)) }))
  }

  mutating func add(_ name: String, _ value: JSON?) {
    if let value { list.append(JSON.Member(name, value)) }
  }
}

extension JSON {
  /// The tree of a text that was written into the file; nil where it is none.
  init?(stored text: String) {
    guard let tree = try? JSON(parsing: Array(text.utf8)) else { return nil }
    self = tree
  }

  /// The instant of the member called `name`; nil where it holds none.
  func instant(_ name: String) -> Instant? {
    self[name]?.int.flatMap { Instant(stored: Int64($0)) }
  }

  /// The count of the member called `name`; 0 where there is no such member, nil where it holds none.
  func count(_ name: String) -> Int? { self[name].map { $0.int.flatMap(Int.init(storedCount:)) } ?? 0 }

  /// The name of the member called `member`; nil where it holds none.
  func name(_ member: String) -> Name? { self[member]?.string.map { Name($0) } }

  /// The names in the array of the member called `member`, without what is no text; none where it holds no array.
  func names(_ member: String) -> [Name] { (self[member]?.elements ?? []).compactMap { $0.string.map { Name($0) } } }
}
