import Approvals
import CivilTime
import Controller
import Host
import Overrides
import Page

/// Who is let in: by the cookie of a browser, or by the token of a program.
struct PageDoor {
  private let proxy: PageAddress?
  /// Whether browsers come by https.
  private let isSecure: Bool
  private let environment: Environment
  private var tries = WrongTries()

  /// Who has sent a request.
  struct Caller {
    var device: JoinedDevice
    var token: DeviceToken
    var rights: PersonRights
  }

  enum Standing {
    /// Somebody who is let in.
    case caller(Caller)
    /// Somebody who joined, and is not let in now: the policy does not name the person, or a clock that may be wrong says
    /// that the time is over.
    case acquaintance
    case stranger
  }

  private static let cookieDays = 400

  init(_ settings: PageSettings, _ environment: Environment) {
    (proxy, self.environment) = (settings.proxy, environment)
    isSecure = settings.proxy?.isSecure ?? (settings.tls != nil)
  }

  // MARK: What somebody shows

  private var cookieName: String { isSecure ? "__Host-reconcile" : "reconcile" }

  func cookies(of incoming: Incoming) -> [String] { Array(incoming.cookies(cookieName).prefix(4)) }

  /// The cookie with which `token` is shown from now on.
  func cookie(_ token: DeviceToken) -> String { cookie(token.text, seconds: Self.cookieDays * 86_400) }

  /// What takes the cookie back.
  var noCookie: String { cookie("", seconds: 0) }

  private func cookie(_ value: String, seconds: Int) -> String {
    "\(cookieName)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  /// What somebody is who shows these, the first that counts; a browser's cookies, or the token of a program.
  func standing(_ shown: [String], asProgram: Bool, in household: Household) -> Standing {
    var isKnown = false
    for token in shown.compactMap(DeviceToken.init(shown:)) {
      guard let device = household.devices[token.hash], device.isProgram == asProgram else { continue }
      isKnown = true
      guard device.counts(at: environment.now()), let rights = PersonRights(device.person, in: household.policy) else {
        continue
      }
      return .caller(Caller(device: device, token: token, rights: rights))
    }
    return isKnown ? .acquaintance : .stranger
  }

  // MARK: Where somebody comes from

  /// Where a request comes from: a proxy on this machine says so, and nobody else is believed.
  func address(of incoming: Incoming) -> String {
    let peer = incoming.peer
    guard proxy != nil, ListenAddress.isLoopback(peer), let forwarded = incoming.header("x-forwarded-for"),
      let last = forwarded.split(separator: ",").last
    else { return peer }
    let text = last.filter { $0 != " " }
    return text.utf8.count <= 45 && text.allSatisfy { $0.isHexDigit || ".:".contains($0) } ? text : peer
  }

  /// Whether nothing more may be tried from there.
  func isBlocked(_ address: String) -> Bool { tries.isBlocked(address, at: Uptime.seconds) }

  /// Something was shown from there that is not known.
  mutating func noteWrong(from address: String) { tries.note(address, at: Uptime.seconds) }
}
