import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// Who does everything that is proposed about lines without effect loses nothing that these lines say.
@Suite("advice that is followed") struct FollowedAdviceTests {
  private static let codes = ["statement.never-decides", "statement.no-effect", "date.past"]

  /// A policy, and what is proposed about its lines.
  private struct Advised {
    var policy: Policy
    var now: Instant
    /// Hints by the place of their line, which has one at most.
    var hints: [Int: String] = [:]

    init(_ lines: [String]) throws {
      let head = """
        timezone: Europe/Berlin
        systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
        targets: {kids: {acl-rules: [Kids]}, tv: {acl-rules: [TV]}, both: {targets: [kids, tv]}}
        schedules: {naps: '13:00–14:00'}
        policy:\(lines.isEmpty ? " []" : "")

        """
      now = Instant(secondsSinceEpoch: 1_795_204_804)
      let decoded = try DecodedPolicy(head + lines.map { "  - '\($0)'\n" }.joined(), now: now)
      policy = try #require(decoded.policy, "\(lines): \(decoded.lines())")
      for found in decoded.diagnostics where FollowedAdviceTests.codes.contains(found.code) {
        guard let line = found.span?.start.line else { continue }
        hints[line - 6] = found.hint
      }
    }
  }

  // MARK: - Lines that may go

  @Test(arguments: 0..<150 as Range<UInt64>) func removedLinesChangeNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let days = ["", " mon", " mon-fri", " sat, sun", " 2020-01-01", " mon except mon", " 2020-02-01..2020-02-03"]
    let times = ["", " 21:00–07:00", " 12:00–13:00"]
    let lines = (0..<random.int(in: 1..<5)).map { _ in
      let names = random.pick(["kids", "kids", "tv", "both"])
      if random.oneIn(8) { return "\(names) on only 12:00–13:00" }
      return "\(names) \(random.pick(["on", "on", "off"]))\(random.pick(days))\(random.pick(times))"
    }
    try Self.check(removing: lines)
  }

  @Test(
    arguments: [
      ["tv on mon except mon"], ["tv on 2020-01-01"], ["tv on mon", "tv on"], ["tv on", "tv on"],
      ["both on 2020-01-01", "tv on mon except mon"], ["tv on mon except mon", "tv off 2020-01-01"],
      ["both on", "kids on 2020-01-01"], ["tv on 2020-01-01", "tv on 2020-01-02"],
    ]) func theLastLineAboutATargetStays(_ lines: [String]) throws
  {
    try Self.check(removing: lines)
  }

  /// Without the lines that are to be removed each target is as before, those that are left alone included.
  private static func check(removing lines: [String]) throws {
    let before = try Advised(lines)
    let kept = lines.indices.filter { !(before.hints[$0] ?? "").contains("remove") }
    let after = try Advised(kept.map { lines[$0] })
    let range = before.now..<before.now + 30 * 86_400
    for target in before.policy.targets.map(\.name) {
      let states = [before.policy, after.policy].map { policy in
        Evaluator(policy).targets.contains(target) ? Self.states(of: target, policy, range) : ["left alone"]
      }
      #expect(states[0] == states[1], "\(lines) \(before.hints)")
    }
  }

  private static func states(of target: Name, _ policy: Policy, _ range: Range<Instant>) -> [String] {
    var result: [String] = []
    for interval in Evaluator(policy).timeline(of: target, in: range)
    where result.last?.hasSuffix(interval.state.rawValue) != true {
      result.append("\(interval.range.lowerBound) \(interval.state.rawValue)")
    }
    return result
  }

  // MARK: - Lines that may be meant otherwise

  @Test(
    arguments: [
      ["tv on 10:00–11:00", "tv on 20:00–21:00"], ["tv on mon", "tv on tue"], ["tv on 10:00–11:00", "tv on mon"],
      ["tv on only 10:00–11:00", "tv on only 20:00–21:00"],
      ["tv on only 10:00–11:00", "tv off mon", "tv on only 20:00–21:00", "tv on only naps"],
      ["tv on 10:00–11:00", "tv off 10:30–10:45", "tv on 20:00–21:00"], ["tv on 10:00–11:00", "both on 20:00–21:00"],
      ["tv off 20:00–22:00", "tv on sat 20:00–22:00", "tv on 10:00–11:00"],
      ["tv on mon", "tv on", "tv on 10:00–11:00", "tv on naps"],
    ]) func noneTurnsOffWhatAnotherKeepsOn(_ lines: [String]) throws
  {
    #expect(try Self.follow(lines) > 0)
  }

  @Test(arguments: 0..<150 as Range<UInt64>) func randomLinesKeepWhatTheySay(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let when = [" mon", " mon-fri", " sat, sun", " 10:00–11:00", " 20:00–21:00", " naps", " tue 12:00–13:00", ""]
    let lines = (0..<random.int(in: 1..<6)).map { _ in
      let names = random.pick(["kids", "tv", "tv", "both"])
      if random.oneIn(6) { return "\(names) on only \(random.pick(["10:00–11:00", "naps"]))" }
      return "\(names) \(random.oneIn(5) ? "off" : "on")\(random.pick(when))"
    }
    _ = try Self.follow(lines)
  }

  /// Does all that the hints propose. What a line kept on before is on afterwards; so are the hours of every `only`.
  /// Returns how many were followed.
  private static func follow(_ lines: [String]) throws -> Int {
    let before = try Advised(lines)
    let (changed, count) = try Self.changed(lines, before.hints)
    let after = try Advised(changed)
    let range = before.now..<before.now + 15 * 86_400
    for target in Evaluator(before.policy).targets {
      let off = Evaluator(after.policy).timeline(of: target, in: range).filter { $0.state != .on }
      let said = Evaluator(before.policy).timeline(of: target, in: range).filter { interval in
        guard case .statement(let index) = interval.decidedBy, interval.state == .on else { return false }
        return !before.policy.statements[index].when.contains(.always)
      }
      for kept in said {
        #expect(!off.contains { $0.range.overlaps(kept.range) }, "\(lines) → \(changed)")
      }
    }
    return count
  }

  private static func changed(_ lines: [String], _ hints: [Int: String]) throws -> (lines: [String], count: Int) {
    var (texts, above, count) = (lines.map { [$0] }, lines.map { _ in [String]() }, 0)
    func place(_ id: String) throws -> Int { try #require(Int(id.dropFirst("policy-".count))) - 1 }
    for (line, hint) in hints {
      let quoted = hint.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
      if hint.hasPrefix("write the line '") {
        let other = quoted[2].hasSuffix(" above ") ? try place(quoted[3]) : line
        if !above[other].contains(quoted[1]) { above[other].append(quoted[1]) }
      } else if hint.hasPrefix("change '") {
        texts[try place(quoted[1])] = [quoted[3]]
        texts[line] = []
      } else if hint.hasPrefix("write '"), quoted[2].hasPrefix(" to allow only") || quoted[2] == " instead of " {
        texts[line] = [quoted[1]]
      } else if hint.hasPrefix("remove it") {
        texts[line] = []
      } else {
        continue
      }
      count += 1
    }
    return (zip(above, texts).flatMap { $0 + $1 }, count)
  }
}
