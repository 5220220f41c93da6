public import CivilTime
public import Documents
public import Policies

/// One switch that is to be moved.
public struct Change: Hashable, Sendable {
  /// The target it is moved for.
  public var target: Name
  /// The system it is on.
  public var system: Name
  /// What kind of object.
  public var kind: ObjectKind
  /// How the system addresses the object: a UUID, a number, or a text of the kind's own; nil for a system's one switch. A
  /// domain entry has it before it exists, too.
  public var id: String?
  /// The object's name as the system gave it.
  public var name: String
  /// Where the switch stood when the plan was made. If it stands elsewhere now the plan is superseded.
  public var from: SwitchState
  /// Where it is to stand. For a pause, `ends` is the wanted end, without the margin of the failsafe timer.
  public var to: SwitchState
  /// For a domain entry: what it is, so that it can be created. `from` is `absent` for one that is to be created, `to`
  /// for one that is to be removed.
  public var domainEntry: DomainEntry?
  /// For what the file makes and owns: what it is to be. `from` and `to` may be alike, where something else of it differs.
  public var made: MadeObject?
  /// Whether nobody can read what comes of it: that it may have been asked for is written down before it is.
  public var isUnreadable = false
  /// Of that, the number of the override that wants it; nil where the policy does.
  public var override: String?
  /// When what wants it ends (not part of it): it is not sent any more then. Nil where that never ends.
  public var until: Instant?

  /// One switch that is to be moved.
  public init(
    target: Name, system: Name, kind: ObjectKind, id: String?, name: String, from: SwitchState, to: SwitchState,
    domainEntry: DomainEntry? = nil
  ) {
    self.target = target
    self.system = system
    self.kind = kind
    self.id = id
    self.name = name
    self.from = from
    self.to = to
    self.domainEntry = domainEntry
  }
}

extension Change {
  private static let tooLate = Message(
    code: "change.too-late", "was not sent: its time was over when its turn came")

  /// Throws where its time is over at `now`. Asked directly before it is sent: a door that is opened late is not closed
  /// again by anything.
  public func checkTime(at now: Instant) throws(ProviderError) {
    if let until, now >= until { throw ProviderError(.cancelled, Self.tooLate) }
  }

  /// Whether `error` says of a change that its time was over, and nothing of its system.
  public static func isTooLate(_ error: ProviderError) -> Bool { error.message.code == tooLate.code }
}

/// What became of a change.
public enum Outcome: Hashable, Sendable {
  /// Sent, and a read of its own shows it. The messages say what the user should know all the same, and `address` how
  /// the system addresses what was created.
  case applied([Message], address: String? = nil)
  /// Sent and accepted, but the read-back does not show it, or failed; `address` is that of what was created.
  case unverified(Message, address: String? = nil)
  /// The object was no longer as the plan saw it; nothing was written.
  case superseded(Message)
  /// Not done, and why.
  case failed(Message)
  /// Sent, and the system tells that its device failed to move, such as a jammed lock or one that refuses its code: to be
  /// tried again a few times only.
  case stuck(Message)
  /// Not tried, because the system failed or its time was over before its turn came, or the run was ended.
  case skipped(Message)

  /// The code of a failure that says: it was made, could not be lifted again, and was taken back.
  public static let takenBackCode = "made.taken-back"

  /// The code of what was sent to a device that reports no state: its system assumes that it is there.
  public static let assumedCode = "device.assumed"

  /// The code of what became of something whose system does not keep the hours that it was sent.
  public static let hoursRefusedCode = "made.hours-refused"

  /// The code of what was not asked, as that could not be written down before.
  public static let notNotedCode = "asking.not-noted"

  /// Whether it was asked for, and its system said no. That a system could not be reached, or refused the credential, says
  /// nothing of that.
  public var isRefusal: Bool {
    switch self {
    case .stuck: true
    case .failed(let message):
      !message.mayPass && !message.code.hasPrefix("system.") && message.code != Self.notNotedCode
    case .applied, .unverified, .superseded, .skipped: false
    }
  }

  /// The word for it in JSON.
  public var word: String {
    switch self {
    case .applied: "applied"
    case .unverified: "unverified"
    case .superseded: "superseded"
    case .failed, .stuck: "failed"
    case .skipped: "skipped"
    }
  }

  /// Whether it was sent, and its system only assumes that it is there: nobody measures it.
  public var isAssumed: Bool {
    if case .applied(let messages, _) = self { messages.contains { $0.code == Self.assumedCode } } else { false }
  }

  /// How the system addresses what was created; nil where nothing was, or nobody knows.
  public var address: String? {
    switch self {
    case .applied(_, let address), .unverified(_, let address): address
    case .superseded, .failed, .stuck, .skipped: nil
    }
  }

  /// What the user should know about it.
  public var messages: [Message] {
    switch self {
    case .applied(let messages, _): messages
    case .unverified(let message, _), .superseded(let message), .failed(let message), .stuck(let message),
      .skipped(let message):
      [message]
    }
  }
}
