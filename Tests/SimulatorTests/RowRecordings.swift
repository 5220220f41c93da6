import Simulator

/// The recordings about groups, clients, domains and lists.
extension RecordingTests {
  static let rows: [Play] = [
    Play(recording: "groups", count: 47, sids: ["Ya+XgoHuCIFokpnOl/sJPw="]),
    Play(recording: "clients", count: 37, sids: ["eQcVSDum4pt7zPoQzN5WKg="]),
    Play(
      recording: "domains", count: 79, piHole: configured { $0.hasUTF8Locale = false },
      sids: ["XTR8ALmWlxTuR1YwJqBzUQ="]),
    Play(recording: "domains-idn", count: 10, sids: ["jPR3OTWt8/qD489l52sU9w="]),
    Play(
      recording: "domains-regex", count: 72, sids: ["XTR8ALmWlxTuR1YwJqBzUQ="],
      // Recorded after 'domains', which had used 26 ids.
      scenes: [0: { play, _ in useIDs(26, &play.piHole.gravity, at: play.now) }]),
    Play(recording: "lists", count: 17, sids: ["T6oQMYaQRsQhrdQIr/aPew="]),
    Play(recording: "dns-effects", count: 31, sids: ["/shHMd1+l9cYDgsUt8H9tw="]),
    Play(
      recording: "external-db-change", count: 5, sids: ["F74cGTl5nKDDcg3vOUZ0iA="],
      scenes: [
        0: { play, _ in
          let place = GravityPlace.domain(.deny, .exact)
          try? play.piHole.gravity.insert("cli.example", in: place, comment: "via sqlite", at: play.now)
        },
        1: { play, _ in play.piHole.lock = GravityLock(.exclusive, .requests(3)) },
      ]),
    Play(
      recording: "verification", count: 30, sids: ["LUeZLRldiejMn+2Al01nKw="],
      scenes: [11: { play, _ in play.piHole.lock = GravityLock(.write, .requests(5)) }]),
  ]

  private static func useIDs(_ count: Int, _ gravity: inout Gravity, at now: Double) {
    for number in 1...count {
      try? gravity.insert("\(number).example", in: .domain(.deny, .exact), at: now)
      gravity.delete([("\(number).example", .domain(.deny, .exact))], at: now)
    }
  }
}
