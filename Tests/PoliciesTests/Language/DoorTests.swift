import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// What can be locked, closed or stopped, and that it does not come open by what was not said.
@Suite struct DoorTests {
  private static func decoded(_ statements: [String], front: String = "may-unlock: true") throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
      targets:
        front: {locks: [Front]\(front.isEmpty ? "" : ", " + front)}
        garage: {gates: [Garage], may-open: true}
        media: {services: [Media]}
        lamps: {lamps: [Desk]}
        doors: {targets: [front, garage]}
        house-things: {targets: [front, media]}
      policy:
      \(statements.map { "  - \($0)" }.joined(separator: "\n"))
      """, kinds: .withPretendHouse)
  }

  // MARK: - Words

  @Test(
    arguments: [
      ("front locked 22:00–06:00", "front locked daily 22:00–06:00"),
      ("lock front 22:00–06:00", "front locked daily 22:00–06:00"),
      ("unlock front mon 07:00–08:00", "front unlocked mon 07:00–08:00"),
      ("close garage", "garage closed"), ("open garage sat", "garage open sat"),
      ("garage open sat", "garage open sat"), ("stop media 01:00–06:00", "media stopped daily 01:00–06:00"),
      ("start media", "media running"),
    ]) func aPairHasItsWords(_ sentence: String, _ canonical: String) throws
  {
    let decoded = try Self.decoded([sentence])
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    #expect(SentenceText.sentences(of: policy.statements[0]) == [canonical])
  }

  /// No word of one pair is translated into another; what is proposed is accepted.
  @Test(
    arguments: [
      ("front off", "target.state", "front locked"), ("pause garage", "target.state", "garage closed"),
      ("media locked", "target.state", "media stopped"), ("lamps open", "target.state", "lamps on"),
      ("block front", "target.state", "front locked"), ("doors locked", "target.mixed", nil),
      ("house-things stopped", "target.mixed", nil), ("front on only 15:00–18:00", "target.state", nil),
      ("front locked only 15:00–18:00", "sentence.only", "front locked 15:00–18:00"),
    ] as [(String, String, String?)])
  func aWordOfAnotherPairIsRefused(_ sentence: String, _ code: String, _ proposal: String?) throws {
    let decoded = try Self.decoded([sentence])
    #expect(decoded.policy == nil)
    let found = try #require(decoded.diagnostics.first { $0.code == code }, "\(decoded.lines())")
    guard let proposal else { return }
    #expect(found.hint?.contains("'\(proposal)'") == true, "\(decoded.lines())")
    #expect(try Self.decoded([proposal]).policy != nil)
  }

  @Test(arguments: ["open", "locked", "lock", "stop", "running", "closed", "start", "unlock"])
  func itsWordsAreNoNames(_ word: String) throws {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      targets: {\(word): {}}
      policy: []
      """)
    #expect(decoded.diagnostics.contains { $0.code == "name.reserved" || $0.code == "name.form" }, "\(decoded.lines())")
  }

  // MARK: - Otherwise

  /// Outside its statements a door is left alone; a service goes on.
  @Test func aDoorIsLeftAloneOtherwise() throws {
    let decoded = try Self.decoded(["front locked 22:00–06:00", "garage closed sat", "media stopped 01:00–06:00"])
    let policy = try #require(decoded.policy)
    #expect(policy.targets.prefix(3).map(\.otherwise) == [.leave, .leave, StatePair.runningStopped.on])
    let verdicts = Evaluator(policy).verdicts(at: Instant(secondsSinceEpoch: 1_795_177_800))
    #expect(verdicts.prefix(3).map(\.verdict.state) == [.leave, .leave, StatePair.runningStopped.on])
    // Nobody has to say what unlocks it again.
    #expect(!decoded.diagnostics.contains { $0.code == "leave.stranded" }, "\(decoded.lines())")
  }

  @Test(arguments: [("locked", true), ("leave", true), ("unlocked", false), ("open", false)])
  func itComesOpenByNoOtherwise(_ otherwise: String, _ isRight: Bool) throws {
    let decoded = try Self.decoded(
      ["front locked 22:00–06:00"], front: "otherwise: \(otherwise), may-unlock: true")
    #expect((decoded.policy != nil) == isRight, "\(decoded.lines())")
  }

  // MARK: - Permission

  @Test(
    arguments: [
      ("may-unlock: true", true), ("may-unlock: false", false), ("", false),
    ]) func onlyAPermissionUnlocks(_ option: String, _ isRight: Bool) throws
  {
    for sentence in ["front unlocked 07:00–08:00", "{target: front, state: unlocked, when: sat}", "unlock front"] {
      let decoded = try Self.decoded([sentence], front: option)
      #expect((decoded.policy != nil) == isRight, "\(sentence): \(decoded.lines())")
      #expect(decoded.diagnostics.contains { $0.code == "target.permission" } == !isRight)
    }
    #expect(try Self.decoded(["front locked 07:00–08:00"], front: option).policy != nil)
  }

  /// A permission of another pair is no permission.
  @Test func aPermissionSuitsItsPair() throws {
    let decoded = try Self.decoded(["lock front"], front: "may-open: true")
    #expect(decoded.diagnostics.contains { $0.code == "key.unsuited" }, "\(decoded.lines())")
  }

  @Test func aSketchKnowsDoors() throws {
    func sketch(_ options: String, _ sentence: String) throws -> DecodedPolicy {
      try DecodedPolicy(
        """
        timezone: Europe/Berlin
        targets: {front: {\(options)}}
        policy: [\(sentence)]
        """, takesSketches: true)
    }
    let locked = try sketch("", "front locked 22:00–06:00")
    #expect(locked.policy?.targets[0].otherwise == .leave, "\(locked.lines())")
    #expect(try sketch("", "front unlocked 22:00–06:00").policy == nil)
    #expect(try sketch("may-unlock: true", "front unlocked 22:00–06:00").policy != nil)
  }

  /// What a stored word means is known without the kinds of a policy.
  @Test func storedWordsHaveTheirSide() {
    let words = StatePair.ofLanguage.flatMap(\.states)
    #expect(words.map { TargetState(rawValue: $0.rawValue)?.isOff } == words.map(\.isOff))
    #expect(Set(words).count == 10)
  }
}
