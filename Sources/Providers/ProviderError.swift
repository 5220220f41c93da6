public import Documents

/// Why a system could not be read or written. Closed, so that every caller decides about every kind.
public struct ProviderError: Error, Hashable, Sendable {
  /// The kinds of failure; `commands` gives each its status and its exit code.
  public enum Kind: Hashable, Sendable {
    /// Name not resolved, connection refused or reset, TLS not accepted.
    case unreachable
    /// No answer in time.
    case timedOut
    /// A key, a password or a permission was not accepted.
    case refusedCredentials
    /// It asks to be left alone for a while: 429, or no free session. With 0 seconds it was a bad moment only, and the
    /// next run may ask again.
    case busy(retryAfterSeconds: Int?)
    /// It is starting up, or its resolver has failed.
    case notReady
    /// Another program keeps its data to itself, as during an update; that passes by itself.
    case locked
    /// What was addressed is not there, such as a site.
    case notFound
    /// This version cannot do what is asked.
    case unsupported
    /// An answer that is not what the system is known to say: not JSON, truncated, too large, too deep.
    case unexpectedReply
    /// The run was ended.
    case cancelled
  }

  /// What kind of failure.
  public var kind: Kind
  /// What was found, text of the system quoted and never trusted, and what to do. Its code is `system.` and the kind's
  /// word, unless there is one that says more, such as `secret.not-bound`.
  public var message: Message
  /// Why the system is left alone, where that is known; nil where it is not left alone.
  private(set) var leftAloneFor: BackoffReason?

  /// Whether it closed the connection before it answered anything.
  public internal(set) var isUnanswered = false

  /// Whether its certificate was not accepted.
  public internal(set) var isUntrusted = false

  /// Why a system could not be read or written.
  public init(_ kind: Kind, _ text: String, hint: String? = nil, code: String? = nil) {
    self.init(kind, Message(code: code ?? "system.\(kind.statusWord)", text, hint: hint))
  }

  /// Why a system could not be read or written.
  public init(_ kind: Kind, _ message: Message) {
    self.kind = kind
    self.message = message
    self.message.mayPass = kind.isTransient
  }

  /// The credential was refused by a system that counts refusals, and shuts out whoever has too many of them. It is not
  /// asked again until the credential or the policy is another one, or somebody asks.
  public static func final(_ text: String, hint: String?) -> ProviderError {
    var error = ProviderError(.refusedCredentials, text, hint: hint)
    error.isFinal = true
    return error
  }

  /// Whether to ask again would do harm, however long one waits.
  public private(set) var isFinal = false

  /// The system was not asked, because of a `Backoff`.
  public static func leftAlone(_ text: String, hint: String?, for reason: BackoffReason?) -> ProviderError {
    var error = ProviderError(.cancelled, text, hint: hint, code: leftAloneCode)
    error.leftAloneFor = reason
    return error
  }

  private static let leftAloneCode = "system.left-alone"

  /// Whether it was not asked because of a `Backoff`.
  public var isLeftAlone: Bool { message.code == Self.leftAloneCode }

  /// Whether nothing is known of the system but that somebody ended the run before it had answered.
  public var meansRunEnded: Bool { kind == .cancelled && !isLeftAlone }

  /// The secret was refused by a system that is known to have accepted it, and that refuses right ones too while
  /// several log in. It wants no peace, so that the next run asks again.
  public static func doubtfulRefusal(_ text: String, hint: String) -> ProviderError {
    ProviderError(.busy(retryAfterSeconds: 0), text, hint: hint, code: doubtfulCode)
  }

  private static let doubtfulCode = "system.doubtful-refusal"

  /// It wants peace for so many seconds, as far as it says so; `words` say how it answers, and what follows them is `quoted`.
  public static func busy(_ words: String, forSeconds seconds: Int?, quoting quoted: String = "") -> ProviderError {
    ProviderError(.busy(retryAfterSeconds: seconds), words + wish(seconds) + quoted)
  }

  /// It cannot answer now, and may say for how many seconds; `words` say how it answers, and what follows them is
  /// `quoted`. The `hint` is for one that does not say so.
  ///
  /// What says so is mostly in front of it, and does not know when it is back: it is left alone for `longestPeace` at
  /// most, or one short restart could cost an evening.
  public static func unavailable(
    _ words: String, forSeconds seconds: Int?, quoting quoted: String = "", hint: String? = nil
  ) -> ProviderError {
    guard let seconds else { return ProviderError(.notReady, words + quoted, hint: hint) }
    return ProviderError(
      .busy(retryAfterSeconds: min(seconds, longestPeace)), words + wish(seconds) + quoted)
  }

  /// How long a system is left alone at its own wish, in seconds.
  public static let longestWish = 3600

  /// The same of one that cannot answer now.
  private static let longestPeace = 120

  /// What it asks for, to follow other words. How long it is left alone is said where it is: that depends on what came before, and
  /// one object may be told of this alone.
  private static func wish(_ seconds: Int?) -> String {
    guard let seconds, seconds > 0 else { return "" }
    return ", and asks to be left alone for \(length(seconds))"
  }

  /// `20 seconds`, `2 minutes`; what is over two minutes is rounded up.
  private static func length(_ seconds: Int) -> String {
    switch seconds {
    case 1: "1 second"
    case ...120: "\(seconds) seconds"
    case ...7200: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3599) / 3600) hours"
    }
  }

  /// Whether the secret was sent and refused, be it to be believed or not.
  public var isAboutCredential: Bool {
    message.code == Self.doubtfulCode || kind == .refusedCredentials && !message.code.hasPrefix("secret.")
  }

  /// Whether the same may succeed a little later without anybody doing anything.
  public var isTransient: Bool { kind.isTransient }
}

extension ProviderError.Kind {
  /// Whether the same may succeed a little later without anybody doing anything.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .busy, .notReady, .locked: true
    case .refusedCredentials, .notFound, .unsupported, .unexpectedReply, .cancelled: false
    }
  }

  /// The word for it in JSON.
  fileprivate var statusWord: String {
    switch self {
    case .unreachable: "unreachable"
    case .timedOut: "timed-out"
    case .refusedCredentials: "refused"
    case .busy: "busy"
    case .notReady: "not-ready"
    case .locked: "locked"
    case .unsupported: "unsupported"
    case .notFound, .unexpectedReply: "unexpected"
    case .cancelled: "skipped"
    }
  }
}

extension ProviderError {
  /// The code of its message where that says more than its kind does; nil where it does not.
  public var specificCode: String? { message.code == "system.\(statusWord)" ? nil : message.code }

  /// Whether the system asked to be left alone for a while, or is left alone since it did, or another program keeps it
  /// busy.
  public var isBusy: Bool {
    switch kind {
    case .busy, .locked: true
    case .unreachable, .timedOut, .refusedCredentials, .notReady, .notFound, .unsupported, .unexpectedReply, .cancelled:
      isLeftAlone
    }
  }

  /// The word for it in JSON.
  public var statusWord: String { kind.statusWord }
}
