public import CivilTime
public import Policies
public import Providers

/// Something that happened and is worth telling later: who, what, when, why, with what result.
public struct Event: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// reconcile moved a switch, or tried to.
    case change
    /// Somebody else moved a switch; without a cause perhaps a run that was ended before it could say so.
    case moved
    /// Somebody else moves a switch again and again.
    case contended
    /// Nobody does so any more.
    case contentionOver = "contended-over"
    /// A device failed to move when it was told to.
    case stuck
    /// Something is in the way of a target: what it should be cannot be seen or brought about.
    case problem
    /// Nothing is any more, and it is as it should be.
    case problemOver = "problem-over"
    /// An action was done, or was to be: what came of it is the outcome, when it fell due is `begins`.
    case action
    /// An object that a pattern had selected is deleted, or is called something that it does not fit: the message.
    case gone
    /// Another policy holds.
    case policy
    /// An override was made.
    case overrideMade = "override-made"
    /// An override was given another end.
    case overrideExtended = "override-extended"
    /// An override was ended before its time.
    case overrideEnded = "override-ended"
    /// Somebody wants an object that was left behind to stay as it is.
    case kept
    /// Another policy file is followed than before.
    case followed = "policy-followed"
    /// Two policy files take turns: the name and the message.
    case turns = "policies-take-turns"
    /// A system could not be read any more.
    case systemLost = "system-lost"
    /// A system can be read again.
    case systemBack = "system-back"
    /// A run had more to tell than a state takes; how many entries were left out is the message.
    case leftOut = "left-out"
    /// What runs go by beside the schedule was written, and its fingerprints are in the history.
    case sealed
    /// The state was damaged: the entries before are in the file that is the name, and this is a new one.
    case setAside = "set-aside"
    /// Somebody asked for what a guard does not allow without an approval; who has to agree is the name.
    case requestMade = "request-made"
    /// An approver, the name, was told of a request and has a code.
    case codeSent = "code-sent"
    /// An approver, the name, could not be reached.
    case codeNotSent = "code-not-sent"
    /// A fresh code was asked for, for the approver who is the name.
    case codeAsked = "code-asked"
    /// Somebody tried a code or a PIN that was wrong, late or used.
    case wrongCode = "wrong-code"
    /// Somebody acted as the person who is the name, by that person's PIN.
    case pinUsed = "pin-used"
    /// An approver agreed; others who have yet to are the name.
    case requestAgreed = "request-agreed"
    /// All who had to have agreed, and it was done.
    case requestApproved = "request-approved"
    /// An approver said no.
    case requestDenied = "request-denied"
    /// It was taken back.
    case requestCancelled = "request-cancelled"
    /// Its time was over before anybody decided.
    case requestExpired = "request-expired"
    /// Its asker asked for something else about the same target.
    case requestReplaced = "request-replaced"
    /// What it asked for is undone.
    case requestWithdrawn = "request-withdrawn"
    /// No run could open what was agreed to within a day.
    case releaseGivenUp = "release-given-up"
    /// A guard holds an edit of the policy; why is the message.
    case editHeld = "edit-held"
    /// No edit of it is held any more.
    case editEnded = "edit-ended"
    /// A PIN was chosen for the person who is the name.
    case pinSet = "pin-set"
    /// The PIN of the person who is the name was taken away.
    case pinReset = "pin-reset"
    /// A link to the page was made for the person who is the name; for which device is the message.
    case linkMade = "link-made"
    /// A device acts from then on for the person who is the name; what it is called is the message.
    case deviceJoined = "device-joined"
    /// It does not any more.
    case deviceForgotten = "device-forgotten"
  }

  /// When.
  public var at: Instant
  /// What happened.
  public var kind: Kind
  /// Who did it: `reconcile`, a user's name, or nil where nobody knows.
  public var by: String?
  /// The target it is about.
  public var target: Name?
  /// The system it is about.
  public var system: Name?
  /// What kind of object.
  public var object: ObjectKind?
  /// How the system addresses the object.
  public var id: String?
  /// The object's name as the system gives it, or the policy that is followed; not trusted by a terminal.
  public var name: String?
  /// Where the switch stood.
  public var from: SwitchState?
  /// Where it was moved to, or was to be.
  public var to: SwitchState?
  /// The state that an override wants; of a change the one that was wanted, of a move what it came to.
  public var state: TargetState?
  /// When an override ends.
  public var until: Instant?
  /// Why a switch was moved.
  public var cause: Cause?
  /// What decided: a statement's id, `otherwise`, `override:ID`.
  public var decidedBy: String?
  /// What the statement of `decidedBy` said then: an edit of the file can give its id to another one.
  public var sentence: String?
  /// What became of a change, such as `applied`.
  public var outcome: String?
  /// Further words: why an override was made, why a change failed, which policy.
  public var message: String?
  /// When an override begins that was made for later.
  public var begins: Instant?
  /// What an override was made as, where it is not a plain one; of a change the override that decided.
  public var override: Override.Kind?
  /// Of a change the override that decided before and has ended, by its number; what it was made as is `override`.
  public var ended: String?
  /// The same where that has not ended and does not count for the policy that is followed.
  public var uncounted: String?
  /// The number of the request that it is about.
  public var request: String?
  /// What is asked for, in words, where it is not about an override.
  public var wish: String?

  /// What is asked for beside that, where it is about several overrides.
  public var also: [Wished]

  /// One of several things that are asked for.
  public struct Wished: Hashable, Sendable {
    /// What it is about.
    public var target: Name
    /// The state that is wanted; nil where an end is.
    public var state: TargetState?
    /// When it would begin, if that is later.
    public var begins: Instant?
    /// When it would end.
    public var until: Instant?

    /// One of them.
    public init(target: Name, state: TargetState?, begins: Instant?, until: Instant?) {
      (self.target, self.state, self.begins, self.until) = (target, state, begins, until)
    }
  }

  /// Something that happened; what is not given does not apply.
  public init(
    at: Instant, _ kind: Kind, by: String? = nil, target: Name? = nil, system: Name? = nil,
    object: ObjectKind? = nil, id: String? = nil, name: String? = nil, from: SwitchState? = nil, to: SwitchState? = nil,
    state: TargetState? = nil, until: Instant? = nil, cause: Cause? = nil, decidedBy: String? = nil,
    outcome: String? = nil, message: String? = nil, begins: Instant? = nil, override: Override.Kind? = nil,
    request: String? = nil, wish: String? = nil, also: [Wished] = []
  ) {
    self.at = at
    self.kind = kind
    self.by = by
    self.target = target
    self.system = system
    self.object = object
    self.id = id
    self.name = name
    self.from = from
    self.to = to
    self.state = state
    self.until = until
    self.cause = cause
    self.decidedBy = decidedBy
    self.outcome = outcome
    self.message = message
    self.begins = begins
    self.override = override
    self.request = request
    self.wish = wish
    self.also = also
  }
}
