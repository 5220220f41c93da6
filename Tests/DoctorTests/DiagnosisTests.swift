import CivilTime
import Documents
import HTTPTransport
import PiHole
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import Doctor
@testable import Host

/// What failures mean that the pretend systems do not offer.
@Suite struct DiagnosisTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var isConsole: Bool
    var error: ProviderError
    var path: String
    var status: Int?
    var isWebPage = false
    var found: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "Pi-hole v5", isConsole: false, error: ProviderError(.unsupported, "no API"), path: "/auth",
      status: 404, isWebPage: true, found: "api api.absent"),
    Case(
      testDescription: "a web page for a Pi-hole", isConsole: false, error: ProviderError(.unexpectedReply, "a page"),
      path: "/auth", status: 200, isWebPage: true, found: "api api.web-page"),
    Case(
      testDescription: "a wrong path of a console", isConsole: true, error: ProviderError(.unsupported, "no"),
      path: "/info", status: 404, found: "api api.absent"),
    Case(
      testDescription: "a console that restarts", isConsole: true, error: ProviderError(.notReady, "502"),
      path: "/info", status: 502, isWebPage: true, found: "api api.not-ready"),
    Case(
      testDescription: "a key without a role", isConsole: true, error: ProviderError(.refusedCredentials, "403"),
      path: "/sites", status: 403, found: "site site.unread"),
    Case(
      testDescription: "a key that was never looked at", isConsole: true,
      error: ProviderError(.refusedCredentials, "403"), path: "/info", status: 403,
      found: "credential credential.refused"),
    Case(
      testDescription: "a key without a role, by a list", isConsole: true,
      error: ProviderError(.refusedCredentials, "403"), path: "/sites/x/acl-rules", status: 403,
      found: "rights rights.missing"),
    Case(
      testDescription: "a list that cannot be read", isConsole: true, error: ProviderError(.unexpectedReply, "500"),
      path: "/sites/x/acl-rules", status: 500, found: "targets targets.unread"),
    Case(
      testDescription: "too many failed keys", isConsole: true,
      error: ProviderError(.busy(retryAfterSeconds: nil), "429"), path: "/info", status: 429, found: "api api.busy"),
    Case(
      testDescription: "a session that may not read", isConsole: false,
      error: ProviderError(.refusedCredentials, "403"), path: "/dns/blocking", status: 403,
      found: "rights rights.missing"),
    Case(
      testDescription: "what is in front of a Pi-hole is busy", isConsole: false,
      error: ProviderError(.busy(retryAfterSeconds: 20), "503"), path: "/auth", status: 503, found: "api api.busy"),
    Case(
      testDescription: "logins that are throttled", isConsole: false,
      error: ProviderError(.busy(retryAfterSeconds: nil), "429"), path: "/auth", status: 429,
      found: "credential credential.throttled"),
    Case(
      testDescription: "no answer any more", isConsole: true, error: ProviderError(.timedOut, "late"),
      path: "/sites/x/acl-rules", status: nil, found: "targets targets.unread"),
  ]

  private static func system(isConsole: Bool) -> System {
    let span = SourceSpan(file: "p", start: .init(line: 1, column: 1), end: .init(line: 1, column: 1))
    return System(
      name: Name("x"),
      kind: isConsole ? .unifi : .pihole,
      url: BaseURL(scheme: .http, host: "127.0.0.1", port: 80, path: ""), tls: .system, timeoutSeconds: 10,
      plaintext: false, secret: isConsole ? .environment(name: "K") : nil, settings: [:], span: span)
  }

  private static func examination(isConsole: Bool) -> Examination {
    var found = Examination(
      system(isConsole: isConsole), ProviderKinds([.unifi, .pihole])[isConsole ? .unifi : .pihole].checkup,
      now: Instant(secondsSinceEpoch: 0), hasTargets: true, secret: .success(nil))
    found.knock = .success(())
    return found
  }

  @Test(arguments: cases) func aFailureBelongsToACheck(_ example: Case) {
    var found = Self.examination(isConsole: example.isConsole)
    var heard = RecordedExchange(path: example.path)
    heard.status = example.status
    heard.isWebPage = example.isWebPage
    found.heard = [heard]
    found.reading = .failure(example.error)
    let failed = Diagnosis(found).checks.filter { $0.status == .failed }
    #expect(failed.map { "\($0.check.rawValue) \($0.code ?? "")" } == [example.found])
    let later = Diagnosis(found).checks.filter { $0.check > failed[0].check }
    #expect(later.allSatisfy { $0.status == .notTried })
  }

  /// Only what was looked at is ticked: a system that is left alone is knocked at, and any server answers that.
  @Test(arguments: [("/", 404, false), ("/auth", nil, false), ("/auth", 401, true)] as [(String, Int?, Bool)])
  func anInterfaceThatNobodyAskedIsNotTicked(_ path: String, _ status: Int?, _ isTicked: Bool) {
    var found = Self.examination(isConsole: false)
    var heard = RecordedExchange(path: path)
    heard.status = status
    found.heard = [heard]
    found.reading = .failure(.leftAlone("left alone", hint: nil, for: .final))
    let api = Diagnosis(found).checks.filter { $0.check == .api }
    #expect(api.map(\.status) == [isTicked ? .ok : .notTried])
  }

  static let versions: [(String, Bool)] = [
    ("10.0.162", false), ("10.1.68", false), ("10.1.77", false), ("10.1.78", true), ("10.2.1", true), ("11.0", true),
    ("10.1", false), ("9.9.999", false), ("10.1.78-beta", true),
  ]

  @Test(arguments: versions) func firewallPoliciesNeedAVersion(_ version: String, _ has: Bool) {
    let found = ProviderKinds([.unifi, .pihole])[.unifi].checkup.version(version)
    #expect(found.hasPrefix("UniFi Network \(version): ACL rules") && found.hasSuffix("firewall policies, WiFi") == has)
  }

  /// Of a system whose secret names the key nobody else looks at the date.
  @Test(
    arguments: [
      (-86_400, "certificate.expired"), (-1, "certificate.expired"), (0, "certificate.ends-soon"),
      (3_600, "certificate.ends-soon"), (13 * 86_400, "certificate.ends-soon"), (14 * 86_400, nil), (400 * 86_400, nil),
    ] as [(Int64, String?)]) func aCertificateThatEndsIsSpokenOf(_ seconds: Int64, _ code: String?) throws
  {
    var found = Self.examination(isConsole: true)
    var seen = SeenCertificate(
      ShownCertificate(publicKey: [1, 2, 3], subject: "CN = console", validFrom: "", validUntil: ""))
    seen.validUntil = found.now + seconds
    found.certificate = .success(seen)
    let certificate = try #require(Diagnosis(found).checks.first { $0.check == .certificate })
    #expect(certificate.code == code, "\(certificate)")
  }

  @Test func aPolicyWithAScheduleOfItsOwnIsSpokenOf() {
    var found = Self.examination(isConsole: true)
    found.reading = .success(Observation(system: Name("x"), version: "10.5.66", title: "UniFi Network", objects: []))
    found.withOwnSchedule = [
      ObservedObject(
        kind: .firewallPolicy, id: "1", name: "Guests", switchState: SwitchState(.enabled), whenOff: .enabled,
        ownSchedule: "22:00–06:00")
    ]
    let advice = Diagnosis(found).checks.filter { $0.check == .targets }
    #expect(advice.map(\.code) == ["targets.own-schedule"])
    #expect(advice[0].message == "firewall policy 'Guests' works only during its own schedule: 22:00–06:00")
    #expect(Diagnosis(found).isHealthy)
  }

  /// How many problems and warnings there are, what is shown last of them, and whether that is a failure.
  @Test(
    arguments: [
      (60, 40, nil, false), (100, 1, "1 more like these", false), (101, 900, "901 more like these", true),
      (0, 5000, "4900 more like these", false),
    ] as [(Int, Int, String?, Bool)]) func ofThousandsOfFindingsTheFirstAreShown(
      _ problems: Int, _ warnings: Int, _ last: String?, _ isFailed: Bool
    )
  {
    var found = Self.examination(isConsole: true)
    found.reading = .success(Observation(system: Name("x"), version: "10.5.66", title: "UniFi Network", objects: []))
    let findings = { (count: Int, code: String) in
      (0..<count).map { Finding(Message(code: code, "is odd"), kind: .aclRule, name: "rule \($0)") }
    }
    (found.problems, found.warnings) = (findings(problems, "a.problem"), findings(warnings, "a.warning"))
    let results = Diagnosis(found).checks.filter { $0.check == .targets }
    #expect(results.count == min(problems + warnings, 100) + (last == nil ? 0 : 1))
    #expect(results.count { $0.code == "a.problem" && $0.status == .failed } == min(problems, 100))
    guard let last else { return }
    #expect(results.last?.message == last && results.last?.code == "targets.others")
    #expect(results.last?.status == (isFailed ? .failed : .advice))
  }

  @Test func oneWhichIsAllBusyIsWorthAnotherTry() {
    var found = Self.examination(isConsole: false)
    found.reading = .failure(ProviderError(.busy(retryAfterSeconds: nil), "busy"))
    #expect([Diagnosis(found)].exitStatus == .tryAgain)
    for busy in [ProviderError(.locked, "locked"), .leftAlone("left alone", hint: nil, for: .refused)] {
      var waiting = Self.examination(isConsole: false)
      waiting.reading = .failure(busy)
      #expect([Diagnosis(waiting), Diagnosis(found)].exitStatus == .tryAgain, "\(busy)")
    }
    var other = Self.examination(isConsole: true)
    other.reading = .failure(ProviderError(.unreachable, "gone"))
    #expect([Diagnosis(found), Diagnosis(other)].exitStatus == .unreachable)
    #expect([Diagnosis]().exitStatus == .success)
  }
}
