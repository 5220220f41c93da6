import HTTPTransport
import JSONTree
import Providers

/// What an answer to a login means.
///
/// | status | `session.valid` | `session.sid` | means |
/// |---|---|---|---|
/// | 2xx | true | text | logged in, one seat taken |
/// | 2xx | true | null | this Pi-hole has no password, any is as good as none |
/// | 401 | false | null | wrong password, or a right app password while logins are throttled |
/// | 400 | – | – | "No 2FA token": the password was right, two-factor login is on |
/// | 429 `rate_limiting` | – | – | not looked at: three passwords were checked in this second |
enum LoginReply: Sendable {
  /// Logged in; nil where no session is needed.
  case granted(Secret?)
  /// The password was not accepted.
  case refused(wantsSecondFactor: Bool)
  /// Not looked at, because others are logging in; a second later it is.
  case throttled(ProviderError)
  /// Anything else.
  case failed(ProviderError)

  /// Whether others are logging in.
  var isThrottled: Bool { if case .throttled = self { true } else { false } }

  /// Whether some seconds later the answer may be another.
  var isWorthAnotherTry: Bool {
    switch self {
    case .refused, .throttled: true
    case .granted, .failed: false
    }
  }

  /// The body of the request that is so answered.
  static func request(_ password: Secret) -> [UInt8] {
    password.reveal { JSON.object([.init("password", .string($0))]).bytes }
  }

  /// Reads an answer. Its own words are not quoted: they may repeat the password that was sent.
  init(_ reply: Reply) {
    let session = reply.tree?["session"]
    if reply.response.status == 401 {
      self = .refused(wantsSecondFactor: session?["totp"] == .bool(true))
    } else if reply.isThrottled {
      self = .throttled(reply.failure(quoting: .nothing))
    } else if !reply.isSuccess {
      self = .failed(reply.asksForSecondFactor ? .secondFactorNeeded : reply.failure(quoting: .nothing))
    } else if session?["valid"] == .bool(true), let sid = session?["sid"] {
      self = LoginReply(sid: sid)
    } else {
      self = .failed(reply.unreadable("the Pi-hole's answer to the login contains no session"))
    }
  }

  private init(sid: JSON) {
    switch sid {
    case .null: self = .granted(nil)
    case .string(let text) where Self.canBeSent(text): self = .granted(Secret(text))
    case .bool, .number, .string, .array, .object: self = .failed(.unusableSessionID)
    }
  }

  /// Visible ASCII of a sensible length, so that it stays one header field. (Measured: 23 characters of base64.)
  private static func canBeSent(_ sid: String) -> Bool {
    (1...256).contains(sid.utf8.count) && sid.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
