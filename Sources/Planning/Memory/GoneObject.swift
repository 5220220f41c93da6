public import CivilTime
public import Documents
public import Policies
public import Providers

/// An object that a pattern of a target had selected, and that is deleted by now or is called something that it does not
/// fit: an exact name would not be found, but a pattern says nothing of what it misses.
public struct GoneObject: Hashable, Sendable {
  /// Which one.
  public var key: ObjectKey
  /// What it was called.
  public var name: String
  /// The target that had it.
  public var target: Name
  /// What it is called now; nil where it is not there any more.
  public var newName: String?
  /// When a run first missed it; nil where this is the first.
  public var since: Instant?
  /// What is to be remembered of it where it has a number that may be another object's by now; nil where all of it is.
  public var rest: RecordedObject?

  /// How long runs tell of it, in seconds: who has deleted it for good has nothing to do.
  public static let toldSeconds: Int64 = 7 * 86_400

  /// How many of one target are told each by itself. More are rarely gone but by somebody's tidying.
  public static let mostTold = 5

  /// What people hear of it, with its name.
  fileprivate var finding: Finding {
    var message = becoming
    message.text = "\(name.quoted) \(message.text)"
    return Finding(message, system: key.system, target: target, kind: key.kind, name: name)
  }

  /// What became of it, going on from its name.
  public var becoming: Message { newName.map { Messages.isCalled($0, target) } ?? Messages.gone(target) }
}

extension [GoneObject] {
  /// What people hear of them, in order: of each target the first ones by name, and how many there are beside those.
  public var findings: [Finding] {
    var counts: [Name: Int] = [:]
    var told: [Finding] = []
    var more: [Name] = []
    for object in self {
      let count = counts[object.target, default: 0] + 1
      counts[object.target] = count
      if count <= GoneObject.mostTold { told.append(object.finding) }
      if count == GoneObject.mostTold + 1 { more.append(object.target) }
    }
    return told
      + more.map { target in
        Finding(Messages.moreGone((counts[target] ?? 0) - GoneObject.mostTold, target), target: target)
      }
  }
}

extension RecordedObject {
  /// That a pattern had selected it, and runs miss it.
  public struct Gone: Hashable, Sendable {
    /// Since when.
    public var since: Instant
    /// What it is called now; nil where it is not there any more.
    public var newName: String?

    /// That runs miss it.
    public init(since: Instant, newName: String? = nil) {
      self.since = since
      self.newName = newName
    }
  }
}

extension RecordedState {
  /// What a run missed that a pattern had selected for a target, in order, as far as it is told at `now`.
  public func gone(at now: Instant) -> [GoneObject] {
    objects.compactMap { key, seen in
      guard let gone = seen.gone, now - gone.since < GoneObject.toldSeconds, let name = seen.name,
        let target = seen.target
      else { return nil }
      return GoneObject(key: key, name: name, target: target, newName: gone.newName, since: gone.since)
    }.sorted { $0.key < $1.key }
  }

  /// Notes that a run missed `object` at `now`, and returns what of it is worth telling later.
  mutating func remember(_ object: GoneObject, at now: Instant) -> Event? {
    // Of what has its number by now more is to be known.
    let isTaken = object.rest != nil && objects[object.key] != nil
    guard var seen = object.rest ?? objects[object.key] else { return nil }
    seen.gone = RecordedObject.Gone(since: object.since ?? now, newName: object.newName)
    (seen.name, seen.target, seen.wanted, seen.tries) = (object.name, object.target, nil, nil)
    if !isTaken { objects[object.key] = seen }
    guard object.since == nil else { return nil }
    return Event(
      at: now, .gone, target: object.target, system: object.key.system, object: object.key.kind,
      id: object.key.id.shortened(to: 1024), name: object.name, message: object.becoming.text)
  }
}
