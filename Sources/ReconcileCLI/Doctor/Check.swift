import Providers
import Reconciliation

/// What the doctor looks at in a system, in this order; what comes after a check that failed is not tried, but for
/// `secret`, which needs no network.
enum Check: String, CaseIterable, Comparable, Sendable {
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
  /// Whether the site is there; consoles only.
  case site
  /// Whether the credential may do what is needed.
  case rights
  /// Whether every name that a target gives is there.
  case targets

  static func < (left: Check, right: Check) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// What came of one check.
struct CheckResult: Hashable, Sendable {
  /// How it went.
  enum Status: String, Hashable, Sendable {
    case ok
    /// It works, and could be better.
    case advice
    case failed
    case notTried = "not-tried"
  }

  var check: Check
  var status: Status
  /// A stable name of what was found; nil where all is well.
  var code: String?
  /// What was found: lower case, no full stop.
  var message: String
  /// What to do about it.
  var hint: String?
  /// What is to be written where, to be copied as it stands: each with its place.
  var toWrite: [Addition] = []

  /// A text, and where it belongs.
  struct Addition: Hashable, Sendable {
    var place: String
    var text: String
  }

  static func ok(_ check: Check, _ message: String) -> CheckResult {
    CheckResult(check: check, status: .ok, message: message)
  }

  /// `status` because of `notice`.
  init(_ check: Check, _ status: Status, _ notice: Notice, toWrite: [Addition] = []) {
    self.init(check: check, status: status, code: notice.code, message: notice.message, hint: notice.hint)
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
