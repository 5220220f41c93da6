import Documents
import HTTPTransport
import Policies
import Providers

/// Every sentence about a Pi-hole that cannot be read or written.
extension ProviderError {
  private static let appPasswordHint =
    "use an app password: in its web interface, under Settings, Web interface / API (expert mode)"

  static func wrongPassword(wantsSecondFactor: Bool) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the Pi-hole did not accept the password",
      hint: wantsSecondFactor ? appPasswordHint : "store the right one, preferably an app password")
  }

  /// The password was refused, which is not to be believed: it was accepted before, or others were logging in.
  static func refusalDoubted(wasAccepted: Bool) -> ProviderError {
    .doubtfulRefusal(
      wasAccepted
        ? "the Pi-hole refused a password that it accepted before, as it does while several clients log in at once"
        : "the Pi-hole refused the password while several clients logged in at once, so it may still be right",
      hint: "the next run tries again; if the password was changed on the Pi-hole, store the new one")
  }

  /// Whether the password was refused in this run, so that it is not to be tried again in it.
  var isAboutPassword: Bool { kind == .refusedCredentials || kind == .busy(retryAfterSeconds: 0) }

  static let secondFactorNeeded = ProviderError(
    .refusedCredentials, "the Pi-hole requires a second factor, and a password alone does not provide it",
    hint: appPasswordHint)

  static let passwordMissing = ProviderError(
    .refusedCredentials, "the Pi-hole requires a password and the policy has none",
    hint: "add 'password: {credential: NAME}' to the system")

  static let sessionRefused = ProviderError(
    .refusedCredentials, "the Pi-hole refused a session that it had just opened",
    hint: "if this continues, check whether something between it and this machine changes requests")

  static let sessionClosed = ProviderError(.cancelled, "the session was ended")

  static let ended = ProviderError(.cancelled, "the run was ended")

  static func forbidden(_ words: String?) -> ProviderError {
    ProviderError(
      .refusedCredentials, "the Pi-hole does not allow this" + quoted(words),
      hint: "use a password that may change settings")
  }

  static func seatsTaken(_ seconds: Int?) -> ProviderError {
    ProviderError(
      .busy(retryAfterSeconds: seconds), "all sessions of the Pi-hole are in use",
      hint: "log out in the web interface, or raise webserver.api.max_sessions (16 unless changed)")
  }

  /// The throttle counts by the second: the next run need not wait.
  static func loginsThrottled(_ seconds: Int?) -> ProviderError {
    let isAskedAgain = (seconds ?? 0) == 0 ? "; the next run tries again" : ""
    return ProviderError(
      .busy(retryAfterSeconds: seconds ?? 0), "the Pi-hole is rate-limiting logins: several clients log in at once",
      hint: "check whether something else logs in often" + isAskedAgain)
  }

  static func asksForPatience(_ seconds: Int?) -> ProviderError {
    .busy("the Pi-hole is rate-limiting requests", forSeconds: seconds)
  }

  static let resolverFailed = ProviderError(
    .notReady, "the Pi-hole's resolver has failed", hint: "run 'pihole status' on that machine")

  static let stateUnknown = ProviderError(.notReady, "the Pi-hole does not know yet whether it is blocking")

  static let databaseLocked = ProviderError(
    .locked, "another program keeps the Pi-hole's database locked",
    hint: "try again in a few minutes: an update of gravity locks it for a while",
    code: "pihole.database-locked")

  /// Not opened, damaged, or without its tables; that a Pi-hole says also while it restarts.
  static func databaseUnusable(_ words: String?) -> ProviderError {
    ProviderError(
      .notReady, "the Pi-hole cannot use its database" + quoted(words),
      hint: "wait a moment while it restarts; if this continues, run 'pihole -g' on that machine",
      code: databaseUnusableCode)
  }

  private static let databaseUnusableCode = "pihole.database-unusable"

  /// Whether the database is at fault, which holds groups, domain entries and lists, and nothing else of a Pi-hole.
  var isAboutDatabase: Bool { kind == .locked || message.code == Self.databaseUnusableCode }

  /// Whether it may concern the one list that was asked for, so that what else the Pi-hole has can still be read. One
  /// that does not answer, or wants another credential or peace, is left alone as a whole.
  var mayConcernOneList: Bool {
    switch kind {
    case .notReady, .locked, .unsupported, .unexpectedReply: true
    case .unreachable, .timedOut, .refusedCredentials, .busy, .notFound, .cancelled: false
    }
  }

  /// What is in front of it may say when to come back.
  static func notReady(_ status: Int, _ words: String?, forSeconds seconds: Int?) -> ProviderError {
    .unavailable("the Pi-hole answered with status \(status)", forSeconds: seconds, quoting: quoted(words))
  }

  static let noAPI = ProviderError(
    .unsupported, "no Pi-hole API at this address (status 404)",
    hint: "use Pi-hole v6 or later, and give its address without '/admin' as 'url'")

  static let wrongBase = ProviderError(
    .unexpectedReply, "the API is not under '/admin'", hint: "remove '/admin' from 'url'")

  static func redirected(_ status: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply, "the Pi-hole redirects requests (status \(status))",
      hint: "write 'url' as it is after the redirect, for example with https")
  }

  static let webPage = ProviderError(
    .unexpectedReply, "the Pi-hole answered with a web page, not the API",
    hint: "check that 'url' leads to Pi-hole v6 itself")

  static let unusableSessionID = unexpected("the Pi-hole's session id has an unknown format")

  static func unexpectedStatus(_ status: Int, _ words: String?) -> ProviderError {
    unexpected("the Pi-hole answered with status \(status)" + quoted(words))
  }

  static func unexpected(_ what: String) -> ProviderError { ProviderError(.unexpectedReply, what) }

  private static let tooLargeCode = "pihole.answer-too-large"

  /// There was more in the body of an answer than is taken.
  static func tooLarge(_ error: TransportError) -> ProviderError {
    ProviderError(.unexpectedReply, error.message, code: tooLargeCode)
  }

  /// Whether it is `tooLarge`.
  var isTooLarge: Bool { message.code == Self.tooLargeCode }

  static func tooMuch(_ reason: String) -> ProviderError {
    ProviderError(.unexpectedReply, "the Pi-hole's answer is too large: \(reason)")
  }

  static func rowTooLarge(_ table: Table, size: Int) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      "one of the Pi-hole's \(table.inWords) has \(size >> 10) KiB; at most \(Table.largestRow >> 10) are supported",
      hint: "look for one with a very long name or comment, in its web interface under group management",
      code: "pihole.row-too-large")
  }

  /// `count` is how many there are, nil where the answer was cut off before that was known.
  static func tooManyRows(_ table: Table, count: Int? = nil) -> ProviderError {
    let hint =
      table == .domains
      ? fewerEntries : "delete what nobody needs, in its web interface under group management"
    return ProviderError(
      .unexpectedReply,
      "the Pi-hole has too many \(table.inWords): "
        + (count.map { "\($0); at most \(table.mostRows) are supported" } ?? "the list of them is over 16 MiB"),
      hint: hint,
      code: "pihole.too-many-rows")
  }

  /// There are more entries than a policy may have to do with. Those that were made for it say `mark`.
  static func tooManyOwnEntries(_ mark: String) -> ProviderError {
    ProviderError(
      .unexpectedReply,
      "the Pi-hole has over \(Table.mostOwnEntries) domain entries that the policy names, or that were made for it",
      hint: "in its web interface, search the domains for '\(mark)' and delete those that the policy names no more; "
        + SystemKind.insteadOfManyEntries,
      code: "pihole.too-many-rows")
  }

  private static let fewerEntries = "delete entries that nobody needs; \(SystemKind.insteadOfManyEntries)"

  static func noTable(_ table: Table) -> ProviderError {
    unexpected("the Pi-hole's answer contains no list of \(table.rawValue)")
  }

  static func strangeRow(_ table: Table) -> ProviderError {
    unexpected("the Pi-hole's list of \(table.rawValue) contains something unknown")
  }

  static func cannotRead(_ kinds: [ObjectKind]) -> ProviderError {
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return ProviderError(.unsupported, "objects of kind \(names) are not read from a Pi-hole")
  }

  /// Why an exchange with `system` did not happen.
  init(_ error: TransportError, from system: Name) {
    self.init(error, untrustedHint: Self.newCertificateHint(system))
  }

  private static func newCertificateHint(_ system: Name) -> String {
    "compare with 'reconcile trust \(system)': Pi-hole makes a new certificate and key about every 45 days"
  }

  private static func quoted(_ words: String?) -> String { words.map { ": \($0.quoted)" } ?? "" }
}
