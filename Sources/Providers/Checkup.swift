public import Documents
public import JSONTree
public import Policies

/// What `doctor` has to know of one kind of system, beside what holds for all of them. Texts are as in a `Message`.
public struct Checkup: Sendable {
  /// What to do where its name has no address.
  public var nameHint: String
  /// The certificate that such a system makes for itself; nil where it makes none of its own accord that soon ends.
  public var ownCertificate: OwnCertificate?
  /// That the interface answers: `the API answers`.
  public var interface: String
  /// What to do where a web page came instead of JSON.
  public var webPageHint: String
  /// What to do where nothing is at the path of the interface.
  public var absentHint: String
  /// That the part which the policy names is there, such as a site; nil where it has no such parts.
  public var part: (@Sendable (System) -> String)?
  /// What an accepted credential comes to.
  public var credential: @Sendable (CredentialKind?) -> CheckResult
  /// What a version allows.
  public var version: @Sendable (String) -> String
  /// What is known of what the credential may do.
  public var rights: CheckResult
  /// What to do about an object that works only inside a schedule of its own.
  public var scheduleHint: String
  /// What the system has to be set to for what targets want of devices, and does not tell itself: somebody has to look.
  public var untold: @Sendable (System, [DeviceSelection]) -> [Message]
  /// What of an answer tells failures apart: the system's own code of what is wrong, and its version.
  public var learn: @Sendable (_ answer: JSONText) -> (errorCode: String?, version: String?)
  /// The check that a request to `path` belongs to; nil for one that reads what targets select.
  public var stage: @Sendable (_ path: String) -> Check?
  /// The check that a failure belongs to; nil where it is the usual one.
  public var check: @Sendable (FailedReading) -> Check?
  /// What to say of a failure of a check; nil where it is the usual thing.
  public var message: @Sendable (Check, FailedReading) -> Message?

  /// A certificate that a system makes for itself.
  public struct OwnCertificate: Sendable {
    /// For how many days it is made; a day more or less is the same.
    public var days: Int64
    /// Who makes it, with an article.
    public var maker: String
    /// How it is renewed, and what to do about that.
    public var advice: String

    /// A certificate that a system makes for itself.
    public init(days: Int64, maker: String, advice: String) {
      self.days = days
      self.maker = maker
      self.advice = advice
    }
  }

  /// What a doctor knows of one kind of system.
  public init(
    nameHint: String, ownCertificate: OwnCertificate? = nil, interface: String, webPageHint: String,
    absentHint: String, part: (@Sendable (System) -> String)? = nil,
    credential: @escaping @Sendable (CredentialKind?) -> CheckResult, version: @escaping @Sendable (String) -> String,
    rights: CheckResult, scheduleHint: String = "remove that schedule, and leave the hours to the policy",
    untold: @escaping @Sendable (System, [DeviceSelection]) -> [Message] = { _, _ in [] },
    learn: @escaping @Sendable (_ answer: JSONText) -> (errorCode: String?, version: String?) = { _ in (nil, nil) },
    stage: @escaping @Sendable (_ path: String) -> Check? = { _ in nil },
    check: @escaping @Sendable (FailedReading) -> Check? = { _ in nil },
    message: @escaping @Sendable (Check, FailedReading) -> Message? = { _, _ in nil }
  ) {
    self.nameHint = nameHint
    self.ownCertificate = ownCertificate
    self.interface = interface
    self.webPageHint = webPageHint
    self.absentHint = absentHint
    self.part = part
    self.credential = credential
    self.version = version
    self.rights = rights
    self.scheduleHint = scheduleHint
    self.untold = untold
    self.learn = learn
    self.stage = stage
    self.check = check
    self.message = message
  }
}

/// A system that answered and still could not be read.
public struct FailedReading: Sendable {
  /// Why not.
  public var error: ProviderError
  /// Where it answers.
  public var url: BaseURL
  /// Every exchange, in order.
  public var exchanges: [RecordedExchange]
  /// Where its secret was read, to follow a hint: `; it is read from '/run/secrets/key'`. Empty where none was.
  public var readFrom: String

  /// A system that could not be read.
  public init(error: ProviderError, url: BaseURL, exchanges: [RecordedExchange], readFrom: String) {
    self.error = error
    self.url = url
    self.exchanges = exchanges
    self.readFrom = readFrom
  }

  /// The exchange with which it ended.
  public var last: RecordedExchange? { exchanges.last }
}

/// What a doctor keeps of one exchange: nothing of its headers, and of its body only what tells failures apart.
public struct RecordedExchange: Hashable, Sendable {
  /// Without its query.
  public var path: String
  /// The answer's status; nil where there was none.
  public var status: Int?
  /// Whether a web page came.
  public var isWebPage = false
  /// The system's own code of what is wrong; only ever compared.
  public var errorCode: String?
  /// The version that the system gives.
  public var version: String?
  /// How far the system's clock is ahead of this machine's; nil where the answer has no date.
  public var clockLeadSeconds: Int64?

  /// One that had no answer, as far as is known.
  public init(path: String) {
    self.path = String(path.prefix { $0 != "?" })
  }
}
