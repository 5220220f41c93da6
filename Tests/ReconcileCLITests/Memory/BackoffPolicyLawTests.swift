import CivilTime
import Policies
import StateStore
import TestSupport
import Testing

@testable import Controller
@testable import Providers
@testable import Planning

/// Which systems are left alone, and which secrets are vouched for, after each of many runs: against a plain count of
/// what happened in a row, system by system.
@Suite struct BackoffPolicyLawTests {
  private static let names = ["gateway", "pihole", "attic"].map { Name($0) }
  fileprivate static let minutes = [1, 2, 5, 10, 15]

  /// What a run came to with a system.
  fileprivate enum Ending: CaseIterable {
    case read, refused, busy, failedLater, timedOut, leftAlone, notAsked, withoutSecret

    var error: ProviderError? {
      switch self {
      case .read, .notAsked: nil
      case .refused: ProviderError(.refusedCredentials, "no")
      case .busy, .failedLater: ProviderError(.busy(retryAfterSeconds: nil), "not now")
      case .timedOut: ProviderError(.timedOut, "no answer")
      case .leftAlone: .leftAlone("left alone", hint: nil, for: .busy)
      case .withoutSecret: ProviderError(.refusedCredentials, "no file", code: "secret.missing")
      }
    }
  }

  fileprivate struct Known: Equatable {
    var failures = 0
    var until: Instant?
    var circumstances = ""
    var accepted: AcceptedSecret?
  }

  @Test(arguments: UInt64(0)..<20) func everySystemHasItsOwnCount(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var model = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Known()) })
    var backoffs: [Name: Backoff] = [:]
    var accepted: [Name: AcceptedSecret] = [:]
    var secrets = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "aa") })
    var now = TestWorld().now
    for step in 0..<100 {
      now = now + Int64.random(in: 60...3000, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        secrets[Self.names[Int.random(in: 0..<3, using: &random)]] = Bool.random(using: &random) ? "aa" : "bb"
      }
      let endings = Self.names.map { ($0, Ending.allCases.randomElement(using: &random) ?? .read) }
      let circumstances = secrets.mapValues { "p:" + $0 }
      let report = Self.report(endings, at: now)
      backoffs = BackoffPolicy.after(report, circumstances, before: backoffs, now: now)
      accepted = BackoffPolicy.accepted(report, secrets, before: accepted)
      for (name, ending) in endings { model[name]?.take(ending, secrets[name] ?? "", at: now) }
      for name in Self.names {
        let known = Known(
          failures: backoffs[name]?.failures ?? 0, until: backoffs[name]?.until,
          circumstances: backoffs[name]?.circumstances ?? "", accepted: accepted[name])
        #expect(known == model[name], "step \(step), \(name)")
      }
    }
  }

  private static func report(_ endings: [(Name, Ending)], at now: Instant) -> Report {
    let systems = endings.filter { $0.1 != .notAsked }.map { name, ending in
      let error = ending == .failedLater ? nil : ending.error
      return SystemStatus(
        name: name, kind: "unifi", reading: error.map { .failed($0) } ?? .ok(version: "1", title: "x"))
    }
    let later = endings.filter { $0.1 == .failedLater }.compactMap { name, ending in ending.error.map { (name, $0) } }
    let plan = Plan(now: now, systems: systems, entries: [], problems: [], warnings: [], nextChange: nil)
    return Report(.apply, plan: plan, failures: Dictionary(uniqueKeysWithValues: later))
  }
}

extension BackoffPolicyLawTests.Known {
  fileprivate mutating func take(_ ending: BackoffPolicyLawTests.Ending, _ secret: String, at now: Instant) {
    switch ending {
    case .read:
      (failures, until, circumstances) = (0, nil, "")
      accepted = AcceptedSecret(fingerprint: secret)
    case .refused, .busy, .failedLater:
      failures = circumstances == "p:" + secret ? failures + 1 : 1
      circumstances = "p:" + secret
      until = now + Int64(BackoffPolicyLawTests.minutes[min(failures, 5) - 1]) * 60
      if ending == .refused, let known = accepted, known.fingerprint == secret {
        accepted = AcceptedSecret(fingerprint: secret, refusals: min(known.refusals + 1, 3))
      }
    case .timedOut, .leftAlone, .notAsked, .withoutSecret: break
    }
  }
}
