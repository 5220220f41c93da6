import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// `X on only TIMES` means the two lines `X off` and `X on TIMES`, at every instant.
@Suite struct OnlyLawTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func equalsTwoLines(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let times = ["15:00–18:00", "21:00–07:00", "02:15–02:45", "00:00–12:00, 14:00–16:00", "naps", "until 07:00"]
    let days = ["", " mon-fri", " sat, sun", " feb 29", " 2026-11-20..2026-11-23"]
    let zone = random.pick(["Europe/Berlin", "America/Havana", "Australia/Lord_Howe"])
    var written: [String] = []
    var canonical: [String] = []
    var isOnly: [Bool] = []
    for _ in 0..<random.int(in: 1..<6) {
      let names = random.pick(["kids", "tv", "both", "kids, tv"])
      let time = random.pick(times)
      guard random.oneIn(2) else {
        let sentence = "\(names) \(random.pick(["on", "off"]))\(random.pick(days))" + (time == "naps" ? "" : " \(time)")
        (written, canonical, isOnly) = (written + [sentence], canonical + [sentence], isOnly + [false])
        continue
      }
      let forms = ["\(names) on only \(time)", "\(names) only on \(time)", "\(names) allowed only \(time)"]
      written.append(random.pick(forms + ["allow \(names) only \(time)", "\(names) on \(time) only"]))
      canonical += ["\(names) off", "\(names) on \(time)"]
      isOnly.append(true)
    }
    let (one, two) = (try Self.policy(written, zone), try Self.policy(canonical, zone))
    let (evaluator, other) = (Evaluator(one), Evaluator(two))
    let now = try Instant("2026-10-20 12:00", in: one.zone)
    let range = now..<now + 400 * 86_400
    for target in evaluator.targets {
      #expect(states(evaluator, target, range) == states(other, target, range), "\(written)")
      for interval in evaluator.timeline(of: target, in: range).prefix(20) {
        let active = evaluator.activeStatements(target, at: interval.range.lowerBound)
        #expect(active.first.map { .statement($0) } ?? .otherwise == interval.decidedBy)
        if let first = active.first {
          #expect(one.state(ofStatement: first, at: interval.range.lowerBound) == interval.state)
        }
        #expect(Set(active).count == active.count)
      }
    }
    #expect(one.statements.map { $0.atOtherTimes == .off } == isOnly)
  }

  private func states(_ evaluator: Evaluator, _ target: Name, _ range: Range<Instant>) -> [String] {
    var result: [String] = []
    for interval in evaluator.timeline(of: target, in: range)
    where result.last?.hasSuffix(interval.state.rawValue) != true {
      result.append("\(interval.range.lowerBound) \(interval.state.rawValue)")
    }
    return result
  }

  /// What changes nothing can be taken away, all of it together, and what does not never decides or is needed.
  @Test(arguments: 0..<60 as Range<UInt64>) func nothingIsLost(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let days = ["", " mon", " mon-fri", " sat, sun", " 2027-06-01..2027-06-03"]
    let times = [" 21:00–07:00", " 20:00–08:00", " 12:00–13:00", " 00:00–12:00", " 12:00–24:00"]
    let sentences = (0..<random.int(in: 1..<7)).map { _ in
      let names = random.pick(["kids", "tv", "both"])
      if random.oneIn(5) { return "\(names) on only\(random.pick(times))" }
      return "\(names) \(random.pick(["on", "off"]))\(random.pick(days))\(random.pick(times))"
    }
    let policy = try Self.policy(sentences, "Europe/Berlin")
    let now = try Instant("2026-11-20 12:00", in: policy.zone)
    let advice = PolicyAdvice.diagnostics(on: policy, now: now)
    let idle = advice.filter { $0.code == "statement.never-decides" }.compactMap(\.span)
    let effectless = advice.filter { $0.code == "statement.no-effect" }.compactMap(\.span)
    let range = now..<now + 731 * 86_400
    let before = Evaluator(policy)
    let same = { (statements: [Statement]) in
      var less = policy
      less.statements = statements
      let after = Evaluator(less)
      return before.targets.allSatisfy { states(before, $0, range) == states(after, $0, range) }
    }
    #expect(same(policy.statements.filter { !(idle + effectless).contains($0.span) }), "\(sentences)")
    guard idle.isEmpty, effectless.isEmpty else { return }
    for index in policy.statements.indices {
      var statements = policy.statements
      statements.remove(at: index)
      #expect(!same(statements), "\(sentences) without \(index + 1)")
    }
  }

  static func policy(_ sentences: [String], _ zone: String) throws -> Policy {
    let text = """
      timezone: \(zone)
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets:
        kids: {acl-rules: [Kids], otherwise: on}
        tv: {acl-rules: [TV], otherwise: on}
        both: {targets: [kids, tv]}
      schedules: {naps: "13:00–14:00, 02:10–02:50"}
      policy:

      """ + sentences.map { "  - '\($0)'\n" }.joined()
    let decoded = try DecodedPolicy(text) { _ in (try? .zone(MadePolicy.zone(zone))) ?? .unknown(suggestions: []) }
    return try #require(decoded.policy, "\(decoded.lines())")
  }
}
