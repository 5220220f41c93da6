public import Documents

/// What the doctor looks at in a system, in this order; what comes after a check that failed is not tried, but for
/// `secret`, which needs no network.
public enum Check: String, CaseIterable, Comparable, Sendable {
  /// Whether its host's name has an address.
  case name
  /// Whether something answers there.
  case port
  /// Whether its certificate is accepted.
  case certificate
  /// Whether its clock and this machine's agree.
  case clock
  /// Whether the secret can be read and may go there.
  case secret
  /// Whether the interface that is needed answers.
  case api
  /// Whether the credential is accepted.
  case credential
  /// Which version it is, and what that allows.
  case version
  /// Whether the part of it that the policy names is there, such as a site; only of kinds that have such parts.
  case site
  /// Whether the credential may do what is needed.
  case rights
  /// What the policy needs the system to be set to, and what it does not tell itself; only where there is such a thing.
  case settings
  /// Whether every name that a target gives is there.
  case targets

  /// In the order in which they are made.
  public static func < (left: Check, right: Check) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// What came of one check.
public struct CheckResult: Hashable, Sendable {
  /// How it went.
  public enum Status: String, Hashable, Sendable {
    case ok
    /// It works, and could be better.
    case advice
    case failed
    case notTried = "not-tried"
  }

  /// Which check.
  public var check: Check
  /// How it went.
  public var status: Status
  /// A stable name of what was found; nil where all is well.
  public var code: String?
  /// What was found: lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// What is to be written where, to be copied as it is: each with its place.
  public var toWrite: [Addition] = []

  /// A text, and where it belongs.
  public struct Addition: Hashable, Sendable {
    /// Where it belongs.
    public var place: String
    /// The text.
    public var text: String

    /// A text, and where it belongs.
    public init(place: String, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// All is well.
  public static func ok(_ check: Check, _ message: String) -> CheckResult {
    CheckResult(check: check, status: .ok, message: message)
  }

  /// `status` because of `message`.
  public init(_ check: Check, _ status: Status, _ message: Message, toWrite: [Addition] = []) {
    self.init(check: check, status: status, code: message.code, message: message.text, hint: message.hint)
    self.toWrite = toWrite
  }

  private init(check: Check, status: Status, code: String? = nil, message: String, hint: String? = nil) {
    self.check = check
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
  }
}
