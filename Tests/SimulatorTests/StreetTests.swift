import Simulator
import Testing

/// Many households, far away.
struct StreetTests {
  @Test(arguments: [
    ("--systems 200 --delay-ms 0 --login-ms=60000", ""), ("--systems 0", "'0' is no value for '--systems'"),
    ("--systems 201", "'201' is no value for '--systems'"), ("--delay-ms -1", "'-1' is no value for '--delay-ms'"),
    ("--delay-ms", "'--delay-ms' lacks its value"), ("--login-ms soon", "'soon' is no value for '--login-ms'"),
  ])
  func readsTheCommandLine(_ words: String, _ mistake: String) {
    #expect(SimulatorArguments.mistake(in: words) == mistake)
  }

  @Test func takesTheValuesOfTheCommandLine() throws {
    let street = try SimulatorArguments(["--systems", "5", "--delay-ms", "6", "--login-ms=7"]).street
    #expect((street.systems, street.delayMilliseconds, street.loginMilliseconds) == (5, 6, 7))
    let usual = try SimulatorArguments([]).street
    #expect(usual == StreetArguments() && usual.systems == 1)
    for option in ["--systems N", "--delay-ms N", "--login-ms N"] { #expect(SimulatorArguments.help.contains(option)) }
  }

  @Test func everyWholeAnswerComesLater() {
    var late = Late(Household.piHole(at: 0), by: 5)
    let ask = { (late: inout Late<PiHole>, method: String, target: String, body: String) in
      late.respond(to: SimulatedRequest(method: method, target: target, body: Array(body.utf8)), at: 0).delivery
    }
    #expect(ask(&late, "GET", "/api/info/login", "") == .delayed(milliseconds: 5))
    let login = #"{"password": "\#(Household.password)"}"#
    #expect(ask(&late, "POST", "/api/auth", login) == .delayed(milliseconds: 355))
    var prompt = Late(Household.piHole(at: 0), by: 0)
    #expect(ask(&prompt, "GET", "/api/info/login", "") == .whole)
  }

  @Test func aQuickMachineChecksAnyNumberOfPasswords() {
    var quick = Household.piHole(at: 0).checkingPasswords(in: 0)
    let login = Array(#"{"password": "\#(Household.password)"}"#.utf8)
    for _ in 1...40 {
      let answer = quick.respond(to: SimulatedRequest(method: "POST", target: "/api/auth", body: login), at: 0)
      #expect(answer.status == 200 && answer.delivery == .whole)
    }
  }
}
